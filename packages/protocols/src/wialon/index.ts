export { wialonCodec } from './codec.ts';
export { encodeChecked as encodeWialonChecked, encodeLine as encodeWialonLine } from './frame.ts';
