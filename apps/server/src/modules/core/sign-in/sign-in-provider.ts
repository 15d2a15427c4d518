import {
  type Configuration,
  type FindAccount,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider';
import {
  ACCESS_AUDIENCE,
  ACCESS_TOKEN_LIFE_S,
  derivedSecret,
  issuerOf,
  type Tokens,
} from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import { ArtifactAdapter, type SessionEnded } from './artifact-adapter.ts';
import { expiredPage, otherAddressPage, pagePolicy } from './form-page.ts';
import { isOwnRedirect, redirectAddress } from './own-address.ts';
import { userById } from './sign-in.repository.ts';

/** The web app as a client of the sign-on: public, code flow with PKCE (requirement B-P01). */
export const WEB_CLIENT_ID = 'roadworthy-web';
export const SCOPE = 'openid profile email offline_access';

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** Cookie of the sign-on's own session. */
export const SESSION_COOKIE = 'sign-on';

/** The path of the sign-on form. */
export const formPath = (uid: string) => `/auth/sign-on/${uid}`;

function clientOf(publicUrl: string) {
  return {
    client_id: WEB_CLIENT_ID,
    client_name: 'Roadworthy',
    application_type: 'web' as const,
    token_endpoint_auth_method: 'none' as const,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
    redirect_uris: [redirectAddress(publicUrl)],
  };
}

/** Finds an active user by the subject of a token. */
function findAccount(db: Services['db']): FindAccount {
  return async (_ctx, sub) => {
    const user = await db.asSystem((trx) => userById(trx, Number(sub)));
    if (user?.is_active !== true) return undefined;
    return {
      accountId: sub,
      claims: async () => ({
        sub,
        email: user.email,
        email_verified: true,
        given_name: user.first_name,
        family_name: user.last_name,
      }),
    };
  };
}

/** The grant of the session, or a new one. */
async function existingOrNewGrant(ctx: KoaContextWithOIDC) {
  const { client, session, provider: own } = ctx.oidc;
  if (client === undefined || session === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const found = known === undefined ? undefined : await own.Grant.find(known);
  if (found !== undefined) return found;
  const accountId = session.accountId;
  const grant = new own.Grant({ clientId: client.clientId, ...(accountId && { accountId }) });
  grant.addOIDCScope(SCOPE);
  grant.addResourceScope(ACCESS_AUDIENCE, 'openid');
  await grant.save();
  return grant;
}

/** The page of a refused sign-on. */
function renderError(
  config: Services['config'],
  log: Services['log'],
): NonNullable<Configuration['renderError']> {
  return (ctx, out) => {
    log.info({ error: out.error, reason: out.error_description }, 'a sign-on was refused');
    ctx.type = 'text/html; charset=utf-8';
    ctx.set('Content-Security-Policy', pagePolicy(config.webOrigins));
    const language = languageOf(ctx.get('accept-language'));
    ctx.body =
      out.error === 'invalid_redirect_uri'
        ? otherAddressPage(language, config.publicUrl)
        : expiredPage(language);
  };
}

/**
 * The server's own OpenID Connect provider (a certified library), with accounts in PostgreSQL: code
 * flow with PKCE only, access tokens of 15 minutes, refresh tokens rotated at each use. A refresh
 * token that is used twice ends its whole session.
 */
export function createProvider(
  { config, db, bus, log }: Pick<Services, 'config' | 'db' | 'bus' | 'log'>,
  tokens: Tokens,
): Provider {
  const sessionEnded: SessionEnded = (session) => bus.publish('sessions.ended', session);
  const provider = new Provider(issuerOf(config), {
    adapter: (model: string) => new ArtifactAdapter(db.pool, model, sessionEnded),
    clients: [clientOf(config.publicUrl)],
    jwks: { keys: [tokens.key as never] },
    cookies: {
      keys: [config.sessionSecret, ...config.previousSecrets].map((secret) =>
        derivedSecret(secret, 'sign-on cookies'),
      ),
      names: { session: SESSION_COOKIE, interaction: 'sign-on-form', resume: 'sign-on-resume' },
      long: { signed: true, sameSite: 'lax', httpOnly: true },
      short: { signed: true, sameSite: 'lax', httpOnly: true },
    },
    routes: {
      authorization: '/oauth2/authorize',
      token: '/oauth2/token',
      revocation: '/oauth2/revoke',
      jwks: '/jwks',
    },
    pkce: { required: () => true },
    clientBasedCORS: (_ctx, origin) =>
      origin === new URL(config.publicUrl).origin || config.webOrigins.includes(origin),
    responseTypes: ['code'],
    scopes: ['openid', 'offline_access'],
    claims: { openid: ['sub'], email: ['email'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: false,
    features: {
      devInteractions: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      // Our own calls serve these: /auth/oauth2/logout/ (RP-05) and /auth/userinfo/ (R-028).
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => ACCESS_AUDIENCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid',
          audience: ACCESS_AUDIENCE,
          accessTokenTTL: ACCESS_TOKEN_LIFE_S,
          accessTokenFormat: 'jwt' as const,
          jwt: { sign: { alg: 'RS256' as const } },
        }),
      },
    },
    // Binds an access token to its session, so that ending the session ends the token.
    extraTokenClaims: (_ctx, token) => ('grantId' in token ? { grant: token.grantId } : {}),
    findAccount: findAccount(db),
    // Our own client needs no consent.
    loadExistingGrant: existingOrNewGrant,
    interactions: { url: (_ctx, interaction) => formPath(interaction.uid) },
    issueRefreshToken: async () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: ACCESS_TOKEN_LIFE_S,
      AuthorizationCode: 60,
      Grant: 30 * DAY_S,
      IdToken: ACCESS_TOKEN_LIFE_S,
      Interaction: HOUR_S,
      RefreshToken: 30 * DAY_S,
      Session: 30 * DAY_S,
    },
    renderError: renderError(config, log),
  });
  provider.Client.prototype.redirectUriAllowed = (uri) => isOwnRedirect(config, uri);
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'the sign-on failed'));
  return provider;
}
