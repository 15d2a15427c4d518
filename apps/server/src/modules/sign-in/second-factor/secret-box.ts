import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Seals small secrets for the database with a key that lies outside of it. */
export interface SecretBox {
  seal(text: string): Buffer;
  /** @throws Error where the key is another, or the bytes were changed */
  open(sealed: Buffer): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Makes a box with a key (AES-256-GCM). */
export function secretBox(secret: string): SecretBox {
  const key = createHash('sha256').update(secret).digest();
  return {
    seal: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open: (sealed) => {
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES));
      cipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = cipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
      return Buffer.concat([text, cipher.final()]).toString('utf8');
    },
  };
}
