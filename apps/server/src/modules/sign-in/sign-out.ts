import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import type { Services } from '../../platform/services.ts';
import type { ArtifactAdapter } from './artifact-adapter.ts';
import type { ForeignIssuer } from './foreign-issuer.ts';
import { ownAddress, redirectAddress } from './own-address.ts';
import { SESSION_COOKIE, WEB_CLIENT_ID } from './provider.ts';
import type { SessionCookies } from './session-cookies.ts';

interface SignOutParts {
  readonly provider: Provider;
  readonly foreign: ForeignIssuer | null;
  readonly grants: ArtifactAdapter;
  /** Ends the session that the request carries. */
  readonly end: (request: FastifyRequest) => Promise<void>;
  readonly cookies: SessionCookies;
}

/**
 * RP-05: ends the sign-on's own session in this browser, then shows the login page, which waits for
 * a click (requirement B-P07). Where it leads is ours to say, whatever the address asks for.
 */
export function registerSignOut(
  app: FastifyInstance,
  { config, log }: Pick<Services, 'config' | 'log'>,
  { provider, foreign, grants, end, cookies }: SignOutParts,
): void {
  app.get('/auth/oauth2/logout', async (request, reply) => {
    const loginPage = `${redirectAddress(ownAddress(config, request))}?signed_out=1`;
    await end(request);
    const session = await provider.Session.get(
      provider.createContext(request.raw, reply.raw) as never,
    );
    const grantId = session.grantIdFor(WEB_CLIENT_ID);
    if (grantId !== undefined) await grants.revokeByGrantId(grantId);
    if (session.accountId !== undefined) await session.destroy();
    cookies.clear(reply);
    reply.clearCookie(SESSION_COOKIE, { path: '/' });
    reply.clearCookie(`${SESSION_COOKIE}.sig`, { path: '/' });
    const elsewhere = await foreign?.signOutAddress(loginPage).catch((error: unknown) => {
      log.warn({ err: error }, 'the session at OIDC_ISSUER was not ended');
      return null;
    });
    return reply.redirect(elsewhere ?? loginPage);
  });
}
