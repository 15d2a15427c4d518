import fc from 'fast-check';
import type { DeviceMessage, DeviceRecord, StreamCodec } from '../src/index.ts';

const NOW = Date.UTC(2026, 5, 1);

/** Feeds bytes to a new session, split at these offsets. */
export function feed(codec: StreamCodec, bytes: Buffer, cuts: readonly number[] = []) {
  const session = codec.createSession({
    authenticationCode: () => 'a code',
    clockOffsetMin: () => 0,
    nowMs: () => NOW,
  });
  const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
  places.sort((a, b) => a - b);
  const messages: DeviceMessage[] = [];
  let heldMost = 0;
  let from = 0;
  for (const to of places) {
    // A copy, because a socket may overwrite its buffer later.
    messages.push(...session.push(Buffer.from(bytes.subarray(from, to))));
    heldMost = Math.max(heldMost, session.bufferedBytes);
    from = to;
  }
  return { messages, heldMost };
}

/** Maximum bytes that the gateway may send in answer to a session's messages. */
export function answerBytes(messages: readonly DeviceMessage[]): number {
  const length = (answer: Uint8Array | null) => answer?.length ?? 0;
  return messages.reduce((sum, message) => {
    if (message.kind === 'login')
      return sum + Math.max(length(message.accepted), length(message.refused));
    if (message.kind === 'records')
      return sum + Math.max(length(message.stored), length(message.failed));
    return sum + length(message.answer);
  }, 0);
}

/** The messages before the first bad frame; after it, frame boundaries are uncertain. */
export function untilBad(messages: readonly DeviceMessage[]): DeviceMessage[] {
  const bad = messages.findIndex(({ kind }) => kind === 'bad');
  return messages.slice(0, bad < 0 ? messages.length : bad);
}

export const recordsOf = (messages: readonly DeviceMessage[]): DeviceRecord[] =>
  messages.flatMap((message) => (message.kind === 'records' ? message.records : []));

/** The problems of a record; empty if it is valid. */
export function faultsOf(record: DeviceRecord): string[] {
  const faults: string[] = [];
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'number' && !Number.isFinite(value)) faults.push(`${name} ${value}`);
  }
  for (const [name, value] of Object.entries(record.attributes)) {
    const isKnown = ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
    if (!isKnown) faults.push(`attribute ${name} ${value}`);
  }
  const { fixValid, latitudeDeg: lat, longitudeDeg: lon } = record;
  if (fixValid && !(lat !== null && lon !== null && Math.abs(lat) <= 90 && Math.abs(lon) <= 180)) {
    faults.push(`a fix at ${lat}, ${lon}`);
  }
  return faults;
}

export const cuts = fc.array(fc.nat(100_000), { maxLength: 40 });

/** A stream with some bytes changed, removed or inserted. */
export function mutated(stream: fc.Arbitrary<Buffer>): fc.Arbitrary<Buffer> {
  const change = fc.record({
    at: fc.nat(100_000),
    take: fc.integer({ min: 0, max: 3 }),
    put: fc.uint8Array({ maxLength: 3 }),
  });
  return fc
    .tuple(stream, fc.array(change, { minLength: 1, maxLength: 5 }))
    .map(([bytes, changes]) => {
      let out = bytes;
      for (const { at, take, put } of changes) {
        const place = at % (out.length + 1);
        out = Buffer.concat([out.subarray(0, place), put, out.subarray(place + take)]);
      }
      return out;
    });
}

/** Random bytes in which the marks of the protocols are frequent. */
export const noise = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.uint8Array({ maxLength: 60 }) },
      fc
        .constantFrom(
          ...['7878', '7979', '0d0a', '7e', '7d01', '7d', '00000000', '000f', 'ff', '2c'],
          ...['2a', '24', '23', '3b', '2a48512c', '696d65693a'],
        )
        .map((hex) => Buffer.from(hex, 'hex')),
    ),
    { maxLength: 60 },
  )
  .map((parts) => Buffer.concat(parts));

/** A random report, within the limits of every protocol. */
export const moment = fc.record({
  timeMs: fc.integer({ min: 946_684_800, max: 2_000_000_000 }).map((second) => second * 1000),
  latitudeDeg: fc.double({ min: -90, max: 90, noNaN: true }),
  longitudeDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  speedKmh: fc.integer({ min: 0, max: 250 }),
  headingDeg: fc.integer({ min: 0, max: 359 }),
  ignition: fc.boolean(),
  odometerM: fc.integer({ min: 0, max: 400_000_000 }),
});
