import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import {
  ACCESS_TOKEN_LIFE_S,
  createViewerLookup,
  REFRESH_COOKIE,
  sessionOf,
  type Tokens,
} from '../../../platform/auth/index.ts';
import { badRequest, HttpError, implement } from '../../../platform/http/index.ts';
import type { Services } from '../../../platform/services.ts';
import { rememberSession } from './account/sign-in-account.repository.ts';
import { ArtifactAdapter } from './artifact-adapter.ts';
import type { ForeignIssuer } from './foreign-issuer.ts';
import { ownAddress, redirectAddress } from './own-address.ts';
import type { OwnIssuer } from './own-issuer.ts';
import { type Refreshed, refreshOnce } from './refresh-once.ts';
import { createSessionCookies } from './session-cookies.ts';
import { userByEmail, userById } from './sign-in.repository.ts';
import { SESSION_COOKIE, WEB_CLIENT_ID } from './sign-in-provider.ts';
import { registerSignOut } from './sign-out.ts';

/** Maximum stored length of a User-Agent. */
const MAX_USER_AGENT = 300;

/** Stores the browser of a session, so that the user can recognise it. */
async function remember(
  db: Services['db'],
  request: FastifyRequest,
  { userId, grantId }: Refreshed,
): Promise<void> {
  if (grantId === null) return;
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT);
  const session = { grantId, userId, userAgent, address: request.ip };
  await db.asSystem((trx) => rememberSession(trx, session));
}

/** Ends the sign-on session of a browser, with which the next sign-on would need no password. */
async function endSignOn(
  provider: Provider,
  grants: ArtifactAdapter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const session = await provider.Session.get(
    provider.createContext(request.raw, reply.raw) as never,
  );
  const grantId = session.grantIdFor(WEB_CLIENT_ID);
  if (grantId !== undefined) await grants.revokeByGrantId(grantId);
  if (session.accountId !== undefined) await session.destroy();
  reply.clearCookie(SESSION_COOKIE, { path: '/' });
  reply.clearCookie(`${SESSION_COOKIE}.sig`, { path: '/' });
}

/** Session calls of the web app: RP-04, RP-05, refresh, R-020, R-029. */
export function registerSessionRoutes(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
  provider: Provider,
  { own, foreign }: { readonly own: OwnIssuer; readonly foreign: ForeignIssuer | null },
): void {
  const { config, db, bus, log } = services;
  const cookies = createSessionCookies(config.publicUrl, tokens);
  const viewerOf = createViewerLookup(services, tokens);
  const grants = new ArtifactAdapter(db.pool, 'Grant', (session) =>
    bus.publish('sessions.ended', session),
  );

  const isActive = async (userId: number) => {
    const user = await db.asSystem((trx) => userById(trx, userId));
    return user?.is_active === true;
  };

  /** The user of a code: our provider returns it, a foreign issuer by a verified address. */
  const signedOn = async (code: string, verifier: string, redirectUri: string) => {
    if (foreign === null) return own.exchange(code, verifier, redirectUri);
    const email = await foreign.emailOf(code, verifier, redirectUri);
    const user = email === null ? undefined : await db.asSystem((trx) => userByEmail(trx, email));
    return user?.is_active === true ? own.begin(user.id) : null;
  };

  /** Ends the session of a request by any token that it contains. */
  const end = async (request: FastifyRequest, reply: FastifyReply) => {
    const refreshToken = request.cookies[REFRESH_COOKIE];
    if (refreshToken !== undefined) {
      await own.revoke(refreshToken).catch((error: unknown) => {
        log.warn({ err: error }, 'a refresh token could not be ended');
      });
    }
    const grantId = await sessionOf(request, tokens);
    if (grantId !== null) await grants.revokeByGrantId(grantId);
    await endSignOn(provider, grants, request, reply);
    cookies.clear(reply);
  };

  implement(app, contract.signIn.createSession, async ({ body, request, reply }) => {
    if (body.redirect_uri !== redirectAddress(ownAddress(config, request))) {
      throw badRequest('sign_in.foreign_address');
    }
    const session: Refreshed | null = await signedOn(
      body.code,
      body.code_verifier,
      body.redirect_uri,
    ).catch((error: unknown) => {
      if (error instanceof HttpError) throw error;
      log.info({ err: error }, 'a sign-on was not completed');
      throw badRequest('sign_in.incomplete');
    });
    if (session === null || !(await isActive(session.userId))) {
      cookies.clear(reply);
      throw badRequest('sign_in.no_account');
    }
    await remember(db, request, session);
    await cookies.open(reply, session);
    return { success: true as const };
  });

  implement(app, contract.signIn.refreshSession, async ({ request, reply }) => {
    const refreshToken = request.cookies[REFRESH_COOKIE];
    if (refreshToken === undefined) return { success: false, expires_in: 0 };
    const session = await refreshOnce(db, refreshToken, () => own.refresh(refreshToken));
    if (session === null || !(await isActive(session.userId))) {
      cookies.clear(reply);
      return { success: false, expires_in: 0 };
    }
    await remember(db, request, session);
    await cookies.open(reply, session);
    return { success: true, expires_in: ACCESS_TOKEN_LIFE_S };
  });

  implement(app, contract.signIn.endSession, ({ request, reply }) => end(request, reply));

  implement(app, contract.signIn.ssoLogin, async ({ body }) => ({
    success: (await viewerOf(body.cookie)) !== null,
  }));

  implement(app, contract.signIn.reobtainJwt, async ({ viewer, request, reply }) => ({
    token: await cookies.openJwt(reply, viewer.userId, await sessionOf(request, tokens)),
  }));

  registerSignOut(app, services, { foreign, end });
}
