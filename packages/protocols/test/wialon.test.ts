import { describe, expect, it } from 'vitest';
import type { DeviceMessage, DeviceRecord } from '../src/index.ts';
import { encodeWialonChecked, wialonCodec } from '../src/wialon/index.ts';

const IMEI = '353419036066061';
const LOGIN = `#L#${IMEI};NA\r\n`;
const SHORT = '040326;182030;3842.9600;N;00908.3400;W;63.5;271;104;9';
const FULL = `${SHORT};0.9;3;1;14.77,0.02;AB45DF01145;power:2:13.34,state:1:4,name:3:Van 7`;

function send(...lines: (string | Buffer)[]): DeviceMessage[] {
  const session = wialonCodec.createSession();
  return lines.flatMap((line) => session.push(Buffer.from(line)));
}

function answersOf(messages: readonly DeviceMessage[]): string[] {
  return messages.map((one) => {
    const answer =
      one.kind === 'login' ? one.accepted : one.kind === 'records' ? one.stored : one.answer;
    return Buffer.from(answer ?? []).toString();
  });
}

function record(line: string): DeviceRecord {
  const found = send(LOGIN, line)[1];
  if (found?.kind !== 'records') throw new Error(found?.kind);
  return found.records[0] as DeviceRecord;
}

describe('Wialon IPS 1.1', () => {
  it('logs in with its IMEI, and is refused with 0', () => {
    expect(send(LOGIN)).toMatchObject([
      { kind: 'login', deviceId: IMEI, accepted: Buffer.from('#AL#1\r\n') },
    ]);
    expect(send(LOGIN)[0]).toMatchObject({ refused: Buffer.from('#AL#0\r\n') });
  });

  it('reads full data in UTC, with parameters by their type', () => {
    const one = record(`#D#${FULL}\r\n`);
    expect(one).toMatchObject({
      timeMs: Date.UTC(2026, 2, 4, 18, 20, 30),
      fixValid: true,
      speedKmh: 63.5,
      headingDeg: 271,
      altitudeM: 104,
      satellites: 9,
      ignition: null,
      driverTag: 'AB45DF01145',
    });
    expect(one.latitudeDeg).toBeCloseTo(38.716, 6);
    expect(one.longitudeDeg).toBeCloseTo(-9.139, 6);
    expect(one.attributes).toEqual({
      power: 13.34,
      state: 4,
      name: 'Van 7',
      hdop: 0.9,
      inputs: 3,
      outputs: 1,
      analogInput1: 14.77,
      analogInput2: 0.02,
    });
  });

  it('answers each type with its own letter', () => {
    const answers = answersOf(
      send(LOGIN, `#D#${FULL}\r\n`, `#SD#${SHORT}\r\n`, `#B#${SHORT}|${FULL}\r\n`, '#P#\r\n'),
    );
    expect(answers.slice(1)).toEqual(['#AD#1\r\n', '#ASD#1\r\n', '#AB#2\r\n', '#AP#\r\n']);
    expect(answersOf(send('#M#hello\r\n'))).toEqual(['#AM#1\r\n']);
  });

  it('leaves out what is not available', () => {
    const none = '#D#NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;NA;;NA;NA\r\n';
    expect(record(none)).toMatchObject({
      timeMs: null,
      fixValid: false,
      latitudeDeg: null,
      speedKmh: null,
      satellites: null,
      driverTag: null,
      attributes: {},
    });
  });

  it('refuses a wrong time and a wrong number of fields', () => {
    const wrongDay = send(LOGIN, `#SD#${SHORT.replace('040326', '310226')}\r\n`);
    expect(wrongDay[1]).toMatchObject({ kind: 'bad', reason: 'structure' });
    expect(answersOf(wrongDay)[1]).toBe('#ASD#0\r\n');
    expect(answersOf(send(LOGIN, '#D#1;2;3\r\n'))[1]).toBe('#AD#-1\r\n');
  });

  it('marks stored records, and keeps the raw line if one of them cannot be read', () => {
    const [, box] = send(LOGIN, `#B#${SHORT}|?|${SHORT}\r\n`);
    if (box?.kind !== 'records') throw new Error(box?.kind);
    expect(box.records.map(({ attributes }) => attributes.resent)).toEqual([true, true]);
    expect(box.raw?.understood).toBe(false);
    expect(Buffer.from(box.stored ?? []).toString()).toBe('#AB#3\r\n');
  });

  it('finds the header after other bytes, and in a line that lost its end', () => {
    const messages = send(LOGIN, `xyz#SD#${SHORT.slice(0, 20)}#SD#${SHORT}\r\n`);
    expect(messages.map(({ kind }) => kind)).toEqual(['login', 'bad', 'records']);
  });
});

describe('Wialon IPS 2.0', () => {
  const login = encodeWialonChecked('L', `2.0;${IMEI};NA`);

  it('has the checksum of its description', () => {
    // CRC-16/ARC of "123456789" is BB3D; the separator before the sum is part of the text.
    expect(encodeWialonChecked('M', '123456789').toString()).toMatch(
      /^#M#123456789;[\dA-F]{4}\r\n$/,
    );
    expect(send(login)).toMatchObject([{ kind: 'login', deviceId: IMEI }]);
  });

  it('refuses lines without the right checksum, each with its own code', () => {
    const wrong = (type: string, body: string) => `#${type}#${body};0001\r\n`;
    expect(answersOf(send(wrong('L', `2.0;${IMEI};NA`)))).toEqual(['#AL#10\r\n']);
    const refused = send(login, wrong('D', FULL), wrong('SD', SHORT), wrong('M', 'hello'));
    expect(answersOf(refused).slice(1)).toEqual(['#AD#16\r\n', '#ASD#13\r\n', '#AM#01\r\n']);
    expect(refused[1]).toMatchObject({ kind: 'bad', reason: 'checksum' });
    expect(answersOf(send(login, `#B#${SHORT}|${SHORT}|0001\r\n`))[1]).toBe('#AB#\r\n');
  });

  it('reads lines with a checksum, and texts without it', () => {
    const messages = send(
      login,
      encodeWialonChecked('D', FULL),
      encodeWialonChecked('SD', SHORT),
      encodeWialonChecked('B', `${SHORT}|${FULL}`),
      encodeWialonChecked('M', 'hello'),
    );
    expect(answersOf(messages).slice(1)).toEqual([
      '#AD#1\r\n',
      '#ASD#1\r\n',
      '#AB#2\r\n',
      '#AM#1\r\n',
    ]);
    expect(messages[4]).toMatchObject({ kind: 'command-answer', text: 'hello' });
  });

  it('reads a line that names its device itself', () => {
    const line = encodeWialonChecked('SD', SHORT);
    const messages = send(Buffer.concat([Buffer.from(`2.0;${IMEI}`), line]));
    expect(messages.map(({ kind }) => kind)).toEqual(['login', 'records']);
  });

  it('encodes a text in the version of the login', () => {
    const texts = [LOGIN, login].map((first) => {
      const session = wialonCodec.createSession();
      session.push(Buffer.from(first));
      return Buffer.from(session.encodeText('Call the depot') ?? []).toString();
    });
    expect(texts[0]).toBe('#M#Call the depot\r\n');
    expect(texts[1]).toBe(encodeWialonChecked('M', 'Call the depot').toString());
  });
});
