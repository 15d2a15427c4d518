/**
 * Certificates of the first generation (appendix 11, part A): 194 bytes, a signature with partial
 * message recovery (ISO/IEC 9796-2), so that their content is known only with the issuer's key.
 */
import { constants, createHash, createPublicKey, type KeyObject, publicDecrypt } from 'node:crypto';

const SIGNATURE_BYTES = 128;
const CERTIFICATE_BYTES = 194;
const RECOVERED_BYTES = 106;
const REST_BYTES = 58;
const HASH_BYTES = 20;
const KEY_ID_BYTES = 8;
const HEADER = 0x6a;
const TRAILER = 0xbc;
const ROOT_KEY_BYTES = 144;

/** A public key with the identifier by which certificates name their issuer (hexadecimal). */
export interface IdentifiedKey {
  readonly keyId: string;
  readonly key: KeyObject;
}

export interface RsaCertificate extends IdentifiedKey {
  /** Seconds since 1970; null if the certificate has no end. */
  readonly endOfValidityS: number | null;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function withoutLeadingZeros(bytes: Uint8Array): Uint8Array {
  const from = bytes.findIndex((byte) => byte !== 0);
  return from < 0 ? bytes : bytes.subarray(from);
}

/** Null if the numbers are no RSA key. */
function rsaKey(modulus: Uint8Array, exponent: Uint8Array): KeyObject | null {
  const text = (bytes: Uint8Array) => Buffer.from(withoutLeadingZeros(bytes)).toString('base64url');
  try {
    return createPublicKey({
      key: { kty: 'RSA', n: text(modulus), e: text(exponent) },
      format: 'jwk',
    });
  } catch {
    return null;
  }
}

/** A European root key as published: identifier, modulus, exponent; null for other bytes. */
export function readRsaRootKey(bytes: Uint8Array): IdentifiedKey | null {
  if (bytes.length !== ROOT_KEY_BYTES) return null;
  const key = rsaKey(bytes.subarray(KEY_ID_BYTES, 136), bytes.subarray(136));
  return key === null ? null : { keyId: hex(bytes.subarray(0, KEY_ID_BYTES)), key };
}

/** The identifier of the issuer's key; null if the bytes are no certificate. */
export function rsaIssuer(certificate: Uint8Array): string | null {
  return certificate.length === CERTIFICATE_BYTES
    ? hex(certificate.subarray(SIGNATURE_BYTES + REST_BYTES))
    : null;
}

function recover(certificate: Uint8Array, issuer: KeyObject): Buffer | null {
  try {
    const signature = certificate.subarray(0, SIGNATURE_BYTES);
    return publicDecrypt({ key: issuer, padding: constants.RSA_NO_PADDING }, signature);
  } catch {
    return null;
  }
}

/** The certificate's content if the issuer has signed it, otherwise null. */
export function openRsaCertificate(
  certificate: Uint8Array,
  issuer: IdentifiedKey,
): RsaCertificate | null {
  if (rsaIssuer(certificate) !== issuer.keyId) return null;
  const recovered = recover(certificate, issuer.key);
  if (recovered === null || recovered.length !== SIGNATURE_BYTES) return null;
  if (recovered[0] !== HEADER || recovered[SIGNATURE_BYTES - 1] !== TRAILER) return null;
  const content = Buffer.concat([
    recovered.subarray(1, 1 + RECOVERED_BYTES),
    certificate.subarray(SIGNATURE_BYTES, SIGNATURE_BYTES + REST_BYTES),
  ]);
  const hash = recovered.subarray(1 + RECOVERED_BYTES, 1 + RECOVERED_BYTES + HASH_BYTES);
  if (!createHash('sha1').update(content).digest().equals(hash)) return null;
  const key = rsaKey(content.subarray(28, 156), content.subarray(156, 164));
  if (key === null) return null;
  const end = content.readUInt32BE(16);
  return {
    key,
    keyId: hex(content.subarray(20, 28)),
    endOfValidityS: end === 0xffff_ffff ? null : end,
  };
}
