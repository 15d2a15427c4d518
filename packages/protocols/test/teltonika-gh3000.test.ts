import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DeviceMessage, teltonikaCodec } from '../src/index.ts';
import { packet } from '../src/teltonika/commands.ts';
import { faultsOf, recordsOf } from './streams.ts';

const AT = { timeMs: Date.UTC(2026, 2, 4) };
describe('Teltonika codec 7', () => {
  const seconds = (AT.timeMs - Date.UTC(2007, 0, 1)) / 1000;
  function body(count: number, value = 94, extra: readonly [number, number] = [222, 1]): Buffer {
    const one = Buffer.alloc(27);
    one.writeUInt32BE(seconds, 0);
    one[4] = 0b0111; // position, values of one and of two bytes
    one[5] = 0b0001_1111;
    one.writeFloatBE(51.5, 6);
    one.writeFloatBE(-0.125, 10);
    one.writeUInt16BE(80, 14);
    one.set([64, 50, 9], 16);
    one.set([2, 1, value, ...extra], 19); // battery, alarm button
    one.set([1, 67, 0x10], 24);
    return Buffer.concat([Buffer.from([7, count]), one, Buffer.from([4]), Buffer.from([count])]);
  }

  it('is stored before it is acknowledged', () => {
    const [message] = teltonikaCodec.createSession().push(packet(body(1)));
    if (message?.kind !== 'records') throw new Error(message?.kind);
    expect(Buffer.from(message.stored ?? []).toString('hex')).toBe('00000001');
    expect(message.records[0]).toMatchObject({
      timeMs: AT.timeMs,
      fixValid: true,
      latitudeDeg: 51.5,
      longitudeDeg: -0.125,
      headingDeg: 90,
      speedKmh: 50,
      satellites: 9,
      batteryPercent: 94,
      batteryVoltageV: 4.1,
      events: [{ code: 50, kind: 'pulse' }],
      attributes: { alarmButton: true },
    });
  });

  it('is rejected if truncated, so that the device resends it', () => {
    const [message] = teltonikaCodec.createSession().push(packet(body(2)));
    expect(message).toMatchObject({ kind: 'bad', reason: 'structure' });
    expect(Buffer.from(message?.kind === 'bad' ? (message.answer ?? []) : []).toString('hex')).toBe(
      '00000000',
    );
  });

  it('keeps values out of range and unknown numbers raw, and counts unknown ones', () => {
    const first = (bytes: Buffer): DeviceMessage | undefined =>
      teltonikaCodec.createSession().push(packet(bytes))[0];
    const known = first(body(1, 101));
    expect(known).toMatchObject({
      raw: { understood: true },
      records: [{ batteryPercent: null, attributes: { io1: 101 } }],
    });
    expect(first(body(1, 100, [99, 7]))).toMatchObject({
      raw: { understood: false },
      records: [{ batteryPercent: 100, attributes: { io99: 7 } }],
    });
  });

  it('is decoded or rejected, whatever its bytes', () => {
    const bytes = fc.tuple(fc.array(fc.nat(255), { maxLength: 12 }), fc.nat(40));
    fc.assert(
      fc.property(bytes, ([changes, from]) => {
        const changed = body(1);
        for (const [n, byte] of changes.entries()) changed[(from + n) % changed.length] = byte;
        changed[0] = 7;
        const messages = teltonikaCodec.createSession().push(packet(changed));
        expect(recordsOf(messages).flatMap(faultsOf)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
