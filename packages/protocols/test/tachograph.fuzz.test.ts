import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  readTachographFile,
  type Sign,
  type TachographFile,
  type TransferContent,
  writeCardFile,
  writeVehicleUnitFile,
} from '../src/tachograph/index.ts';
import { cardContent, vehicleUnitContent } from './tachograph-files.ts';

/** `npm run test:long` sets a far higher number. */
const RUNS = Math.min(Number(process.env.FUZZ_RUNS ?? 25), 5000);
vi.setConfig({ testTimeout: 900_000 });

const SIGNATURE_BYTES = 128;
const sign: Sign = (bytes) => new Uint8Array(SIGNATURE_BYTES).fill(bytes.length % 251);
const equal = (a: Uint8Array, b: Uint8Array) => expect(Buffer.compare(a, b)).toBe(0);

function transfersOf(file: TachographFile): TransferContent[] {
  if (file.kind !== 'vehicle_unit') throw new Error(file.kind);
  return file.transfers.map(({ part, form, data }) => ({ part, form, data }) as TransferContent);
}

describe('written files', () => {
  it('reads what it has written: cards', () => {
    fc.assert(
      fc.property(cardContent, (content) => {
        const bytes = writeCardFile(content, { first: sign, second: sign });
        const file = readTachographFile(bytes);
        if (bytes.length === 0) return;
        if (file.kind !== 'card') throw new Error(file.kind);
        equal(writeCardFile(file, { first: sign, second: sign }), bytes);
        const again = readTachographFile(writeCardFile(file, { first: sign, second: sign }));
        expect(again).toEqual(file);
      }),
      { numRuns: RUNS },
    );
  });

  it('reads what it has written: vehicle units of each generation', () => {
    fc.assert(
      fc.property(vehicleUnitContent, (contents) => {
        const bytes = writeVehicleUnitFile(contents, sign);
        const file = readTachographFile(bytes);
        expect(file.problems).toEqual([]);
        expect(transfersOf(file)).toEqual(contents);
        equal(writeVehicleUnitFile(transfersOf(file), sign), bytes);
      }),
      { numRuns: RUNS },
    );
  });
});

const written = fc.oneof(
  cardContent.map((content) => writeCardFile(content, { first: sign, second: sign })),
  vehicleUnitContent.map((contents) => writeVehicleUnitFile(contents, sign)),
);
const damage = fc.array(
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }),
  {
    maxLength: 12,
  },
);

describe('damaged files', () => {
  it('reads any bytes without an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
        expect(readTachographFile(bytes).problems.length).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('reads files with wrong bytes, cut off, with bytes missing or repeated', () => {
    fc.assert(
      fc.property(
        written,
        damage,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(40),
        (bytes, wrong, cut, missing) => {
          const copy = Uint8Array.from(bytes);
          for (const { at, byte } of wrong) copy[Math.floor(at * copy.length)] = byte;
          const place = Math.floor(cut * copy.length);
          const [head, tail] = [copy.subarray(0, place), copy.subarray(place + missing)];
          for (const variant of [
            copy,
            head,
            Buffer.concat([head, tail]),
            Buffer.concat([head, copy]),
          ])
            expect(readTachographFile(variant).problems).toBeInstanceOf(Array);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('keeps the messages behind a damaged one', () => {
    fc.assert(
      fc.property(vehicleUnitContent, (contents) => {
        const bytes = writeVehicleUnitFile(contents, sign);
        const second = Buffer.from(writeVehicleUnitFile(contents.slice(0, 1), sign)).length;
        // The second message loses its last 40 bytes.
        const two = Buffer.from(writeVehicleUnitFile(contents.slice(0, 2), sign)).length;
        const cut = Buffer.concat([bytes.subarray(0, two - 40), bytes.subarray(two)]);
        expect(second).toBeLessThan(two - 40);
        const found = transfersOf(readTachographFile(cut));
        for (const whole of [contents[0], ...contents.slice(2)])
          expect(found).toContainEqual(whole);
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });

  it('keeps the message behind a damaged one whose end falls on bytes that look like a message', () => {
    const marks: Sign = () => Buffer.alloc(SIGNATURE_BYTES, Buffer.from([0x76, 0x00]));
    const lengthOf = (contents: readonly TransferContent[]) =>
      Buffer.from(writeVehicleUnitFile(contents, marks)).length;
    fc.assert(
      fc.property(vehicleUnitContent, (contents) => {
        fc.pre(contents[0]?.form === '1');
        const [first, second, third] = [1, 2, 3].map((n) => lengthOf(contents.slice(0, n)));
        const start = second ?? 0;
        // As long as the third message up to the middle of its signature.
        const lost = (third ?? 0) - start - SIGNATURE_BYTES / 2;
        fc.pre(lost < start - (first ?? 0) - 2);
        const bytes = writeVehicleUnitFile(contents, marks);
        const cut = Buffer.concat([bytes.subarray(0, start - lost), bytes.subarray(start)]);
        const found = transfersOf(readTachographFile(cut));
        for (const whole of contents.slice(2)) expect(found).toContainEqual(whole);
      }),
      // The marks are everywhere, so that a damaged end can meet two of them: not for every file there is an answer.
      { numRuns: 25, seed: 1 },
    );
  });

  it('writes an unknown single value of the first generation as empty bytes', () => {
    const [overview] = fc.sample(
      vehicleUnitContent.filter(([one]) => one?.form === '1'),
      { numRuns: 1, seed: 1 },
    )[0] as [TransferContent];
    const contents = [{ ...overview, data: { ...overview.data, currentTime: null } }];
    const file = readTachographFile(writeVehicleUnitFile(contents as TransferContent[], sign));
    expect(file.problems).toEqual([]);
    expect(transfersOf(file)).toEqual(contents);
  });
});

/** Mutations of whole files, of which each is decoded: FUZZ_RUNS in all, over files of each kind. */
const MUTATIONS = Number(process.env.FUZZ_RUNS ?? 200);
/** The longest time that decoding one file may keep the process busy. */
const MOST_STALL_MS = 50;
/** A million mutations take some 25 minutes of one core. */
const MOST_RUN_MS = 2 * 3_600_000;
const FILES = process.env.FUZZ_RUNS === undefined ? 6 : 40;

/** Numbers from a seed (xorshift), so that a run can be repeated. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A copy with up to eight wrong bytes, lengths with large values, parts cut out, repeated or swapped. */
function mutated(bytes: Uint8Array, number: (below: number) => number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const length = copy.length;
  for (let n = number(8); n >= 0; n -= 1) copy[number(length)] = number(256);
  const from = number(length);
  const to = Math.min(length, from + 1 + number(200));
  switch (number(6)) {
    case 0:
      return copy.subarray(0, from);
    case 1:
      return Buffer.concat([copy.subarray(0, from), copy.subarray(to)]);
    case 2:
      return Buffer.concat([copy.subarray(0, to), copy.subarray(from)]);
    case 3:
      copy.fill(255, from, Math.min(to, from + 4));
      return copy;
    case 4:
      copy.copyWithin(number(length), from, to);
      return copy;
    default:
      return copy;
  }
}

describe('mutated files', () => {
  it(
    `reads ${MUTATIONS} mutations without an exception or a stall`,
    () => {
      const seed = Number(process.env.FUZZ_SEED ?? 20_161);
      const files = fc.sample(written, { numRuns: FILES, seed }).filter(({ length }) => length > 0);
      const number = numbersFrom(seed);
      let longestMs = 0;
      let stalls = 0;
      const started = process.cpuUsage();
      for (let n = 0; n < MUTATIONS; n += 1) {
        const file = mutated(files[n % files.length] ?? new Uint8Array(1), number);
        const before = process.cpuUsage();
        expect(readTachographFile(file).problems).toBeInstanceOf(Array);
        const { system, user } = process.cpuUsage(before);
        const ms = (system + user) / 1000;
        longestMs = Math.max(longestMs, ms);
        if (ms > MOST_STALL_MS) stalls += 1;
      }
      const { user } = process.cpuUsage(started);
      if (process.env.FUZZ_RUNS !== undefined) {
        console.info({ mutations: MUTATIONS, longestMs, stalls, cpuS: Math.round(user / 1e6) });
        expect(stalls).toBe(0);
      }
    },
    MOST_RUN_MS,
  );
});
