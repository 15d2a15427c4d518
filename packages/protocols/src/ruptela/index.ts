export { encodeRuptelaCommand, ruptelaCodec } from './codec.ts';
export { encodeRuptela, encodeRuptelaRecords, type RuptelaInput } from './encode.ts';
