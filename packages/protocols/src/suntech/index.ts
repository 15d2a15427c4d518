export { suntechCodec } from './codec.ts';
export { encodeSuntechReport } from './encode.ts';
