import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import type { ForeignIssuer } from './foreign-issuer.ts';
import { pagePolicy, signOutPage } from './form-page.ts';
import { loginPageOf, ownAddress } from './own-address.ts';

interface SignOutParts {
  readonly foreign: ForeignIssuer | null;
  /** Ends the session of the request and the sign-on session, and clears their cookies. */
  readonly end: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
}

/**
 * RP-05: ends the sign-on session in this browser, then shows the login page, which waits for
 * a click (requirement B-P07). The server decides the redirect, whatever the request contains.
 */
export function registerSignOut(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
  { foreign, end }: SignOutParts,
): void {
  const signOut = async (request: FastifyRequest, reply: FastifyReply) => {
    const { post_logout_redirect_uri: asked } = request.query as Record<string, unknown>;
    const loginPage = `${loginPageOf(config, request, asked)}?signed_out=1`;
    await end(request, reply);
    const elsewhere = await foreign?.signOutAddress(loginPage).catch((error: unknown) => {
      log.warn({ err: error }, 'the session at OIDC_ISSUER was not ended');
      return null;
    });
    return reply.redirect(elsewhere ?? loginPage);
  };

  app.get('/auth/oauth2/logout', async (request, reply) => {
    if (isOwnNavigation(request, ownAddress(config, request))) return signOut(request, reply);
    return reply
      .status(200)
      .header('Content-Security-Policy', pagePolicy(config.webOrigins))
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(signOutPage(languageOf(request.headers['accept-language'])));
  });

  app.register(async (scope) => {
    await scope.register(formbody);
    // The check of writes has verified that the form is ours.
    scope.post('/auth/oauth2/logout', signOut);
  });
}

/**
 * Whether a navigation began at our own pages or was typed by the user. An image or a link of a foreign
 * page must not sign anyone out. Browsers send the site only over a connection that they consider
 * secure; otherwise the referrer decides, which our own pages send only to us.
 */
function isOwnNavigation({ headers }: FastifyRequest, address: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { referer } = headers;
  return referer !== undefined && URL.canParse(referer) && new URL(referer).origin === address;
}
