/**
 * Certificates of the second generation (appendix 11, part B, 9.3): card-verifiable certificates
 * with keys on brainpool or NIST curves.
 */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { IdentifiedKey } from './rsa-certificates.ts';

const TAG = {
  certificate: 0x7f21,
  body: 0x7f4e,
  authority: 0x42,
  publicKey: 0x7f49,
  domain: 0x06,
  point: 0x86,
  holder: 0x5f20,
  validFrom: 0x5f25,
  validTo: 0x5f24,
  signature: 0x5f37,
} as const;

/** Digest by the size of the signer's curve (appendix 11, 8.2.3); by object identifier. */
const CURVE_DIGESTS: Readonly<Record<string, 'sha256' | 'sha384' | 'sha512'>> = {
  // brainpoolP256r1, P384r1, P512r1
  '2b2403030208010107': 'sha256',
  '2b240303020801010b': 'sha384',
  '2b240303020801010d': 'sha512',
  // NIST P-256, P-384, P-521
  '2a8648ce3d030107': 'sha256',
  '2b81040022': 'sha384',
  '2b81040023': 'sha512',
};

export interface EccKey extends IdentifiedKey {
  readonly digest: 'sha256' | 'sha384' | 'sha512';
}

export interface EccCertificate extends EccKey {
  readonly issuerKeyId: string;
  readonly validFromS: number;
  readonly validToS: number;
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
}

interface Item {
  readonly tag: number;
  readonly value: Uint8Array;
  /** With tag and length. */
  readonly whole: Uint8Array;
}

/** One tag-length-value at the start of `bytes`; null if it is not complete. */
function itemAt(bytes: Uint8Array, at: number): Item | null {
  let next = at;
  let tag = bytes[next] as number;
  if (tag === undefined) return null;
  next += 1;
  if ((tag & 0x1f) === 0x1f) {
    tag = tag * 256 + (bytes[next] ?? 0);
    next += 1;
  }
  let length = bytes[next];
  if (length === undefined) return null;
  next += 1;
  if (length > 0x80) {
    const count = length - 0x80;
    if (count > 2 || next + count > bytes.length) return null;
    length = 0;
    for (let i = 0; i < count; i += 1) length = length * 256 + (bytes[next + i] as number);
    next += count;
  }
  if (next + length > bytes.length) return null;
  return {
    tag,
    value: bytes.subarray(next, next + length),
    whole: bytes.subarray(at, next + length),
  };
}

function items(bytes: Uint8Array): Map<number, Item> {
  const found = new Map<number, Item>();
  for (let at = 0; at < bytes.length; ) {
    const item = itemAt(bytes, at);
    if (item === null) break;
    if (!found.has(item.tag)) found.set(item.tag, item);
    at += item.whole.length;
  }
  return found;
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const EC_PUBLIC_KEY = Buffer.from('06072a8648ce3d0201', 'hex');

function sequence(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 0x80 ? [content.length] : [0x81, content.length];
  return Buffer.concat([Uint8Array.of(tag, ...length), content]);
}

/** SubjectPublicKeyInfo of a point; null if it is not on the curve. */
function pointKey(curve: Uint8Array, point: Uint8Array): KeyObject | null {
  const algorithm = sequence(0x30, EC_PUBLIC_KEY, sequence(0x06, curve));
  const der = sequence(0x30, algorithm, sequence(0x03, Uint8Array.of(0), point));
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

const seconds = (bytes: Uint8Array | undefined) =>
  bytes?.length === 4 ? Buffer.from(bytes).readUInt32BE(0) : null;

/** The content of a certificate, not verified yet; null if the bytes are none. */
export function readEccCertificate(bytes: Uint8Array): EccCertificate | null {
  const outer = itemAt(bytes, 0);
  if (outer?.tag !== TAG.certificate) return null;
  const parts = items(outer.value);
  const body = parts.get(TAG.body);
  const signature = parts.get(TAG.signature);
  if (body === undefined || signature === undefined) return null;
  const members = items(body.value);
  const keyItems = items(members.get(TAG.publicKey)?.value ?? new Uint8Array());
  const [curve, point] = [keyItems.get(TAG.domain), keyItems.get(TAG.point)];
  const [authority, holder] = [members.get(TAG.authority), members.get(TAG.holder)];
  const validFromS = seconds(members.get(TAG.validFrom)?.value);
  const validToS = seconds(members.get(TAG.validTo)?.value);
  if (!curve || !point || !authority || !holder || validFromS === null || validToS === null)
    return null;
  const digest = CURVE_DIGESTS[hex(curve.value)];
  const key = digest === undefined ? null : pointKey(curve.value, point.value);
  if (digest === undefined || key === null) return null;
  return {
    keyId: hex(holder.value),
    issuerKeyId: hex(authority.value),
    key,
    digest,
    validFromS,
    validToS,
    signed: body.whole,
    signature: signature.value,
  };
}

/** Plain signature (r and s one after the other) over `data`. */
export function hasSigned(signer: EccKey, data: Uint8Array, signature: Uint8Array): boolean {
  try {
    const key = { key: signer.key, dsaEncoding: 'ieee-p1363' } as const;
    return verify(signer.digest, data, key, signature);
  } catch {
    return false;
  }
}
