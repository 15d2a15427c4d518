import type { FastifyInstance } from 'fastify';
import * as client from 'openid-client';
import { issuerOf } from '../../platform/auth/index.ts';
import type { Services } from '../../platform/services.ts';
import { WEB_CLIENT_ID } from './provider.ts';

/** Who signed on, and what keeps the session going. */
export interface SignedOn {
  /** The issuer's name of the person: our user id where we are the issuer. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly refreshToken: string | null;
  /** Grant of our own provider, which the access token is tied to. */
  readonly grantId: string | null;
}

export interface IssuerClient {
  /** True where the issuer is this server. */
  readonly isOwn: boolean;
  exchange(code: string, verifier: string, redirectUri: string): Promise<SignedOn>;
  refresh(refreshToken: string): Promise<SignedOn>;
  revoke(refreshToken: string): Promise<void>;
}

/** Reaches our own provider inside the process: no address, no proxy, no certificate in between. */
function innerFetch(app: FastifyInstance): client.CustomFetch {
  return async (url, options) => {
    const { pathname, search } = new URL(url);
    const answer = await app.inject({
      method: options.method as 'GET' | 'POST',
      url: pathname + search,
      headers: options.headers,
      ...(options.body == null ? {} : { payload: String(options.body) }),
    });
    const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    return new Response(answer.body, { status: answer.statusCode, headers });
  };
}

async function configurationOf(
  app: FastifyInstance,
  { config }: Services,
): Promise<client.Configuration> {
  if (config.oidc === null) {
    const issuer = issuerOf(config);
    const own = new client.Configuration(
      {
        issuer,
        authorization_endpoint: `${issuer}/oauth2/authorize`,
        token_endpoint: `${issuer}/oauth2/token`,
        revocation_endpoint: `${issuer}/oauth2/revoke`,
        jwks_uri: `${issuer}/jwks`,
      },
      WEB_CLIENT_ID,
      undefined,
      client.None(),
    );
    own[client.customFetch] = innerFetch(app);
    client.allowInsecureRequests(own);
    return own;
  }
  const { issuer, clientId, clientSecret } = config.oidc;
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
  return client.discovery(
    new URL(issuer),
    clientId,
    clientSecret ?? undefined,
    clientSecret === null ? client.None() : undefined,
    isLoopback ? { execute: [client.allowInsecureRequests] } : {},
  );
}

/** The grant that our own provider wrote into its access token. */
function grantOf(accessToken: string): string | null {
  const [, payload] = accessToken.split('.');
  if (payload === undefined) return null;
  const { grant } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return typeof grant === 'string' ? grant : null;
}

/**
 * The server as a client of the sign-on: its own, or the one of OIDC_ISSUER. Connects at the first
 * use, so that a foreign issuer that is down does not keep the server from starting.
 */
export function createIssuerClient(app: FastifyInstance, services: Services): IssuerClient {
  const isOwn = services.config.oidc === null;
  let known: Promise<client.Configuration> | null = null;
  const configuration = () => {
    known ??= configurationOf(app, services).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
  const signedOn = (
    tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
    before: string | null,
  ): SignedOn => {
    const claims = tokens.claims();
    return {
      subject: claims?.sub ?? '',
      email: typeof claims?.email === 'string' ? claims.email : null,
      emailVerified: claims?.email_verified !== false,
      refreshToken: tokens.refresh_token ?? before,
      grantId: isOwn ? grantOf(tokens.access_token) : null,
    };
  };
  return {
    isOwn,
    exchange: async (code, verifier, redirectUri) => {
      const callback = new URL(redirectUri);
      callback.searchParams.set('code', code);
      const tokens = await client.authorizationCodeGrant(await configuration(), callback, {
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return signedOn(tokens, null);
    },
    refresh: async (refreshToken) => {
      const tokens = await client.refreshTokenGrant(await configuration(), refreshToken);
      return signedOn(tokens, refreshToken);
    },
    revoke: async (refreshToken) => {
      await client.tokenRevocation(await configuration(), refreshToken);
    },
  };
}
