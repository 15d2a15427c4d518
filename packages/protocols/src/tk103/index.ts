export { tk103Codec } from './codec.ts';
export { encodeTk103Position } from './encode.ts';
