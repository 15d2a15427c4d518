export { wialonCodec } from './codec.ts';
export { encodeWialonData } from './encode.ts';
export { encodeChecked as encodeWialonChecked, encodeLine as encodeWialonLine } from './frame.ts';
