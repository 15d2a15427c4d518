import type { FastifyInstance, FastifyReply } from 'fastify';

/** Headers that the web app and API clients send. */
const ASKED_HEADERS = [
  'Authorization',
  'Content-Type',
  'Content-Range',
  'Accept-Language',
  'Idempotency-Key',
  'If-None-Match',
  'Range',
  'X-External-Key',
].join(', ');

/** Response headers that a page of another origin may read, besides those that are always allowed. */
const SHOWN_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Date',
  'ETag',
  'Location',
  'Retry-After',
  'X-Request-Id',
].join(', ');

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';

/** How long a browser caches a preflight response, seconds. */
const KEPT_S = '600';

/**
 * Lets pages of the listed origins read the responses of this server (Fetch standard, CORS).
 * Credentials are never allowed: such a page sends its bearer token, and no cookie crosses origins.
 *
 * @param origins as browsers write them in `Origin`
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  // On the raw response: streams write theirs without `onSend`.
  const set = (reply: FastifyReply, headers: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(headers)) reply.raw.setHeader(name, value);
  };
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    set(reply, { Vary: 'Origin' });
    if (origin === undefined || !allowed.has(origin)) return;
    set(reply, {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': SHOWN_HEADERS,
    });
  });
  app.options('/*', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return reply.status(403).send();
    return reply
      .headers({
        'Access-Control-Allow-Methods': METHODS,
        'Access-Control-Allow-Headers': ASKED_HEADERS,
        'Access-Control-Max-Age': KEPT_S,
      })
      .status(204)
      .send();
  });
  // Elements that show images and video send no origin: their URLs are signed.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('Cross-Origin-Resource-Policy')) {
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    }
  });
}
