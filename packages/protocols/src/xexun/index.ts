export { encodeChecked as encodeXexunChecked } from './checked-frame.ts';
export { xexunCodec } from './codec.ts';
export { encodeXexunBinary, encodeXexunText } from './encode.ts';
export { encodeMarked as encodeXexunMarked } from './marked-frame.ts';
