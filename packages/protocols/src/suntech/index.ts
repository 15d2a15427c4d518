export { suntechCodec } from './codec.ts';
