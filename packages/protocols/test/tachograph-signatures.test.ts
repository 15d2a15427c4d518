import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CardContent,
  type CurveName,
  type IssuedChain,
  issueEccChain,
  issueRsaChain,
  overallSignature,
  readTachographFile,
  readTrustStore,
  type TransferContent,
  verifyTachographFile,
  writeCardFile,
  writeVehicleUnitFile,
} from '../src/tachograph/index.ts';
import { rsaIssuer } from '../src/tachograph/signatures/rsa-certificates.ts';
import { cardContent, vehicleUnitContent } from './tachograph-files.ts';
import { VECTORS_DIR } from './vectors.ts';

const DRIVER_CARD = 1;
const VEHICLE_UNIT = 6;
const CURVES: CurveName[] = [
  'brainpoolP256r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
  'prime256v1',
  'secp384r1',
  'secp521r1',
];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const NONE = readTrustStore([]);

function resultsOf(bytes: Uint8Array, roots: readonly Uint8Array[]) {
  return verifyTachographFile(readTachographFile(bytes), readTrustStore(roots));
}

/** A card with both generations, each with its certificates. */
function signedCard(first: IssuedChain, second: IssuedChain): Uint8Array {
  const [content] = fc.sample(cardContent, { numRuns: 1, seed: 7 }) as [CardContent];
  const whole: CardContent = {
    ...content,
    first: {
      specific_conditions: [],
      ...content.first,
      card_certificate: hex(first.own),
      ca_certificate: hex(first.memberState),
    },
    second: {
      vu_configuration: '0102',
      ...content.second,
      card_sign_certificate: hex(second.own),
      ca_certificate: hex(second.memberState),
    },
  };
  delete (whole.second as Record<string, unknown>).link_certificate;
  return writeCardFile(whole, { first: first.sign, second: second.sign });
}

function signedUnit(chain: IssuedChain, form: '1' | '2v2'): Uint8Array {
  const contents = fc
    .sample(vehicleUnitContent, { numRuns: 8, seed: 3 })
    .find(([overview]) => overview?.form === form) as TransferContent[];
  const [overview, ...others] = contents as [TransferContent, ...TransferContent[]];
  const certificates = {
    memberStateCertificate: hex(chain.memberState),
    vuCertificate: hex(chain.own),
  };
  const data = { ...overview.data, ...certificates };
  const parts = others.filter(({ part }) => part !== 'overview');
  return writeVehicleUnitFile([{ ...overview, data } as TransferContent, ...parts], chain.sign);
}

describe('signatures', () => {
  it('verifies a card of both generations, and each change of it', () => {
    const [first, second] = [
      issueRsaChain(DRIVER_CARD),
      issueEccChain(DRIVER_CARD, CURVES[0] as CurveName),
    ];
    const roots = [first.root, second.root];
    const bytes = signedCard(first, second);
    const checks = resultsOf(bytes, roots);
    expect(new Set(checks.map(({ generation }) => generation))).toEqual(new Set([1, 2]));
    expect(checks.map(({ result }) => result)).toEqual(checks.map(() => 'valid'));
    expect(overallSignature(checks)).toBe('valid');

    for (const { offset, name, generation } of checks.filter((_, i) => i % 4 === 0)) {
      const changed = Uint8Array.from(bytes);
      const at = offset + 5;
      const file = readTachographFile(bytes);
      const entry = file.kind === 'card' && file.files.find((one) => one.offset === offset);
      if (!entry || entry.bytes.length < 12) continue;
      changed[at + 11] = (changed[at + 11] as number) ^ 1;
      const damaged = resultsOf(changed, roots).filter(({ result }) => result !== 'valid');
      expect(damaged).toEqual([
        { name, generation, offset, result: 'invalid', reason: 'wrong_signature' },
      ]);
    }
  });

  it('says why a signature cannot be verified', () => {
    const [first, second] = [issueRsaChain(DRIVER_CARD), issueEccChain(DRIVER_CARD, 'secp384r1')];
    const bytes = signedCard(first, second);
    const reasons = (roots: Uint8Array[]) =>
      [1, 2].map((generation) => [
        ...new Set(
          resultsOf(bytes, roots)
            .filter((one) => one.generation === generation)
            .map(({ result, reason }) => `${result} ${reason}`),
        ),
      ]);
    expect(reasons([])).toEqual([['unverified no_root_key'], ['unverified no_root_key']]);
    // A root with the same identifier but another key has signed nothing of this card.
    const [otherFirst, otherSecond] = [
      issueRsaChain(DRIVER_CARD),
      issueEccChain(DRIVER_CARD, 'prime256v1'),
    ];
    expect(reasons([otherFirst.root, otherSecond.root])).toEqual([
      ['invalid bad_certificate'],
      ['invalid bad_certificate'],
    ]);
    const [content] = fc.sample(cardContent, { numRuns: 1, seed: 7 }) as [CardContent];
    const bare = {
      ...content,
      first: { specific_conditions: [] },
      second: { vu_configuration: '01' },
    };
    const without = (sign: Parameters<typeof writeCardFile>[1]) =>
      resultsOf(writeCardFile(bare, sign), [first.root]).map(({ reason }) => reason);
    expect(without({ first: first.sign, second: second.sign })).toEqual([
      'no_certificate',
      'no_certificate',
    ]);
    expect(without({})).toEqual(['no_signature', 'no_signature']);
    expect(overallSignature([])).toBe('unverified');
  });

  it('verifies vehicle units with every curve', () => {
    const other = issueRsaChain(VEHICLE_UNIT);
    const chains = [
      ['1', issueRsaChain(VEHICLE_UNIT)],
      ...CURVES.map((curve) => ['2v2', issueEccChain(VEHICLE_UNIT, curve)] as const),
    ] as const;
    for (const [form, chain] of chains) {
      const bytes = signedUnit(chain, form);
      const checks = resultsOf(bytes, [chain.root]);
      expect(checks.length).toBeGreaterThan(4);
      expect(overallSignature(checks)).toBe('valid');
      const foreign = signedUnit({ ...chain, sign: other.sign }, form);
      expect(overallSignature(resultsOf(foreign, [chain.root]))).toBe('invalid');
      expect(overallSignature(verifyTachographFile(readTachographFile(bytes), NONE))).toBe(
        'unverified',
      );
    }
  });

  it('knows the issuer of real member-state certificates', () => {
    const folder = resolve(VECTORS_DIR, 'tachograph');
    if (!existsSync(folder)) return;
    for (const name of ['finland_tcc37', 'finland_tcc38']) {
      const text = readFileSync(resolve(folder, `${name}.bin.b64`), 'utf8');
      const certificate = Uint8Array.from(Buffer.from(text, 'base64'));
      // The European authority's key identifier: nation EC, 'EC ', serial and key number.
      expect(rsaIssuer(certificate)).toMatch(/^fd4543/);
      const trust = readTrustStore([certificate]);
      expect(trust.rsaCertificates).toHaveLength(1);
      expect(trust.rsaRoots.size).toBe(0);
    }
  });
});
