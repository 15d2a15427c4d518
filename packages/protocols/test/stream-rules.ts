import fc from 'fast-check';
import { expect } from 'vitest';
import type { DeviceMessage, StreamCodec } from '../src/index.ts';
import { answerBytes, cuts, faultsOf, feed, mutated, recordsOf, untilBad } from './streams.ts';

/** `npm run test:long` sets a far higher number. */
export const RUNS = Number(process.env.FUZZ_RUNS ?? 200);

/** Limits of a protocol, so that input cannot be amplified. */
export interface StreamLimits {
  readonly answerBytesPerMessage: number;
  /** Maximum bytes buffered of a stream of this length. */
  readonly heldBytes: (streamBytes: number) => number;
}

/** Fails if a codec throws, amplifies a stream, or gives invalid records. */
export function expectBounded(
  codec: StreamCodec,
  streams: fc.Arbitrary<Buffer>,
  { answerBytesPerMessage, heldBytes }: StreamLimits,
  checkMessages: (messages: readonly DeviceMessage[]) => void = () => undefined,
): void {
  const check = (bytes: Buffer, places: readonly number[]) => {
    const { messages, heldMost } = feed(codec, bytes, places);
    expect(messages.length).toBeLessThanOrEqual(bytes.length);
    expect(answerBytes(messages)).toBeLessThanOrEqual(messages.length * answerBytesPerMessage);
    expect(heldMost).toBeLessThanOrEqual(heldBytes(bytes.length));
    expect(recordsOf(messages).flatMap(faultsOf)).toEqual([]);
    checkMessages(messages);
  };
  fc.assert(fc.property(streams, cuts, check), { numRuns: RUNS });
}

/** Fails if the messages before the damage of a stream depend on how it is split. */
export function expectSameUpToDamage(codec: StreamCodec, streams: fc.Arbitrary<Buffer>): void {
  const check = (bytes: Buffer, places: readonly number[]) => {
    const whole = untilBad(feed(codec, bytes).messages);
    const cut = untilBad(feed(codec, bytes, places).messages);
    const both = Math.min(whole.length, cut.length);
    expect(cut.slice(0, both)).toEqual(whole.slice(0, both));
  };
  fc.assert(fc.property(mutated(streams), cuts, check), { numRuns: RUNS });
}
