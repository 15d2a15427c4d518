import { createHash, randomBytes } from 'node:crypto';

/** The authentication that a server requires. */
export type Challenge =
  | { readonly scheme: 'basic' }
  | {
      readonly scheme: 'digest';
      readonly realm: string;
      readonly nonce: string;
      readonly opaque: string | null;
      readonly algorithm: 'MD5' | 'SHA-256';
      readonly hasQop: boolean;
    };

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

const PARAMETER = /(\w+)=(?:"([^"]*)"|([^\s,]+))/g;

function readChallenge(header: string): Challenge | null {
  if (/^basic\b/i.test(header)) return { scheme: 'basic' };
  if (!/^digest\b/i.test(header)) return null;
  const parameters = new Map(
    [...header.matchAll(PARAMETER)].map(([, name, quoted, bare]) => [
      (name ?? '').toLowerCase(),
      quoted ?? bare ?? '',
    ]),
  );
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  const nonce = parameters.get('nonce');
  if (nonce === undefined || (algorithm !== 'MD5' && algorithm !== 'SHA-256')) return null;
  return {
    scheme: 'digest',
    realm: parameters.get('realm') ?? '',
    nonce,
    opaque: parameters.get('opaque') ?? null,
    algorithm,
    hasQop: (parameters.get('qop') ?? '').split(',').some((one) => one.trim() === 'auth'),
  };
}

/**
 * The best of the challenges in `WWW-Authenticate`: digest before basic; null if none is supported.
 */
export function chooseChallenge(headers: readonly string[]): Challenge | null {
  const known = headers.map(readChallenge).filter((one) => one !== null);
  const strength = (one: Challenge) =>
    one.scheme === 'basic' ? 0 : one.algorithm === 'MD5' ? 1 : 2;
  return known.sort((a, b) => strength(b) - strength(a))[0] ?? null;
}

/** The `Authorization` header of one request (RFC 7617; RFC 2617 and 7616). */
export function authorization(
  challenge: Challenge,
  { user, password }: Credentials,
  method: string,
  uri: string,
): string {
  if (challenge.scheme === 'basic') {
    return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  }
  const { realm, nonce, opaque, algorithm, hasQop } = challenge;
  const hash = (text: string) =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const secret = hash(`${user}:${realm}:${password}`);
  const wanted = hash(`${method}:${uri}`);
  const count = '00000001';
  const own = randomBytes(8).toString('hex');
  const proof = hasQop ? `${nonce}:${count}:${own}:auth` : nonce;
  const parts = [
    `username="${user}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${uri}"`,
    `response="${hash(`${secret}:${proof}:${wanted}`)}"`,
  ];
  if (algorithm !== 'MD5') parts.push(`algorithm=${algorithm}`);
  if (opaque !== null) parts.push(`opaque="${opaque}"`);
  if (hasQop) parts.push('qop=auth', `nc=${count}`, `cnonce="${own}"`);
  return `Digest ${parts.join(', ')}`;
}
