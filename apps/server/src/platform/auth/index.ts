import type { FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { ACCESS_COOKIE, JWT_COOKIE } from './cookies.ts';
import { ACCESS_AUDIENCE, JWT_AUDIENCE, type Tokens } from './tokens.ts';
import type { Viewer } from './viewer.ts';
import { ViewerStore } from './viewer-store.ts';

export { ACCESS_COOKIE, JWT_COOKIE, REFRESH_COOKIE, REFRESH_PATH } from './cookies.ts';
export { derivedSecret } from './keys.ts';
export {
  ACCESS_AUDIENCE,
  ACCESS_TOKEN_LIFE_S,
  createTokens,
  issuerOf,
  JWT_AUDIENCE,
  type Tokens,
} from './tokens.ts';
export type { Viewer } from './viewer.ts';
export { loadViewer, ViewerStore } from './viewer-store.ts';

/** The access token of a request: the bearer header, otherwise the cookie (requirement B-P03). */
export function accessTokenOf(request: FastifyRequest): string | null {
  return tokenOf(request, ACCESS_COOKIE);
}

function tokenOf(request: FastifyRequest, cookie: string): string | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) return /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? null;
  return request.cookies[cookie] ?? null;
}

/** Makes the function that tells who a token stands for; null where it is not living. */
export function createViewerLookup(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  tokens: Tokens,
): (token: string, audience?: string) => Promise<Viewer | null> {
  const store = new ViewerStore(db, bus);
  return async (token, audience = ACCESS_AUDIENCE) => {
    const facts = await tokens.verify(token, audience);
    return facts === null ? null : store.find(facts);
  };
}

/**
 * Makes the function that tells who a request acts for; null for a visitor. The JWT calls take the
 * token of R-020 alone, all others the access token alone (requirement R-014).
 */
export function createViewerResolver(
  services: Pick<Services, 'db' | 'bus'>,
  tokens: Tokens,
): (request: FastifyRequest) => Promise<Viewer | null> {
  const viewerOf = createViewerLookup(services, tokens);
  return async (request) => {
    const isJwtCall = request.routeOptions.config.credential === 'jwt';
    const token = isJwtCall ? tokenOf(request, JWT_COOKIE) : accessTokenOf(request);
    return token === null ? null : viewerOf(token, isJwtCall ? JWT_AUDIENCE : ACCESS_AUDIENCE);
  };
}

/** The sign-on session a request belongs to; null for a token that was issued without one. */
export async function sessionOf(request: FastifyRequest, tokens: Tokens): Promise<string | null> {
  const token = accessTokenOf(request);
  const facts = token === null ? null : await tokens.verify(token, ACCESS_AUDIENCE);
  return facts?.grantId ?? null;
}
