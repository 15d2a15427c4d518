import type { FastifyInstance, FastifyRequest } from 'fastify';
import { activeTracer } from '../tracing/index.ts';

/**
 * Makes a span of each request while tracing is configured: method, route and status, never the address itself or
 * who asks. A trace of the caller (W3C traceparent) is continued.
 */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<
    FastifyRequest,
    { setAttribute(name: string, value: number): void; end(): void }
  >();
  app.addHook('onRequest', (request, _reply, done) => {
    const tracer = activeTracer();
    if (tracer === null) return done();
    const route = request.routeOptions.url ?? 'unknown';
    const facts = { 'http.request.method': request.method, 'http.route': route };
    const { span, context } = tracer.start(`${request.method} ${route}`, 1, facts, request.headers);
    spans.set(request, span);
    tracer.run(context, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    span?.end();
  });
}
