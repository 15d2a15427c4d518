export { jt808Codec } from './codec.ts';
export {
  encodeJt808Answer,
  encodeJt808Authenticate,
  encodeJt808Batch,
  encodeJt808Heartbeat,
  encodeJt808Location,
  encodeJt808Place,
  encodeJt808Register,
  type Jt808Input,
  jt808Address,
} from './encode.ts';
export {
  encodeJt808,
  encodeJt808Packets,
  type Jt808Address,
  type Jt808Message,
  readMessage as readJt808Message,
  unescapeFrame as unescapeJt808,
} from './frame.ts';
export { readItems as readJt808Items, readLocation as readJt808Location } from './location.ts';
export { type AlarmLabel, alarmLabels } from './video/alarm-labels.ts';
export {
  type AttachmentAnnouncement,
  type AttachmentFile,
  type AttachmentMessage,
  AttachmentReader,
  encodeAnnouncement,
  encodeAttachmentBlock,
  encodeAttachmentFile,
  type FileStretch,
} from './video/attachments.ts';
export {
  encodeOrder as encodeJt808Order,
  type Jt808Order,
  readOrder as readJt808Order,
} from './video/orders.ts';
export { encodeSaying as encodeJt808Saying, type Jt808Saying } from './video/sayings.ts';
