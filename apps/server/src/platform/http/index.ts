export * from '../errors.ts';
export { createHttp, type HttpOptions } from './create-http.ts';
export { type Call, type ImplementOptions, implement } from './implement.ts';
export { containsPattern, type Page, pageOf } from './paging.ts';
