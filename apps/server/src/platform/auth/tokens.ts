import { createLocalJWKSet, importJWK, type JWK, jwtVerify, SignJWT } from 'jose';
import type { Config } from '../config/index.ts';
import type { Database } from '../db/index.ts';
import { SIGNING_ALGORITHM, signingKey } from './keys.ts';
import { secretBox } from './secret-box.ts';

/** Lifetime of access tokens and JWTs (B-P02, R-020). */
export const ACCESS_TOKEN_LIFE_S = 15 * 60;
/** The audience of an access token; also the resource that the sign-on names. */
export const ACCESS_AUDIENCE = 'urn:roadworthy:api';
/** The audience of the token of R-020: the JWT calls only. */
export const JWT_AUDIENCE = 'urn:roadworthy:jwt-calls';

/** Cache size for the users active within the life of a token; some megabytes. */
const MAX_VERIFIED = 5000;

/** The claims of a verified token. */
export interface TokenFacts {
  readonly userId: number;
  readonly issuedAtS: number;
  readonly expiresAtS: number;
  /** The sign-on session of the token; a token of an ended session is refused. */
  readonly grantId: string | null;
}

export interface Tokens {
  /** Creates a token for a user; `grantId` binds it to a sign-on session. */
  issue(userId: number, audience: string, grantId?: string | null): Promise<string>;
  /** The claims of a token, or null if it is not ours, expired, or for another audience. */
  verify(token: string, audience: string): Promise<TokenFacts | null>;
  /** Key for the provider's own tokens. */
  readonly key: JWK;
}

/** The issuer in the tokens, where its sign-on is found. */
export function issuerOf(config: Config): string {
  return `${config.publicUrl}/auth`;
}

function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return {
    ...(kty && { kty }),
    ...(n && { n }),
    ...(e && { e }),
    ...(kid && { kid }),
    ...(alg && { alg }),
    ...(use && { use }),
  };
}

/** Creates and verifies the tokens of this installation. */
export async function createTokens(config: Config, db: Database): Promise<Tokens> {
  const key = await signingKey(db, secretBox(config, 'signing key'));
  const privateKey = await importJWK(key, SIGNING_ALGORITHM);
  const keys = createLocalJWKSet({ keys: [publicPart(key)] });
  const issuer = issuerOf(config);
  // A verified signature stays valid until the token expires; its user is looked up each time.
  const verified = new Map<string, TokenFacts>();
  const remember = (name: string, facts: TokenFacts): TokenFacts => {
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.set(name, facts);
    return facts;
  };
  return {
    key,
    issue: (userId, audience, grantId = null) =>
      new SignJWT(grantId === null ? {} : { grant: grantId })
        .setProtectedHeader({
          alg: SIGNING_ALGORITHM,
          typ: 'at+jwt',
          ...(key.kid && { kid: key.kid }),
        })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(userId))
        .setIssuedAt()
        .setExpirationTime(`${ACCESS_TOKEN_LIFE_S}s`)
        .sign(privateKey),
    verify: async (token, audience) => {
      const name = `${audience} ${token}`;
      const known = verified.get(name);
      if (known !== undefined && known.expiresAtS > Date.now() / 1000) return known;
      try {
        const { payload } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: [SIGNING_ALGORITHM],
        });
        const userId = Number(payload.sub);
        if (!Number.isSafeInteger(userId) || userId <= 0) return null;
        return remember(name, {
          userId,
          issuedAtS: payload.iat ?? 0,
          expiresAtS: payload.exp ?? 0,
          grantId: typeof payload.grant === 'string' ? payload.grant : null,
        });
      } catch {
        return null;
      }
    },
  };
}
