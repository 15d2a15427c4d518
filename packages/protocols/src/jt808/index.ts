export { jt808Codec } from './codec.ts';
export {
  encodeJt808Answer,
  encodeJt808Authenticate,
  encodeJt808Batch,
  encodeJt808Heartbeat,
  encodeJt808Location,
  encodeJt808Register,
  type Jt808Input,
  jt808Address,
} from './encode.ts';
export {
  encodeJt808,
  type Jt808Address,
  type Jt808Message,
  readMessage as readJt808Message,
  unescapeFrame as unescapeJt808,
} from './frame.ts';
export { readItems as readJt808Items, readLocation as readJt808Location } from './location.ts';
