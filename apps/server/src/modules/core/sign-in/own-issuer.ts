import { InternalError, must } from '@roadworthy/domain';
import type { FastifyInstance } from 'fastify';
import type Provider from 'oidc-provider';
import * as client from 'openid-client';
import { ACCESS_AUDIENCE, ACCESS_TOKEN_LIFE_S, issuerOf } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import type { Refreshed } from './refresh-once.ts';
import { SCOPE, WEB_CLIENT_ID } from './sign-in-provider.ts';

/**
 * A session that began at a foreign issuer lasts a working day. Then the browser signs on there again,
 * so that a user blocked by the issuer loses access here too.
 */
const FOREIGN_SESSION_S = 12 * 3600;

/** The server as a client of its own sign-on. */
export interface OwnIssuer {
  /** Exchanges an authorisation code. Throws if the provider refuses it. */
  exchange(code: string, verifier: string, redirectUri: string): Promise<Refreshed>;
  /** Exchanges a refresh token, which cannot be used again. Throws if the provider refuses it. */
  refresh(refreshToken: string): Promise<Refreshed>;
  /** Ends a refresh token with its session. */
  revoke(refreshToken: string): Promise<void>;
  /** Creates a session without refresh token for a program; it lasts as long as its access token. */
  beginForProgram(userId: number): Promise<string>;
  /** Creates a session for a user whom a foreign issuer has authenticated. */
  begin(userId: number): Promise<Refreshed>;
}

/** Calls our own provider inside the process, without address, proxy or certificate. */
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

function configurationOf(app: FastifyInstance, issuer: string): client.Configuration {
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

/** The session id in an access token of our own provider. */
function grantOf(accessToken: string): string | null {
  const [, payload] = accessToken.split('.');
  if (payload === undefined) return null;
  const { grant } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return typeof grant === 'string' ? grant : null;
}

function refreshedOf(
  tokens: client.TokenEndpointResponse & client.TokenEndpointResponseHelpers,
): Refreshed {
  const userId = Number(tokens.claims()?.sub);
  if (tokens.refresh_token === undefined) throw new InternalError('sign_on.refresh_token_missing');
  return { userId, refreshToken: tokens.refresh_token, grantId: grantOf(tokens.access_token) };
}

/** Creates the server's client of its own sign-on. */
export function createOwnIssuer(
  app: FastifyInstance,
  { config }: Pick<Services, 'config'>,
  provider: Provider,
): OwnIssuer {
  const own = configurationOf(app, issuerOf(config));
  const begun = async (userId: number, expiresIn: number) => {
    const web = must(await provider.Client.find(WEB_CLIENT_ID), 'sign_on.client_missing');
    const accountId = String(userId);
    const grant = new provider.Grant({ clientId: WEB_CLIENT_ID, accountId, expiresIn } as never);
    grant.addOIDCScope(SCOPE);
    grant.addResourceScope(ACCESS_AUDIENCE, 'openid');
    return { web, accountId, grantId: await grant.save() };
  };
  return {
    exchange: async (code, verifier, redirectUri) => {
      const callback = new URL(redirectUri);
      callback.searchParams.set('code', code);
      const options = { pkceCodeVerifier: verifier, idTokenExpected: true };
      return refreshedOf(await client.authorizationCodeGrant(own, callback, options));
    },
    refresh: async (refreshToken) => refreshedOf(await client.refreshTokenGrant(own, refreshToken)),
    revoke: (refreshToken) => client.tokenRevocation(own, refreshToken),
    beginForProgram: async (userId) => (await begun(userId, ACCESS_TOKEN_LIFE_S)).grantId,
    begin: async (userId) => {
      const { web, accountId, grantId } = await begun(userId, FOREIGN_SESSION_S);
      const token = new provider.RefreshToken({
        accountId,
        client: web,
        grantId,
        gty: 'authorization_code',
        scope: 'openid',
        claims: {},
        resource: ACCESS_AUDIENCE,
        expiresWithSession: false,
      } as never);
      return { userId, refreshToken: await token.save(), grantId };
    },
  };
}
