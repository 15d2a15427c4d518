export * from '../errors.ts';
export { containsPattern, type Page, pageOf } from '../paging.ts';
export { serveApiDocs } from './api-docs.ts';
export { createHttp, type HttpOptions } from './create-http.ts';
export { errorAnswer } from './error-answer.ts';
export { type Call, type ImplementOptions, implement } from './implement.ts';
export { contentSecurityPolicy, serveWebApp, type WebAppOptions } from './static-web.ts';
