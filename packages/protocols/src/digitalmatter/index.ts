export { digitalMatterCodec } from './codec.ts';
export { decodeDigitalMatter } from './connector.ts';
export {
  type DigitalMatterInput,
  encodeDigitalMatterCommit,
  encodeDigitalMatterHello,
  encodeDigitalMatterRecords,
} from './encode.ts';
export { encodeDigitalMatter } from './frame.ts';
