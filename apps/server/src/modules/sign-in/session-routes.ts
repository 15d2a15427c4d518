import { contract } from '@roadworthy/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import {
  ACCESS_AUDIENCE,
  ACCESS_COOKIE,
  ACCESS_TOKEN_LIFE_S,
  JWT_AUDIENCE,
  JWT_COOKIE,
  REFRESH_COOKIE,
  REFRESH_PATH,
  type Tokens,
} from '../../platform/auth/index.ts';
import { badRequest, implement } from '../../platform/http/index.ts';
import type { Services } from '../../platform/services.ts';
import { createIssuerClient, type SignedOn } from './issuer-client.ts';
import { userById, userByLogin } from './repository.ts';

const REFRESH_LIFE_S = 30 * 24 * 3600;

/** Session calls of the web app: RP-04, RP-05, refresh, R-020, R-029. */
export function registerSessionRoutes(
  app: FastifyInstance,
  services: Services,
  tokens: Tokens,
  provider: Provider,
): void {
  const { config, db, log } = services;
  const issuer = createIssuerClient(app, services);
  const isSecure = config.publicUrl.startsWith('https:');
  const base = { sameSite: 'lax' as const, secure: isSecure, path: '/' };
  const refreshCookie = {
    sameSite: 'strict' as const,
    secure: isSecure,
    path: REFRESH_PATH,
    httpOnly: true,
  };

  /** Our user behind a sign-on: by id at our own issuer, by confirmed e-mail address elsewhere. */
  const userOf = async ({ subject, email, emailVerified }: SignedOn) => {
    const user = await db.asSystem(async (trx) => {
      if (issuer.isOwn) return userById(trx, Number(subject));
      return email !== null && emailVerified ? userByLogin(trx, email) : undefined;
    });
    return user?.is_active === true ? user : null;
  };

  /** Sets the cookies of a living session (requirement B-P02). */
  const open = async (reply: FastifyReply, signedOn: SignedOn): Promise<boolean> => {
    const user = await userOf(signedOn);
    if (user === null) return false;
    const life = { ...base, maxAge: ACCESS_TOKEN_LIFE_S };
    const access = await tokens.issue(user.id, ACCESS_AUDIENCE, signedOn.grantId);
    reply.setCookie(ACCESS_COOKIE, access, life);
    reply.setCookie(JWT_COOKIE, await tokens.issue(user.id, JWT_AUDIENCE, signedOn.grantId), life);
    if (signedOn.refreshToken !== null) {
      const cookie = { ...refreshCookie, maxAge: REFRESH_LIFE_S };
      reply.setCookie(REFRESH_COOKIE, signedOn.refreshToken, cookie);
    }
    return true;
  };

  const clear = (reply: FastifyReply) => {
    reply.clearCookie(ACCESS_COOKIE, base);
    reply.clearCookie(JWT_COOKIE, base);
    reply.clearCookie(REFRESH_COOKIE, refreshCookie);
  };

  /** Ends the refresh token, and with it the grant that access tokens look for. */
  const revoke = async (request: FastifyRequest) => {
    const refreshToken = request.cookies[REFRESH_COOKIE];
    if (refreshToken === undefined) return;
    await issuer.revoke(refreshToken).catch((error: unknown) => {
      log.warn({ err: error }, 'the sign-on could not end a refresh token');
    });
    services.bus.publish('users.changed', { userId: null });
  };

  implement(app, contract.signIn.createSession, async ({ body, reply }) => {
    if (body.redirect_uri !== `${config.publicUrl}/login`) {
      throw badRequest('This address does not belong to the application.');
    }
    const signedOn = await issuer
      .exchange(body.code, body.code_verifier, body.redirect_uri)
      .catch((error: unknown) => {
        log.info({ err: error }, 'a sign-on was not completed');
        throw badRequest('The sign-in could not be completed. Please try again.');
      });
    if (!(await open(reply, signedOn))) {
      clear(reply);
      throw badRequest('There is no account for this sign-in. Please ask your administrator.');
    }
    return { success: true as const };
  });

  implement(app, contract.signIn.refreshSession, async ({ request, reply }) => {
    const refreshToken = request.cookies[REFRESH_COOKIE];
    const signedOn =
      refreshToken === undefined ? null : await issuer.refresh(refreshToken).catch(() => null);
    const success = signedOn !== null && (await open(reply, signedOn));
    if (!success) clear(reply);
    return { success, expires_in: success ? ACCESS_TOKEN_LIFE_S : 0 };
  });

  implement(app, contract.signIn.endSession, async ({ request, reply }) => {
    await revoke(request);
    clear(reply);
    return undefined;
  });

  implement(app, contract.signIn.ssoLogin, async ({ body }) => {
    const facts = await tokens.verify(body.cookie, ACCESS_AUDIENCE);
    if (facts === null) return { success: false };
    const user = await db.asSystem((trx) => userById(trx, facts.userId));
    return { success: user?.is_active === true };
  });

  implement(app, contract.signIn.reobtainJwt, async ({ viewer, reply }) => {
    const token = await tokens.issue(viewer.userId, JWT_AUDIENCE);
    reply.setCookie(JWT_COOKIE, token, { ...base, maxAge: ACCESS_TOKEN_LIFE_S });
    return { token };
  });

  // RP-05: ends the sign-on's own session in this browser, then back to the login page (B-P07).
  app.get('/auth/oauth2/logout', async (request, reply) => {
    const context = provider.createContext(request.raw, reply.raw);
    const session = await provider.Session.get(context).catch(() => null);
    await session?.destroy();
    clear(reply);
    reply.clearCookie('sign-on', { path: '/' });
    reply.clearCookie('sign-on.sig', { path: '/' });
    return reply.redirect(`${config.publicUrl}/login?signed_out=1`);
  });
}
