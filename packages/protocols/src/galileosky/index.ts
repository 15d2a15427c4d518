export { encodeGalileoskyCommand, galileoskyCodec } from './codec.ts';
export {
  encodeGalileoskyLogin,
  encodeGalileoskyRecords,
  type GalileoskyInput,
} from './encode.ts';
export { encodeGalileosky } from './frame.ts';
