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
  type FileRange,
} from './video/attachments.ts';
export {
  encodeCameraMessage as encodeJt808CameraMessage,
  type Jt808CameraMessage,
} from './video/camera-messages.ts';
export {
  encodeCommand as encodeJt808Command,
  type Jt808Command,
  readCommand as readJt808Command,
} from './video/commands.ts';
