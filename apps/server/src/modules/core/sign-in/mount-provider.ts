import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import type { Config } from '../../../platform/config/index.ts';
import { atAddress, ownAddress } from './own-address.ts';

/** The provider's own paths, below `/auth`. */
const PATHS = ['/auth/oauth2/*', '/auth/jwks', '/auth/.well-known/*'];

/** The URL as the provider expects it: without `/auth` and the trailing slash. */
function innerUrl(url: string): string {
  const [path = '/', query] = url.slice('/auth'.length).split('?', 2);
  const bare = path.replace(/\/+$/, '') || '/';
  return query === undefined ? bare : `${bare}?${query}`;
}

/**
 * Mounts the sign-on provider under `/auth`. The provider reads the raw request, so Fastify must
 * neither read the body nor respond. With PUBLIC_URL the provider uses that address, whatever host a
 * request names, so that no response can redirect elsewhere.
 */
export async function mountProvider(
  app: FastifyInstance,
  provider: Provider,
  config: Pick<Config, 'publicUrl' | 'hasPublicUrl' | 'baseOrigins' | 'webOrigins'>,
): Promise<void> {
  const handle = provider.callback();
  provider.proxy = true;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of PATHS) {
      scope.route({
        method: ['GET', 'POST', 'OPTIONS'],
        url,
        handler: (request, reply) => {
          const raw = request.raw as IncomingMessage & { originalUrl?: string };
          const address = ownAddress(config, request);
          const { host, protocol, pathname } = new URL(address);
          const prefix = `${pathname.replace(/\/+$/, '')}/auth`;
          raw.url = innerUrl(raw.url ?? '');
          raw.originalUrl = prefix + raw.url;
          raw.headers.host = host;
          raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
          delete raw.headers['x-forwarded-host'];
          reply.hijack();
          reply.raw.setHeader('X-Content-Type-Options', 'nosniff');
          reply.raw.setHeader('Referrer-Policy', 'same-origin');
          void atAddress(address, () => handle(raw, reply.raw));
        },
      });
    }
  });
}
