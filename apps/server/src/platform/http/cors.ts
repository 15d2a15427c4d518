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

/** Headers of answers that a page of another origin may read, beyond what browsers always allow. */
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

/** How long a browser keeps the answer to its preflight request, seconds. */
const KEPT_S = '600';

/**
 * Lets pages of the listed origins read the answers of this server (Fetch standard, CORS). Credentials are
 * never allowed: such a page sends its bearer token, and no cookie crosses origins.
 *
 * @param origins as browsers write them in `Origin`
 */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  // On the socket's answer itself: streams write theirs without `onSend`.
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
  // Pictures and films are shown by elements, which say no origin: their addresses are signed.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.hasHeader('Cross-Origin-Resource-Policy')) {
      reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
    }
  });
}
