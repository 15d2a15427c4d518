export { navtelecomCodec } from './codec.ts';
export {
  ENCODED_FIELDS,
  encodeNavtelecomFields,
  encodeNavtelecomLogin,
  encodeNavtelecomRecord,
  encodeNavtelecomRecords,
  type NavtelecomInput,
} from './encode.ts';
export { encodeFlex, encodeNtcb } from './frame.ts';
