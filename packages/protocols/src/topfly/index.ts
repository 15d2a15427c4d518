export { topflyCodec } from './codec.ts';
export { encodeTopflyLogin, encodeTopflyPosition, type TopflyInput } from './encode.ts';
export { encodeTopfly } from './frame.ts';
