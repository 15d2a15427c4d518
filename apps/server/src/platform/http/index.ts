export * from '../errors.ts';
export { serveApiDocs } from './api-docs.ts';
export { sendCompressed } from './compressed.ts';
export { createHttp } from './create-http.ts';
export { errorAnswer, fieldErrors } from './error-answer.ts';
export { implement } from './implement.ts';
export { requestKeyOf } from './request-key.ts';
export { sendFile, sendPdf, streamPdf } from './send-file.ts';
export { serveWebApp } from './static-web.ts';
