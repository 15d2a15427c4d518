export { meitrackCodec } from './codec.ts';
export { encodeMeitrackReport } from './encode.ts';
export { encodeFrame as encodeMeitrackFrame } from './frame.ts';
