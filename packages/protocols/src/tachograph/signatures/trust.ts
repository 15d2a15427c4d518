/** Root keys and certificates from which chains begin. */
import { type EccCertificate, hasSigned, readEccCertificate } from './ecc-certificates.ts';
import {
  type IdentifiedKey,
  openRsaCertificate,
  readRsaRootKey,
  rsaIssuer,
} from './rsa-certificates.ts';

export interface TrustStore {
  /** European root keys of the first generation by key identifier. */
  readonly rsaRoots: ReadonlyMap<string, IdentifiedKey>;
  /** Member-state certificates of the first generation, to be opened with a root key. */
  readonly rsaCertificates: readonly Uint8Array[];
  /** European root certificates of the second generation by key identifier. */
  readonly eccRoots: ReadonlyMap<string, EccCertificate>;
  readonly eccCertificates: readonly EccCertificate[];
}

/** A root certificate is signed with its own key. */
function isSelfSigned(certificate: EccCertificate): boolean {
  return (
    certificate.keyId === certificate.issuerKeyId &&
    hasSigned(certificate, certificate.signed, certificate.signature)
  );
}

/**
 * The keys in files as published by the European authority: a root key of the first generation
 * (144 bytes), member-state certificates (194 bytes), certificates of the second generation. Other
 * files are ignored.
 */
export function readTrustStore(files: readonly Uint8Array[]): TrustStore {
  const rsaRoots = new Map<string, IdentifiedKey>();
  const eccRoots = new Map<string, EccCertificate>();
  const rsaCertificates: Uint8Array[] = [];
  const eccCertificates: EccCertificate[] = [];
  for (const file of files) {
    const root = readRsaRootKey(file);
    const ecc = readEccCertificate(file);
    if (root !== null) rsaRoots.set(root.keyId, root);
    else if (ecc !== null && isSelfSigned(ecc)) eccRoots.set(ecc.keyId, ecc);
    else if (ecc !== null) eccCertificates.push(ecc);
    else if (rsaIssuer(file) !== null) rsaCertificates.push(file);
  }
  return { rsaRoots, rsaCertificates, eccRoots, eccCertificates };
}

export type UnverifiedReason = 'no_root_key' | 'no_certificate' | 'no_signature' | 'truncated';
export type InvalidReason = 'bad_certificate' | 'wrong_signature';
export type Chain<K> =
  | { readonly key: K }
  | { readonly reason: 'no_root_key' | 'no_certificate' | 'bad_certificate' };

/** The key of a card or vehicle unit of the first generation. `authority` is in the same file. */
export function rsaChain(
  trust: TrustStore,
  authority: Uint8Array | null,
  own: Uint8Array | null,
): Chain<IdentifiedKey> {
  if (own === null) return { reason: 'no_certificate' };
  const issuerId = rsaIssuer(own);
  if (issuerId === null) return { reason: 'bad_certificate' };
  const candidates =
    authority === null ? trust.rsaCertificates : [authority, ...trust.rsaCertificates];
  let isRootKnown = false;
  for (const candidate of candidates) {
    const root = trust.rsaRoots.get(rsaIssuer(candidate) ?? '');
    if (root === undefined) continue;
    isRootKnown = true;
    const issuer = openRsaCertificate(candidate, root);
    if (issuer === null || issuer.keyId !== issuerId) continue;
    const key = openRsaCertificate(own, issuer);
    return key === null ? { reason: 'bad_certificate' } : { key };
  }
  if (!isRootKnown) return { reason: 'no_root_key' };
  return { reason: authority === null ? 'no_certificate' : 'bad_certificate' };
}

/** Roots, and those that a link certificate of a known root introduces. */
function rootOf(trust: TrustStore, keyId: string, links: readonly EccCertificate[]) {
  const known = trust.eccRoots.get(keyId);
  if (known !== undefined) return known;
  return links.find((link) => {
    const issuer = trust.eccRoots.get(link.issuerKeyId);
    return (
      link.keyId === keyId && issuer !== undefined && hasSigned(issuer, link.signed, link.signature)
    );
  });
}

/** The key of a card or vehicle unit of the second generation. */
export function eccChain(
  trust: TrustStore,
  bytes: {
    readonly own: Uint8Array | null;
    readonly authority: Uint8Array | null;
    readonly link: Uint8Array | null;
  },
): Chain<EccCertificate> {
  if (bytes.own === null) return { reason: 'no_certificate' };
  const own = readEccCertificate(bytes.own);
  if (own === null) return { reason: 'bad_certificate' };
  const read = (one: Uint8Array | null) => (one === null ? null : readEccCertificate(one));
  const [authority, link] = [read(bytes.authority), read(bytes.link)];
  const links = [...trust.eccCertificates, ...(link === null ? [] : [link])];
  const issuers = [...(authority === null ? [] : [authority]), ...trust.eccCertificates];
  const issuer = issuers.find(({ keyId }) => keyId === own.issuerKeyId);
  if (issuer === undefined) return { reason: 'no_certificate' };
  const root = rootOf(trust, issuer.issuerKeyId, links);
  if (root === undefined) return { reason: 'no_root_key' };
  const isSound =
    hasSigned(root, issuer.signed, issuer.signature) &&
    hasSigned(issuer, own.signed, own.signature);
  return isSound ? { key: own } : { reason: 'bad_certificate' };
}
