import type { FastifyReply } from 'fastify';
import {
  ACCESS_AUDIENCE,
  ACCESS_COOKIE,
  ACCESS_TOKEN_LIFE_S,
  JWT_AUDIENCE,
  JWT_COOKIE,
  REFRESH_COOKIE,
  REFRESH_PATH,
  type Tokens,
} from '../../../platform/auth/index.ts';
import type { Refreshed } from './refresh-once.ts';

const REFRESH_LIFE_S = 30 * 24 * 3600;

/** Sets and clears the cookies of a session (requirements B-42, B-43, B-P02). */
export interface SessionCookies {
  open(reply: FastifyReply, session: Refreshed): Promise<void>;
  /** Creates a token for the JWT calls, and sets its cookie. */
  openJwt(reply: FastifyReply, userId: number, grantId: string | null): Promise<string>;
  clear(reply: FastifyReply): void;
}

/**
 * Cookies that scripts read are SameSite=Lax and expire with their token; the refresh token is
 * HttpOnly and sent to the session calls only. Under HTTPS all are Secure.
 */
export function createSessionCookies(publicUrl: string, tokens: Tokens): SessionCookies {
  const secure = publicUrl.startsWith('https:');
  const readable = { sameSite: 'lax' as const, secure, path: '/' };
  const hidden = { sameSite: 'strict' as const, secure, path: REFRESH_PATH, httpOnly: true };
  const life = { ...readable, maxAge: ACCESS_TOKEN_LIFE_S };

  const openJwt = async (reply: FastifyReply, userId: number, grantId: string | null) => {
    const token = await tokens.issue(userId, JWT_AUDIENCE, grantId);
    reply.setCookie(JWT_COOKIE, token, life);
    return token;
  };
  return {
    openJwt,
    open: async (reply, { userId, grantId, refreshToken }) => {
      reply.setCookie(ACCESS_COOKIE, await tokens.issue(userId, ACCESS_AUDIENCE, grantId), life);
      await openJwt(reply, userId, grantId);
      reply.setCookie(REFRESH_COOKIE, refreshToken, { ...hidden, maxAge: REFRESH_LIFE_S });
    },
    clear: (reply) => {
      reply.clearCookie(ACCESS_COOKIE, readable);
      reply.clearCookie(JWT_COOKIE, readable);
      reply.clearCookie(REFRESH_COOKIE, hidden);
    },
  };
}
