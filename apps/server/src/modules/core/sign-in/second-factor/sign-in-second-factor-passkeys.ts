import { randomBytes } from 'node:crypto';
import {
  type AuthenticationResponseJSON,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { derivedSecret, isSameSecret, signatureOf } from '../../../../platform/auth/index.ts';
import type { Config } from '../../../../platform/config/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import {
  insertPasskey,
  passkeyByCredential,
  passkeysOf,
  usePasskey,
} from './sign-in-second-factor.repository.ts';

/** Time between requesting a passkey and confirming it. */
const CHALLENGE_LIFE_MS = 5 * 60_000;

/** The user of a passkey, and whether its response is valid. */
interface PasskeyAnswer {
  readonly userId: number | null;
  readonly isRight: boolean;
}

/** Passkeys of this installation: bound to its host name. */
export class Passkeys {
  readonly #key: string;
  readonly #origin: string;
  readonly rpId: string;

  constructor(config: Pick<Config, 'sessionSecret' | 'publicUrl'>) {
    this.#key = derivedSecret(config.sessionSecret, 'passkeys');
    const { origin, hostname } = new URL(config.publicUrl);
    this.#origin = origin;
    this.rpId = hostname;
  }

  /** Options with which the browser creates a passkey for a user. */
  async options(trx: Transaction, user: { id: number; username: string; name: string }) {
    const known = await passkeysOf(trx, user.id);
    return generateRegistrationOptions({
      rpName: 'Roadworthy',
      rpID: this.rpId,
      userName: user.username,
      userDisplayName: user.name,
      userID: Uint8Array.from(Buffer.from(String(user.id))),
      challenge: new Uint8Array(this.#challengeFor(user.id)),
      attestationType: 'none',
      excludeCredentials: known.map(({ credential_id: id }) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /**
   * Stores a passkey that a browser created.
   *
   * @returns undefined if the response is invalid or too late, or the passkey is known
   */
  async add(trx: Transaction, userId: number, name: string, response: object) {
    const checked = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: (challenge) => this.#isChallengeOf(userId, challenge),
      expectedOrigin: this.#origin,
      expectedRPID: this.rpId,
      requireUserVerification: true,
    }).catch(() => null);
    if (checked?.verified !== true) return undefined;
    const { credential } = checked.registrationInfo;
    return insertPasskey(trx, {
      user_id: userId,
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: credential.transports ?? [],
      name,
    });
  }

  /** The challenge of one sign-on: it is secret and expires with the sign-on. */
  challengeOfSignOn(uid: string): string {
    return signatureOf(this.#key, `sign-on ${uid}`).toString('base64url');
  }

  /**
   * The user whose passkey answered the challenge of a sign-on.
   *
   * @param answer JSON of the browser
   * @returns the user's id, null for an unknown passkey; and whether the response is valid
   */
  async signedOn(trx: Transaction, uid: string, answer: string): Promise<PasskeyAnswer> {
    const response = parsed(answer);
    const passkey = response === null ? undefined : await passkeyByCredential(trx, response.id);
    if (response === null || passkey === undefined) return { userId: null, isRight: false };
    const userId = passkey.user_id;
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge: this.challengeOfSignOn(uid),
      expectedOrigin: this.#origin,
      expectedRPID: this.rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.counter),
      },
    }).catch(() => null);
    if (checked?.verified !== true) return { userId, isRight: false };
    await usePasskey(trx, passkey.id, checked.authenticationInfo.newCounter);
    return { userId, isRight: true };
  }

  #sign(userId: number, nonce: Buffer): Buffer {
    return signatureOf(this.#key, Buffer.concat([Buffer.from(`register ${userId} `), nonce]));
  }

  /** Twenty-four bytes with their expiry time and a signature, so that nothing is stored. */
  #challengeFor(userId: number): Buffer {
    const nonce = Buffer.alloc(24);
    randomBytes(16).copy(nonce);
    nonce.writeBigUInt64BE(BigInt(Date.now() + CHALLENGE_LIFE_MS), 16);
    return Buffer.concat([nonce, this.#sign(userId, nonce)]);
  }

  #isChallengeOf(userId: number, challenge: string): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== 56) return false;
    const nonce = bytes.subarray(0, 24);
    if (nonce.readBigUInt64BE(16) < BigInt(Date.now())) return false;
    return isSameSecret(bytes.subarray(24), this.#sign(userId, nonce));
  }
}

function parsed(answer: string): AuthenticationResponseJSON | null {
  try {
    const value = JSON.parse(answer) as { readonly id?: unknown };
    return typeof value?.id === 'string' ? (value as AuthenticationResponseJSON) : null;
  } catch {
    return null;
  }
}
