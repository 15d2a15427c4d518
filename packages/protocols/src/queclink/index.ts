export { queclinkCodec } from './codec.ts';
export { encodeQueclinkReport } from './encode.ts';
