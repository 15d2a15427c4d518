export { decodePhoneRequest, type PhoneReport, type PhoneRequest } from './decode.ts';
export { encodePhoneQuery, type PhoneInput } from './encode.ts';
