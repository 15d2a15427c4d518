export { meitrackCodec } from './codec.ts';
export { encodeFrame as encodeMeitrackFrame } from './frame.ts';
