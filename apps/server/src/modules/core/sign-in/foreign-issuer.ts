import * as client from 'openid-client';
import { unavailable } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';

/** The parameters that the web app chooses; the server sets the others. */
interface SignOnWish {
  readonly redirectUri: string;
  readonly state: string;
  readonly codeChallenge: string;
  readonly uiLocales: string | undefined;
}

/** An external OpenID Connect issuer (OIDC_ISSUER, requirement B-P01). */
export interface ForeignIssuer {
  /** The URL at which the browser signs on. */
  signOnAddress(wish: SignOnWish): Promise<string>;
  /**
   * Exchanges a code and verifies the identity token with its signature.
   *
   * @returns the e-mail address verified by the issuer; null if there is none
   */
  emailOf(code: string, verifier: string, redirectUri: string): Promise<string | null>;
  /** The URL that ends the session at the issuer; null if it has none. */
  signOutAddress(returnTo: string): Promise<string | null>;
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Connects at the first use and again after a failure, so that the server starts even if the issuer
 * is unavailable.
 *
 * @returns null if the server is its own issuer
 */
export function createForeignIssuer({
  config,
  log,
}: Pick<Services, 'config' | 'log'>): ForeignIssuer | null {
  if (config.oidc === null) return null;
  const { issuer, clientId, clientSecret } = config.oidc;
  const connect = async () => {
    const isLoopback = LOOPBACK.has(new URL(issuer).hostname);
    const found = await client.discovery(
      new URL(issuer),
      clientId,
      clientSecret ?? undefined,
      clientSecret === null ? client.None() : undefined,
      isLoopback ? { execute: [client.allowInsecureRequests] } : {},
    );
    client.enableNonRepudiationChecks(found);
    return found;
  };
  let known: Promise<client.Configuration> | null = null;
  const configuration = () => {
    known ??= connect().catch((error: unknown) => {
      known = null;
      log.warn({ err: error }, 'the sign-on of OIDC_ISSUER cannot be reached');
      throw unavailable('sign_in.issuer_down');
    });
    return known;
  };
  return {
    signOnAddress: async ({ redirectUri, state, codeChallenge, uiLocales }) =>
      client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid profile email',
        state,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        ...(uiLocales !== undefined && { ui_locales: uiLocales }),
      }).href,
    emailOf: async (code, verifier, redirectUri) => {
      const server = await configuration();
      const callback = new URL(redirectUri);
      callback.searchParams.set('code', code);
      // Only one issuer is configured, so no mix-up is possible and RFC 9207 is not needed.
      callback.searchParams.set('iss', server.serverMetadata().issuer);
      const tokens = await client.authorizationCodeGrant(server, callback, {
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      const isVerified = claims?.email_verified === true;
      return isVerified && typeof claims.email === 'string' ? claims.email : null;
    },
    signOutAddress: async (returnTo) => {
      const server = await configuration();
      if (server.serverMetadata().end_session_endpoint === undefined) return null;
      return client.buildEndSessionUrl(server, { post_logout_redirect_uri: returnTo }).href;
    },
  };
}
