export { calampCodec } from './codec.ts';
export { type CalampInput, encodeCalamp, encodeCalampEvent } from './encode.ts';
export { encodeCalampAck } from './frame.ts';
