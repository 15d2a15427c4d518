export { h02Codec, h02Datagrams } from './codec.ts';
export { encodeH02Position } from './encode.ts';
