import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Config } from '../config/index.ts';
import { tokenHash } from './random-tokens.ts';
import { derivedSecret } from './signatures.ts';

/** Encrypts small secrets for the database with a key that is not stored in it. */
export interface SecretBox {
  seal(text: string): Buffer;
  /** The text and whether it used an earlier key; null if no key fits, or the bytes were changed. */
  open(sealed: Buffer): { readonly text: string; readonly isOld: boolean } | null;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text with a key of 32 bytes (AES-256-GCM). */
export function sealWith(key: Buffer, text: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** The text that {@link sealWith} encrypted; null if the key does not fit, or the bytes were changed. */
export function openWith(key: Buffer, sealed: Buffer): string | null {
  try {
    const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
    cipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const text = cipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, cipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Creates a box for one purpose (AES-256-GCM). It also decrypts with earlier `SESSION_SECRET`s. */
export function secretBox(
  { sessionSecret, previousSecrets }: Pick<Config, 'sessionSecret' | 'previousSecrets'>,
  purpose: string,
): SecretBox {
  const keyOf = (secret: string) => tokenHash(derivedSecret(secret, purpose));
  const current = keyOf(sessionSecret);
  const earlier = previousSecrets.map(keyOf);
  return {
    seal: (text) => sealWith(current, text),
    open: (sealed) => {
      for (const key of [current, ...earlier]) {
        const text = openWith(key, sealed);
        if (text !== null) return { text, isOld: key !== current };
      }
      return null;
    },
  };
}
