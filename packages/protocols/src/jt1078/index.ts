export { encodeJt1078Frame, type Jt1078Input } from './encode.ts';
export { type Jt1078Counters, type Jt1078Frame, NO_JT1078_COUNTS } from './frames.ts';
export { encodeJt1078Packet, type Jt1078Packet } from './packet.ts';
export { type Jt1078Coding, withoutHisiliconHead } from './payload.ts';
export { Jt1078Reader, type Jt1078ReaderOptions } from './reader.ts';
