import { randomBytes } from 'node:crypto';
import { OUTGOING_STREAM_OLD_SECRET_HOURS } from '@roadworthy/domain';
import { type SecretBox, secretBox } from '../../../platform/auth/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { SECRET_PREFIX } from './destinations/index.ts';

const HOUR_MS = 3_600_000;
/** The Standard Webhooks scheme asks for 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** What opens a destination; stored encrypted. */
export interface Credentials {
  readonly password: string;
  /** Secrets that sign, the current one first. */
  readonly secrets: readonly {
    readonly secret: string;
    /** ms since 1970 UTC; null for the current one. */
    readonly untilMs: number | null;
  }[];
}

export const NO_CREDENTIALS: Credentials = { password: '', secrets: [] };

/** The box of the credentials of outgoing streams. */
export const credentialsBox = (
  config: Pick<Config, 'sessionSecret' | 'previousSecrets'>,
): SecretBox => secretBox(config, 'outgoing streams');

export const seal = (box: SecretBox, credentials: Credentials): Buffer =>
  box.seal(JSON.stringify(credentials));

/** Stored credentials; null if they cannot be decrypted, because the secret of the server changed. */
export function opened(box: SecretBox, sealed: Buffer | null): Credentials | null {
  if (sealed === null) return NO_CREDENTIALS;
  const found = box.open(sealed);
  return found === null ? null : (JSON.parse(found.text) as Credentials);
}

/** A new secret that signs requests. */
export const newSecret = (): string =>
  `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Credentials with a new secret; the one before signs as well for some hours. */
export function rotated(before: Credentials, secret: string, nowMs: number): Credentials {
  const [current] = before.secrets;
  const untilMs = nowMs + OUTGOING_STREAM_OLD_SECRET_HOURS * HOUR_MS;
  const old = current === undefined ? [] : [{ secret: current.secret, untilMs }];
  return { ...before, secrets: [{ secret, untilMs: null }, ...old] };
}

/** The secrets that sign at a moment. */
export const validSecrets = ({ secrets }: Credentials, nowMs: number): string[] =>
  secrets.flatMap(({ secret, untilMs }) => (untilMs === null || untilMs > nowMs ? [secret] : []));
