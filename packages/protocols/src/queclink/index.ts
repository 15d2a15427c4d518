export { queclinkCodec } from './codec.ts';
