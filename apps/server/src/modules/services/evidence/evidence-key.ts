import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import { secretBox, storedSecret } from '../../../platform/auth/index.ts';
import type { Services } from '../../../platform/services.ts';

/** The key with which this installation signs evidence packs. */
export interface EvidenceKey {
  /** SPKI in PEM. */
  readonly publicKey: string;
  /** SHA-256 of the SPKI in DER, in hexadecimal digits. */
  readonly fingerprint: string;
  /** The Ed25519 signature of some bytes. */
  sign(bytes: Buffer): Buffer;
}

interface StoredKey {
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
}

async function made(): Promise<StoredKey> {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

const fingerprintOf = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex');

/**
 * The Ed25519 key of this installation: created when it is first needed, and stored encrypted in the
 * database, so that a backup contains it.
 */
export async function evidenceKey({
  config,
  db,
}: Pick<Services, 'config' | 'db'>): Promise<EvidenceKey> {
  const box = secretBox(config, 'evidence key');
  const stored = await storedSecret(db, box, 'evidence.signing-key', made);
  const privateKey = createPrivateKey(stored.privateKey);
  const publicKey = createPublicKey(privateKey);
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey),
    sign: (bytes) => sign(null, bytes, privateKey),
  };
}
