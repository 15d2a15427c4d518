export { gt06Codec } from './codec.ts';
export { readLogin } from './content.ts';
export {
  encodeGt06Alarm,
  encodeGt06Command,
  encodeGt06CommandAnswer,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  type Gt06Input,
} from './encode.ts';
export { type Gt06Look, lookAt as lookAtGt06Frame } from './frame.ts';
export { type Gt06Position, readPosition } from './position.ts';
