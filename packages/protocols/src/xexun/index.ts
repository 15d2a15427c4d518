export { encodeChecked as encodeXexunChecked } from './checked-frame.ts';
export { xexunCodec } from './codec.ts';
export { encodeMarked as encodeXexunMarked } from './marked-frame.ts';
