import { EVENT } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import type { CodecOptions, DeviceMessage, DeviceRecord } from '../src/index.ts';
import { tk103Codec } from '../src/tk103/index.ts';

const ID = '012345678901';
const COMPACT = '260304A3842.9600N00908.3400W063.5182030271.0001000000L000450AC';
const FIELDS = '040326,A,3842.9600N,00908.3400W,63.5,182030,271.00';

const messages = (text: string, options?: CodecOptions): DeviceMessage[] =>
  tk103Codec.createSession(options).push(Buffer.from(text, 'latin1'));

function record(text: string, options?: CodecOptions): DeviceRecord {
  const found = messages(text, options).find(({ kind }) => kind === 'records');
  if (found?.kind !== 'records') throw new Error(found?.kind);
  return found.records[0] as DeviceRecord;
}

function answerOf(text: string): string {
  const [, message] = messages(text);
  const answer =
    message?.kind === 'records'
      ? message.stored
      : message?.kind === 'notice'
        ? message.answer
        : null;
  return Buffer.from(answer ?? []).toString();
}

describe('A TK103 position', () => {
  it('without separators gives a record with units, and names its device', () => {
    const text = `(${ID}BR00${COMPACT})`;
    expect(messages(text)[0]).toMatchObject({ kind: 'login', deviceId: ID, accepted: null });
    const one = record(text);
    expect(one).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      speedKmh: 63.5,
      headingDeg: 271,
      altitudeM: null,
      satellites: null,
      ignition: true,
      odometerM: 0x450ac,
      batteryVoltageV: null,
      attributes: { externalPower: true, digitalInput2: 0, state: '01000000' },
    });
    expect(one.latitudeDeg).toBeCloseTo(38.716, 6);
    expect(one.longitudeDeg).toBeCloseTo(-9.139, 6);
    expect(answerOf(text)).toBe('');
  });

  it('with commas has the day first', () => {
    const one = record(`(${ID},DW30,${FIELDS},43.40,12)`);
    expect(one).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      speedKmh: 63.5,
      headingDeg: 271,
      ignition: null,
      odometerM: null,
      attributes: { extra: '43.40,12' },
    });
    expect(one.latitudeDeg).toBeCloseTo(38.716, 6);
  });

  it('of a login is answered once it is stored; the modem is another name of the device', () => {
    const text = `(${ID}BP05354188048003342${COMPACT})`;
    expect(answerOf(text)).toBe(`(${ID}AP05)`);
    expect(messages(text)[0]).toMatchObject({ alsoKnownAs: ['354188048003342'] });
    expect(messages(`(${ID}BP05000${ID}${COMPACT})`)[0]).not.toHaveProperty('alsoKnownAs');
    expect(answerOf(`(${ID},BP05,${FIELDS})`)).toBe('');
  });

  it('takes the offset of the clock into account', () => {
    const one = record(`(${ID}BR00${COMPACT})`, { clockOffsetMin: () => 60 });
    expect(one.timeMs).toBe(Date.UTC(2026, 2, 4, 17, 20, 30));
  });

  it('names alarms', () => {
    const codes = (text: string) => record(text).events.map(({ code }) => code);
    expect(codes(`(${ID}BO012${COMPACT})`)).toEqual([EVENT.panicButton]);
    expect(codes(`(${ID}BO015${COMPACT})`)).toEqual([EVENT.overSpeed]);
    expect(codes(`(${ID},ZC12,${FIELDS})`)).toEqual([EVENT.lowBattery]);
    expect(codes(`(${ID}BQ81,ALARM,1,164,${COMPACT})`)).toEqual([EVENT.overSpeed]);
    expect(codes(`(${ID}BR00${COMPACT})`)).toEqual([]);
  });

  it('has no fix with V, and no record without a time', () => {
    expect(record(`(${ID}BR00${COMPACT.replace('A', 'V')})`).fixValid).toBe(false);
    expect(messages(`(${ID}BR00${COMPACT.replace('260304', '261804')})`)[1]).toMatchObject({
      kind: 'notice',
      raw: { kind: 'BR00', understood: false },
    });
  });
});

describe('Other TK103 messages', () => {
  it('a handshake is answered', () => {
    expect(answerOf(`(${ID}BP00000354188048003342HSO)`)).toBe(`(${ID}AP01HSO)`);
  });

  it('battery, cells and access points have no place', () => {
    expect(record(`(${ID},ZC20,040326,182030,6,392,112,0)`)).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      latitudeDeg: null,
      batteryPercent: 100,
      batteryVoltageV: 3.92,
      externalVoltageV: 11.2,
    });
    expect(record(`(${ID},ZC20,040326,182030,6,392,65535,0)`).externalVoltageV).toBeNull();
    expect(record(`(${ID}BZ00,268,006,1a2b,d4e5,43,1a2b,d4e6,36)`)).toMatchObject({
      timeMs: null,
      attributes: { cells: '268,6,6699,54501,43;268,6,6699,54502,36' },
    });
    const points = '02:1b:3c:4d:5e:6f*-58*6,02:1b:3c:4d:5e:70*-70*11';
    expect(record(`(${ID},DW50,268,6,6699,54501,2,${points},040326,182030)`).attributes).toEqual({
      cells: '268,6,6699,54501',
      accessPoints: '02:1b:3c:4d:5e:6f,-58;02:1b:3c:4d:5e:70,-70',
    });
  });

  it('a text of the device may contain brackets', () => {
    const text = `(${ID},ZC03,040326,182030,$Interval: 10 minute(s).\r\nPower: 95%$)`;
    expect(messages(text + text)).toMatchObject([
      { kind: 'login' },
      { kind: 'command-answer', text: 'Interval: 10 minute(s).\r\nPower: 95%' },
      { kind: 'command-answer' },
    ]);
  });

  it('a text that lost its end, and other bytes, are dropped', () => {
    const whole = `(${ID}BR00${COMPACT})`;
    const kinds = messages(`xx)(${ID}BR0026${whole}\r\n${whole}`).map(({ kind }) => kind);
    expect(kinds).toEqual(['bad', 'login', 'records', 'records']);
  });

  it('a text for the device has its number', () => {
    const session = tk103Codec.createSession();
    expect(session.encodeText('AP07')).toBeNull();
    session.push(Buffer.from(`(${ID}BR00${COMPACT})`));
    expect(Buffer.from(session.encodeText('AP07') ?? []).toString()).toBe(`(${ID}AP07)`);
  });
});
