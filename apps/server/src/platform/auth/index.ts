import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Services } from '../services.ts';
import { ApiTokenStore, isApiToken } from './api-tokens.ts';
import { ACCESS_COOKIE, JWT_COOKIE } from './cookies.ts';
import { ACCESS_AUDIENCE, ACCESS_TOKEN_LIFE_S, JWT_AUDIENCE, type Tokens } from './tokens.ts';
import type { Viewer } from './viewer.ts';
import { ViewerStore } from './viewer-store.ts';

export { API_TOKEN_PREFIX } from './api-tokens.ts';
export { ACCESS_COOKIE, JWT_COOKIE, REFRESH_COOKIE, REFRESH_PATH } from './cookies.ts';
export { isSameSecret, randomToken, tokenHash } from './random-tokens.ts';
export { openWith, type SecretBox, sealWith, secretBox } from './secret-box.ts';
export {
  derivedSecret,
  isSignedUntil,
  minuteAfter,
  type SignedQuery,
  signatureOf,
  signUntil,
} from './signatures.ts';
export { storedSecret } from './stored-secret.ts';
export { systemViewer } from './system-viewer.ts';
export {
  ACCESS_AUDIENCE,
  ACCESS_TOKEN_LIFE_S,
  createTokens,
  issuerOf,
  JWT_AUDIENCE,
  type Tokens,
} from './tokens.ts';
export { actsCustomerWide, type Viewer } from './viewer.ts';
export { loadViewer, loadViewers, ViewerStore } from './viewer-store.ts';

/** The access token of a request: the bearer header, otherwise the cookie (requirement B-P03). */
export function accessTokenOf(request: FastifyRequest): string | null {
  return tokenOf(request, ACCESS_COOKIE);
}

/**
 * When the verified token of a request must be checked again; ms since 1970 UTC. A personal token may
 * be ended at any time, so it is checked as often as others.
 */
export function tokenExpiryMs(request: FastifyRequest): number {
  const token = accessTokenOf(request);
  if (token === null) return 0;
  if (isApiToken(token)) return Date.now() + ACCESS_TOKEN_LIFE_S * 1000;
  return (decodeJwt(token).exp ?? 0) * 1000;
}

/** The sign-on session of a verified token; null for a token without one. */
export function verifiedSessionOf(request: FastifyRequest): string | null {
  const token = accessTokenOf(request);
  if (token === null || isApiToken(token)) return null;
  const { grant } = decodeJwt(token);
  return typeof grant === 'string' ? grant : null;
}

function tokenOf(request: FastifyRequest, cookie: string): string | null {
  const { authorization } = request.headers;
  if (authorization !== undefined) return /^Bearer (\S+)$/i.exec(authorization)?.[1] ?? null;
  return request.cookies[cookie] ?? null;
}

/** Creates the function that returns the user of a token; null if it is not valid. */
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
 * Creates the function that returns the user of a request; null for a visitor. The JWT calls accept
 * only the token of R-020, all others only the access token (requirement R-014), or a personal API
 * token unless the call is about the account itself.
 */
export function createViewerResolver(
  services: Pick<Services, 'db' | 'bus' | 'log'>,
  tokens: Tokens,
): (request: FastifyRequest) => Promise<Viewer | null> {
  const viewerOf = createViewerLookup(services, tokens);
  const apiTokens = new ApiTokenStore(services);
  return async (request) => {
    const { credential } = request.routeOptions.config;
    const isJwtCall = credential === 'jwt';
    const token = isJwtCall ? tokenOf(request, JWT_COOKIE) : accessTokenOf(request);
    if (token !== null && isApiToken(token)) {
      return credential === undefined ? apiTokens.find(token, request.ip) : null;
    }
    return token === null ? null : viewerOf(token, isJwtCall ? JWT_AUDIENCE : ACCESS_AUDIENCE);
  };
}

/** The sign-on session of a request; null for a token that was issued without one. */
export async function sessionOf(request: FastifyRequest, tokens: Tokens): Promise<string | null> {
  const token = accessTokenOf(request);
  const facts = token === null ? null : await tokens.verify(token, ACCESS_AUDIENCE);
  return facts?.grantId ?? null;
}
