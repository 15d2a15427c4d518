import { describe, expect, it } from 'vitest';
import { encodeJt808, encodeJt808Location, jt808Address, jt808Codec } from '../src/index.ts';

const ADDRESS = jt808Address('13912345678');
const AT = {
  timeMs: Date.UTC(2026, 2, 4, 10, 20, 30),
  latitudeDeg: 51.5,
  longitudeDeg: 0.125,
  speedKmh: 40,
  headingDeg: 90,
  ignition: true,
  odometerM: 12_300,
};
/** Fixed part of a location. */
const PLACE = encodeJt808Location(ADDRESS, AT, 1).subarray(13, 13 + 28);

function message(id: number, body: Uint8Array) {
  const messages = jt808Codec.createSession().push(encodeJt808(id, ADDRESS, 1, body));
  const last = messages.at(-1);
  if (last === undefined) throw new Error('no message');
  return last;
}

function record(...items: string[]) {
  const last = message(0x0200, Buffer.concat([PLACE, Buffer.from(items.join(''), 'hex')]));
  if (last.kind !== 'records' || last.records[0] === undefined) throw new Error(last.kind);
  return last.records[0];
}

describe("JT/T 808 manufacturers' items for power, battery and sensors", () => {
  it.each([
    ['e1020072', { externalVoltageV: 11.4 }],
    ['e1012d', { batteryPercent: 45 }],
    ['d40164', { batteryPercent: 100 }],
    ['d50201a2', { batteryVoltageV: 4.18 }],
    ['6902018b', { batteryVoltageV: 3.95 }],
    ['e4020056', { batteryPercent: 86 }],
    ['e3060064019a0000', { batteryPercent: 100, batteryVoltageV: 4.1 }],
    ['f1040000308c', { externalVoltageV: 12.428 }],
    ['f70600000e870246', { batteryPercent: 70, batteryVoltageV: 3.719 }],
    ['fe0145', { batteryPercent: 69 }],
    ['56020900', { batteryPercent: 90 }],
    ['51020123', { temperatureC: 29.1 }],
    ['51028017', { temperatureC: -2.3 }],
    ['eb060004002d0fa5', { batteryVoltageV: 4.005 }],
    ['eb060004002d0fa5e1012d', { batteryVoltageV: 4.005, batteryPercent: 45 }],
    ['d401ff', { batteryPercent: null }],
    ['e10400735443', { batteryPercent: null, externalVoltageV: null }],
  ])('%s', (items, values) => {
    expect(record(items)).toMatchObject(values);
  });

  it('0210 contains several locations, or a battery report', () => {
    const one = Buffer.concat([Buffer.from([28]), PLACE]);
    const batch = message(0x0210, Buffer.concat([one, one]));
    expect(batch.kind === 'records' && batch.records).toHaveLength(2);
    const battery = message(0x0210, Buffer.from('52260304182030', 'hex'));
    expect(battery.kind === 'records' && battery.records[0]).toMatchObject({
      batteryPercent: 82,
      timeMs: AT.timeMs,
    });
  });

  it('0701 and 1300 are text replies to a command', () => {
    expect(message(0x0701, Buffer.from('00000002' + '4f4b', 'hex'))).toMatchObject({
      kind: 'command-answer',
      text: 'OK',
    });
    expect(message(0x1300, Buffer.from('0001' + '004f004b', 'hex'))).toMatchObject({
      kind: 'command-answer',
      text: 'OK',
    });
  });

  it('a message without a known meaning keeps its frame and is marked as not understood', () => {
    expect(message(0x0900, Buffer.from('f00102', 'hex'))).toMatchObject({
      kind: 'notice',
      raw: { kind: '0900', understood: false },
    });
  });
});
