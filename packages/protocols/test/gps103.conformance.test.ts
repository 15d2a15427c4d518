import { describe, expect, it } from 'vitest';
import { gps103Codec } from '../src/index.ts';
import { answersOf, checkRecord, messagesOf, textVectors, wireBytes } from './text-vectors.ts';
import { splitAtEachByte } from './vectors.ts';

const frames = textVectors('gps103');
const cases = (frames ?? []).map((vector) => [vector.id, vector.variant, vector] as const);
/** The origin leaves out the seconds of the local time of this one. */
const WITH_SECONDS = 'gps103-4a5be49f';

describe.skipIf(frames === null)('GPS103 frames of real devices', () => {
  it.each(cases)('%s (%s) gives its records and its answer', (id, variant, vector) => {
    const messages = messagesOf(gps103Codec, vector);
    const records = messages.flatMap((one) => (one.kind === 'records' ? one.records : []));
    const stated = vector.expect.records;
    expect(records).toHaveLength(stated.length);
    records.forEach((record, n) => {
      const time = id === WITH_SECONDS ? '2015-04-01T16:58:32.000Z' : stated[n].time;
      checkRecord(record, { ...stated[n], time }, false);
      if (variant !== 'obd') return;
      const { odometer, battery, rpm } = stated[n].attributes;
      // The origin has the number of the message, which is in km.
      expect(record.odometerM ?? 0).toBe(odometer * 1000);
      expect(record.externalVoltageV ?? 0).toBe(battery);
      expect(record.attributes.engineRpm).toBe(rpm);
    });
    if (vector.deviceId !== undefined) {
      expect(messages[0]).toMatchObject({ kind: 'login', deviceId: vector.deviceId });
    }
    const { ackText } = vector.expect;
    expect(answersOf(messages)).toEqual(ackText === undefined ? [] : [ackText]);
  });

  it.each(cases)('%s (%s) gives the same in two reads', (_id, _variant, vector) => {
    const hex = wireBytes(vector).toString('hex');
    for (const [cut, whole] of splitAtEachByte(gps103Codec, hex)) expect(cut).toEqual(whole);
  });
});
