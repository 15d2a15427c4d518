import { derivedSecret, isSameSecret, signatureOf } from '../../../platform/auth/index.ts';

/** Time limit for the code after a right password. */
const PASS_LIFE_MS = 5 * 60_000;

/** Signatures that bind the pages of the form to one sign-on, which `uid` names. */
export class FormSignatures {
  readonly #key: ReturnType<typeof derivedSecret>;

  constructor(sessionSecret: string) {
    this.#key = derivedSecret(sessionSecret, 'sign-on form');
  }

  sign(text: string): string {
    return signatureOf(this.#key, text).toString('base64url');
  }

  isSigned(text: string, signature: string): boolean {
    return isSameSecret(signature, this.sign(text));
  }

  /** A signed proof that the password of a user was right in this sign-on. */
  passFor(uid: string, userId: number): string {
    const facts = `${userId}.${Date.now() + PASS_LIFE_MS}`;
    return `${facts}.${this.sign(`pass ${uid} ${facts}`)}`;
  }

  /** The user of a proof; null if it is forged or has expired. */
  passed(uid: string, pass: string): number | null {
    const [userId = '', until = '', signature = ''] = pass.split('.');
    if (!this.isSigned(`pass ${uid} ${userId}.${until}`, signature)) return null;
    return Number(until) > Date.now() ? Number(userId) : null;
  }
}
