import { describe, expect, it } from 'vitest';
import { h02Codec } from '../src/index.ts';
import {
  answersOf,
  checkRecord,
  messagesOf,
  type TextVector,
  textVectors,
  wireBytes,
} from './text-vectors.ts';
import { splitAtEachByte } from './vectors.ts';

const frames = textVectors('h02');
const cases = (wanted: (vector: TextVector) => boolean) =>
  (frames ?? []).filter(wanted).map((vector) => [vector.id, vector.variant, vector] as const);

/** A message without a device follows the login of one. */
const named = ({ text = '', ...vector }: TextVector): TextVector => ({
  ...vector,
  text: text.replace(',,', ',1234567890,'),
});

describe.skipIf(frames === null)('H02 frames of real devices', () => {
  it.each(cases(({ variant }) => variant !== 'framing'))(
    '%s (%s) gives its records and its answer',
    (_id, _variant, vector) => {
      const messages = messagesOf(h02Codec, vector.needs === 'session' ? named(vector) : vector);
      const records = messages.flatMap((one) => (one.kind === 'records' ? one.records : []));
      const stated = vector.expect.records;
      expect(records).toHaveLength(stated.length);
      records.forEach((record, n) => {
        checkRecord(record, stated[n], vector.doubtful !== undefined);
        const { odometer, temp1 } = stated[n].attributes;
        if (odometer !== undefined) expect(record.odometerM).toBe(odometer);
        if (temp1 !== undefined) expect(record.temperatureC).toBe(temp1);
      });
      const [login] = messages;
      if (vector.deviceId !== undefined) {
        expect(login).toMatchObject({ kind: 'login', deviceId: vector.deviceId });
      }
      const { ackText } = vector.expect;
      if (ackText === undefined) return;
      // The answer has the time of the server.
      expect(answersOf(messages)).toEqual([ackText]);
    },
  );

  it.each(cases(({ variant }) => variant === 'framing'))(
    '%s (%s) is split into its frames',
    (_id, _variant, vector) => {
      const messages = messagesOf(h02Codec, vector);
      const bytes = messages.flatMap(({ raw }) => (raw === undefined ? [] : [raw.bytes]));
      const joined = Buffer.concat(bytes).toString('hex');
      expect(joined.startsWith(vector.expect.frames.join(''))).toBe(true);
    },
  );

  it.each(cases(() => true))('%s (%s) gives the same in two reads', (_id, _variant, vector) => {
    const hex = wireBytes(vector).toString('hex');
    for (const [cut, whole] of splitAtEachByte(h02Codec, hex)) expect(cut).toEqual(whole);
  });
});
