export { activeTracer, inSpan } from './span.ts';
export { startTracing } from './start-tracing.ts';
export { traceQueries } from './trace-queries.ts';
