export { eelinkCodec } from './codec.ts';
export { type EelinkInput, encodeEelinkLogin, encodeEelinkPosition } from './encode.ts';
export { encodeEelink, encodeEelinkDatagram } from './frame.ts';
