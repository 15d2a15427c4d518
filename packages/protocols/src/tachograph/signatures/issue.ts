/**
 * Issues certificates with keys of one's own, for tests and the demo fleet: a root, a member state,
 * and a card or vehicle unit below it. No key of the European authority is involved.
 */
import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  privateEncrypt,
  sign as signBytes,
} from 'node:crypto';
import type { Sign } from '../write-file.ts';

const HEADER = 0x6a;
const TRAILER = 0xbc;
const RECOVERED_BYTES = 106;
const NO_END = Buffer.from('ffffffff', 'hex');
const RSA_BITS = 1024;
const CHA_TACHOGRAPH = Buffer.from('ff544143484f', 'hex');

/** The key files of a made-up authority and what a card or vehicle unit of it carries. */
export interface IssuedChain {
  readonly root: Uint8Array;
  readonly memberState: Uint8Array;
  readonly own: Uint8Array;
  readonly sign: Sign;
}

const keyId = (number: number) => {
  const id = Buffer.alloc(8);
  id.writeUInt32BE(number, 4);
  return id;
};

interface RsaPair {
  readonly id: Buffer;
  readonly privateKey: KeyObject;
  /** Modulus of 128 bytes and exponent of 8. */
  readonly publicNumbers: Buffer;
}

function rsaPair(number: number): RsaPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const exponent = Buffer.from(e ?? '', 'base64url');
  const publicNumbers = Buffer.concat([
    Buffer.from(n ?? '', 'base64url'),
    Buffer.alloc(8 - exponent.length),
    exponent,
  ]);
  return { id: keyId(number), privateKey, publicNumbers };
}

function rsaCertificate(issuer: RsaPair, holder: RsaPair, equipment: number): Uint8Array {
  const content = Buffer.concat([
    Uint8Array.of(1),
    issuer.id,
    CHA_TACHOGRAPH,
    Uint8Array.of(equipment),
    NO_END,
    holder.id,
    holder.publicNumbers,
  ]);
  const message = Buffer.concat([
    Uint8Array.of(HEADER),
    content.subarray(0, RECOVERED_BYTES),
    createHash('sha1').update(content).digest(),
    Uint8Array.of(TRAILER),
  ]);
  const key = { key: issuer.privateKey, padding: constants.RSA_NO_PADDING };
  return Buffer.concat([
    privateEncrypt(key, message),
    content.subarray(RECOVERED_BYTES),
    issuer.id,
  ]);
}

export function issueRsaChain(equipment: number): IssuedChain {
  const [root, memberState, own] = [rsaPair(1), rsaPair(2), rsaPair(3)];
  return {
    root: Buffer.concat([root.id, root.publicNumbers]),
    memberState: rsaCertificate(root, memberState, 0),
    own: rsaCertificate(memberState, own, equipment),
    sign: (bytes) => signBytes('sha1', bytes, own.privateKey),
  };
}

/** Curve names of the runtime with their object identifier and digest. */
const CURVES = {
  brainpoolP256r1: { oid: '06092b2403030208010107', digest: 'sha256' },
  brainpoolP384r1: { oid: '06092b240303020801010b', digest: 'sha384' },
  brainpoolP512r1: { oid: '06092b240303020801010d', digest: 'sha512' },
  prime256v1: { oid: '06082a8648ce3d030107', digest: 'sha256' },
  secp384r1: { oid: '06052b81040022', digest: 'sha384' },
  secp521r1: { oid: '06052b81040023', digest: 'sha512' },
} as const;
export type CurveName = keyof typeof CURVES;

interface EccPair {
  readonly id: Buffer;
  readonly curve: CurveName;
  readonly privateKey: KeyObject;
  readonly point: Buffer;
}

function tlv(tag: string, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(tag, 'hex'), Uint8Array.from(head), content]);
}

function eccPair(number: number, curve: CurveName): EccPair {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const der = publicKey.export({ format: 'der', type: 'spki' });
  // The point ends the structure; an uncompressed one begins with 04.
  const oid = Buffer.from(CURVES[curve].oid, 'hex');
  const bits = der.subarray(der.indexOf(oid) + oid.length);
  return { id: keyId(number), curve, privateKey, point: bits.subarray(bits.indexOf(0x04, 2)) };
}

function plainSignature(signer: EccPair, bytes: Uint8Array): Buffer {
  const key = { key: signer.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return signBytes(CURVES[signer.curve].digest, bytes, key);
}

function eccCertificate(issuer: EccPair, holder: EccPair, equipment: number): Uint8Array {
  const body = tlv(
    '7f4e',
    tlv('5f29', Uint8Array.of(0)),
    tlv('42', issuer.id),
    tlv('5f4c', CHA_TACHOGRAPH, Uint8Array.of(equipment)),
    tlv('7f49', Buffer.from(CURVES[holder.curve].oid, 'hex'), tlv('86', holder.point)),
    tlv('5f20', holder.id),
    tlv('5f25', Buffer.from('00000001', 'hex')),
    tlv('5f24', NO_END),
  );
  return tlv('7f21', body, tlv('5f37', plainSignature(issuer, body)));
}

export function issueEccChain(equipment: number, curve: CurveName): IssuedChain {
  const [root, memberState, own] = [eccPair(1, curve), eccPair(2, curve), eccPair(3, curve)];
  const EUROPE = 13;
  return {
    root: eccCertificate(root, root, EUROPE),
    memberState: eccCertificate(root, memberState, EUROPE + 1),
    own: eccCertificate(memberState, own, equipment),
    sign: (bytes) => plainSignature(own, bytes),
  };
}
