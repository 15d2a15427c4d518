import { describe, expect, it } from 'vitest';
import { encodeTeltonikaLogin, encodeTeltonikaPacket, teltonikaCodec } from '../src/index.ts';
import { packet } from '../src/teltonika/commands.ts';

const AT = { timeMs: Date.UTC(2026, 2, 4), latitudeDeg: 51.5, longitudeDeg: -0.125, satellites: 9 };
type Io = { id: number; width: 1 | 2 | 4 | 8; value: number | bigint };

function record(io: Io[], model: string | null = null) {
  const session = teltonikaCodec.createSession({ model: () => model });
  session.push(encodeTeltonikaLogin('353419036066061'));
  const [message] = session.push(encodeTeltonikaPacket([{ ...AT, io }], '8E'));
  if (message?.kind !== 'records' || message.records[0] === undefined) throw new Error('records');
  return message.records[0];
}

describe('Teltonika parameters', () => {
  it.each<[Io, string, unknown]>([
    [{ id: 84, width: 2, value: 455 }, 'fuelLevelL', 45.5],
    [{ id: 107, width: 4, value: 123_456 }, 'fuelUsedCountedL', 12_345.6],
    [{ id: 32, width: 1, value: 0xf6 }, 'coolantTemperatureC', -10],
    [{ id: 115, width: 2, value: 905 }, 'engineTemperatureC', 90.5],
    [{ id: 152, width: 1, value: 80 }, 'hvBatteryPercent', 80],
    [{ id: 30, width: 1, value: 3 }, 'dtcCount', 3],
    [{ id: 254, width: 1, value: 42 }, 'greenDrivingValue', 0.42],
    [{ id: 210, width: 2, value: 700 }, 'fuelSensor3Level', 700],
    [{ id: 10_804, width: 1, value: 55 }, 'eyeHumidity1Percent', 55],
    [{ id: 191, width: 2, value: 82 }, 'tachographSpeedKmh', 82],
    [{ id: 60_000, width: 2, value: 7 }, 'io60000', 7],
  ])('%o is %s', (io, name, value) => {
    expect(record([io]).attributes).toMatchObject({ [name]: value });
  });

  it('stay raw if the value is outside the defined range', () => {
    const { attributes } = record([{ id: 48, width: 1, value: 255 }]);
    expect(attributes).toEqual({ io48: 255 });
  });

  it('with id 113 are the battery in one byte and the service distance in four', () => {
    expect(record([{ id: 113, width: 1, value: 87 }]).batteryPercent).toBe(87);
    expect(record([{ id: 113, width: 1, value: 200 }]).batteryPercent).toBeNull();
    const old = record([{ id: 113, width: 4, value: 4_294_806_661 }]);
    expect(old.batteryPercent).toBeNull();
    expect(old.attributes).toEqual({ serviceDistanceKm: -160_635 });
  });

  it('depend on the model if families define an id differently', () => {
    const io: Io[] = [{ id: 85, width: 1, value: 40 }];
    expect(record(io, 'FMB640').attributes).toEqual({ engineLoadPercent: 40 });
  });
});

describe('Teltonika codec 7', () => {
  const seconds = (AT.timeMs - Date.UTC(2007, 0, 1)) / 1000;
  function body(count: number): Buffer {
    const one = Buffer.alloc(27);
    one.writeUInt32BE(seconds, 0);
    one[4] = 0b0111; // position, values of one and of two bytes
    one[5] = 0b0001_1111;
    one.writeFloatBE(51.5, 6);
    one.writeFloatBE(-0.125, 10);
    one.writeUInt16BE(80, 14);
    one.set([64, 50, 9], 16);
    one.set([2, 1, 94, 222, 1], 19); // battery 94 %, alarm button
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
    });
  });

  it('is rejected if truncated, so that the device resends it', () => {
    const [message] = teltonikaCodec.createSession().push(packet(body(2)));
    expect(message).toMatchObject({ kind: 'bad', reason: 'structure' });
    expect(Buffer.from(message?.kind === 'bad' ? (message.answer ?? []) : []).toString('hex')).toBe(
      '00000000',
    );
  });
});
