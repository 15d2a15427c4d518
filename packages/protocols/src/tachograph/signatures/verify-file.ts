/** Verifies the signatures of a downloaded file (appendix 11). */
import { verify } from 'node:crypto';
import { type CardFile, type CardFileEntry, UNSIGNED_FILES } from '../card/read-card.ts';
import type { TachographFile } from '../read-file.ts';
import type { Transfer, VehicleUnitFile } from '../vehicle-unit/read-vehicle-unit.ts';
import { hasSigned } from './ecc-certificates.ts';
import {
  type Chain,
  eccChain,
  type InvalidReason,
  rsaChain,
  type TrustStore,
  type UnverifiedReason,
} from './trust.ts';

/** The result for one elementary file or transfer. */
export type SignatureCheck = {
  readonly name: string;
  readonly generation: 1 | 2;
  readonly offset: number;
} & (
  | { readonly result: 'valid'; readonly reason: null }
  | { readonly result: 'invalid'; readonly reason: InvalidReason }
  | { readonly result: 'unverified'; readonly reason: UnverifiedReason }
);

interface Signed {
  readonly name: string;
  readonly generation: 1 | 2;
  readonly offset: number;
  readonly data: Uint8Array;
  readonly signature: Uint8Array | null;
  readonly isWhole: boolean;
}

type Verifier = Chain<{ readonly hasSigned: (data: Uint8Array, signature: Uint8Array) => boolean }>;

function check(signed: Signed, chain: Verifier): SignatureCheck {
  const { name, generation, offset, data, signature, isWhole } = signed;
  const file = { name, generation, offset };
  const unverified = (reason: UnverifiedReason) =>
    ({ ...file, result: 'unverified', reason }) as const;
  if (!isWhole) return unverified('truncated');
  if (signature === null) return unverified('no_signature');
  if ('reason' in chain) {
    const { reason } = chain;
    return reason === 'bad_certificate'
      ? { ...file, result: 'invalid', reason }
      : unverified(reason);
  }
  return chain.key.hasSigned(data, signature)
    ? { ...file, result: 'valid', reason: null }
    : { ...file, result: 'invalid', reason: 'wrong_signature' };
}

function rsaVerifier(...[trust, authority, own]: Parameters<typeof rsaChain>): Verifier {
  const chain = rsaChain(trust, authority, own);
  if ('reason' in chain) return chain;
  const { key } = chain.key;
  return { key: { hasSigned: (data, signature) => verifyRsa(key, data, signature) } };
}

function verifyRsa(key: Parameters<typeof verify>[2], data: Uint8Array, signature: Uint8Array) {
  try {
    return verify('sha1', data, key, signature);
  } catch {
    return false;
  }
}

function eccVerifier(...[trust, bytes]: Parameters<typeof eccChain>): Verifier {
  const chain = eccChain(trust, bytes);
  if ('reason' in chain) return chain;
  const { key } = chain;
  return { key: { hasSigned: (data, signature) => hasSigned(key, data, signature) } };
}

function cardChecks(card: CardFile, trust: TrustStore): SignatureCheck[] {
  const bytes = (name: string, generation: 1 | 2) =>
    card.files.find((file) => file.name === name && file.generation === generation)?.bytes ?? null;
  const verifiers = {
    1: rsaVerifier(trust, bytes('ca_certificate', 1), bytes('card_certificate', 1)),
    2: eccVerifier(trust, {
      own: bytes('card_sign_certificate', 2),
      authority: bytes('ca_certificate', 2),
      link: bytes('link_certificate', 2),
    }),
  };
  const isSigned = ({ name, signature }: CardFileEntry) =>
    name !== null && (signature !== null || !UNSIGNED_FILES.has(name));
  return card.files.filter(isSigned).map((file) => {
    const { generation, offset, signature, part } = file;
    const signed = { generation, offset, signature, data: file.bytes, isWhole: part === null };
    return check({ name: file.name ?? '', ...signed }, verifiers[generation]);
  });
}

const fromHex = (text: string | null) => (text === null ? null : Buffer.from(text, 'hex'));

function unitVerifier(transfer: Transfer, trust: TrustStore): Verifier {
  if (transfer.part !== 'overview') return { reason: 'no_certificate' };
  const own = fromHex(transfer.data.vuCertificate);
  const authority = fromHex(transfer.data.memberStateCertificate);
  return transfer.form === '1'
    ? rsaVerifier(trust, authority, own)
    : eccVerifier(trust, { own, authority, link: null });
}

/** The certificates are in the overview; each generation of the file has its own. */
function unitChecks(file: VehicleUnitFile, trust: TrustStore): SignatureCheck[] {
  const generationOf = ({ form }: Transfer) => (form === '1' ? 1 : 2);
  const verifiers = new Map<1 | 2, Verifier>();
  for (const transfer of file.transfers)
    if (transfer.part === 'overview' && !verifiers.has(generationOf(transfer)))
      verifiers.set(generationOf(transfer), unitVerifier(transfer, trust));
  return file.transfers.map((transfer) => {
    const generation = generationOf(transfer);
    const { part: name, offset, signed: data, signature, isWhole } = transfer;
    const chain = verifiers.get(generation) ?? { reason: 'no_certificate' as const };
    return check({ name, generation, offset, data, signature, isWhole }, chain);
  });
}

export function verifyTachographFile(file: TachographFile, trust: TrustStore): SignatureCheck[] {
  if (file.kind === 'unrecognised') return [];
  if (file.kind === 'card') return cardChecks(file, trust);
  const ofCard = file.card === null ? [] : cardChecks(file.card, trust);
  return [...unitChecks(file, trust), ...ofCard];
}

/** One word for the file: invalid if any check is, valid if all are. */
export function overallSignature(checks: readonly SignatureCheck[]): SignatureCheck['result'] {
  if (checks.some(({ result }) => result === 'invalid')) return 'invalid';
  return checks.length > 0 && checks.every(({ result }) => result === 'valid')
    ? 'valid'
    : 'unverified';
}
