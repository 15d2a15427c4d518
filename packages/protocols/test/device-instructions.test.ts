import { DEVICE_PROTOCOL_NAMES, type DeviceInstruction } from '@roadworthy/domain';
import { describe, expect, it } from 'vitest';
import {
  codecsOf,
  encodeGt06CommandAnswer,
  encodeGt06Login,
  encodeInstruction,
  encodeJt808,
  encodeJt808Register,
  type InstructionSettings,
  jt808Address,
  offeredCommands,
} from '../src/index.ts';
import { hexOf, vectors } from './vectors.ts';

const SETTINGS: InstructionSettings = {
  deviceId: '359586015829802',
  model: null,
  password: null,
  immobiliser: null,
  nowMs: Date.UTC(2026, 0, 2, 6, 11, 58),
};
const RELAY = { output: 2, cutsWhenOn: true };

/** The text or bytes of an instruction, as Latin-1. */
function sent(
  protocol: Parameters<typeof encodeInstruction>[0],
  instruction: DeviceInstruction,
  settings: Partial<InstructionSettings> = {},
): string | null {
  const encoded = encodeInstruction(protocol, instruction, { ...SETTINGS, ...settings });
  if (encoded === null || typeof encoded === 'string') return encoded;
  if (encoded.form === 'text') return encoded.text;
  const body = encoded.form === 'bytes' ? encoded.bytes : encoded.body;
  return encoded.form === 'bytes'
    ? Buffer.from(body).toString('latin1')
    : `${encoded.id.toString(16)} ${hexOf(body)}`;
}
const offered = (
  protocol: Parameters<typeof offeredCommands>[0],
  settings: Partial<InstructionSettings> = {},
) => offeredCommands(protocol, { ...SETTINGS, ...settings }).map(({ kind }) => kind);

describe('instructions of a protocol', () => {
  it('are the texts and bytes of its document', () => {
    const interval = { kind: 'interval', seconds: 30 } as const;
    const output = { kind: 'output', output: 2, on: true } as const;
    const model = 'FMB920';
    expect(sent('teltonika', { kind: 'position' })).toBe('getgps');
    expect(sent('teltonika', interval, { model })).toBe('setparam 10050:30;10055:30');
    expect(sent('teltonika', output)).toBe('setdigout ?1');
    expect(sent('teltonika', { kind: 'immobilise' }, { immobiliser: RELAY })).toBe('setdigout ?1');
    const inverted = { output: 1, cutsWhenOn: false };
    expect(sent('teltonika', { kind: 'immobilise' }, { immobiliser: inverted })).toBe(
      'setdigout 0',
    );
    expect(sent('gt06', { kind: 'immobilise' })).toBe('RELAY,1#');
    expect(sent('gt06', interval)).toBe('TIMER,30#');
    expect(sent('h02', interval)).toBe('*HQ,359586015829802,D1,061158,30,1#');
    expect(sent('h02', { kind: 'immobilise' })).toBe('*HQ,359586015829802,S20,061158,1,1#');
    expect(sent('h02', { kind: 'mobilise' })).toBe('*HQ,359586015829802,S20,061158,1,0#');
    expect(sent('gps103', interval)).toBe('**,imei:359586015829802,C,30s;');
    expect(sent('gps103', { kind: 'interval', seconds: 120 })).toBe(
      '**,imei:359586015829802,C,02m;',
    );
    expect(sent('queclink', { kind: 'position' }, { password: 'gl300' })).toBe(
      'AT+GTRTO=gl300,1,,,,,,FFFF$',
    );
    expect(sent('meitrack', interval)).toBe('A12,3');
    expect(sent('meitrack', output)).toBe('C01,0,21222');
    expect(sent('ruptela', { kind: 'position' })).toBe(' coords');
    expect(sent('ruptela', { kind: 'reboot' }, { password: 'pass' })).toBe('pass reset');
    expect(sent('suntech', { kind: 'reboot' }, { model: 'ST340', deviceId: '100850000' })).toBe(
      'ST300CMD;100850000;02;Reboot',
    );
    expect(sent('jt808', interval)).toBe('8103 020000002004000000000000002904' + '0000001e');
    expect(sent('jt808', { kind: 'reboot' })).toBe('8105 04');
  });

  it('are offered only where the protocol has them, and name a missing setting', () => {
    expect(offered('jt808')).not.toContain('immobilise');
    expect(offered('gt06')).not.toContain('output');
    expect(offered('teltonika')).not.toContain('interval');
    expect(offered('teltonika', { model: 'FMC650' })).not.toContain('interval');
    expect(offered('suntech')).toEqual(['custom']);
    expect(offered('osmand')).toEqual([]);
    expect(offered('calamp')).toEqual([]);
    expect(sent('queclink', { kind: 'reboot' })).toBe('password');
    expect(sent('teltonika', { kind: 'immobilise' })).toBe('immobiliser_output');
    // A protocol whose session encodes no text sends bytes of its own.
    for (const protocol of DEVICE_PROTOCOL_NAMES) {
      const custom = encodeInstruction(protocol, { kind: 'custom', text: 'X' }, SETTINGS);
      if (custom === null || typeof custom === 'string' || custom.form !== 'text') continue;
      expect(codecsOf(protocol), protocol).toBeDefined();
    }
  });

  it('equal the frames of other servers', () => {
    const frames = vectors('jt808');
    const request = frames?.find(({ variant }) => variant === '8201');
    if (request !== undefined) expect(sent('jt808', { kind: 'position' })).toBe('8201 ');
    expect(request?.expect.body ?? '').toBe('');
  });
});

describe('answers to instructions', () => {
  it('of H02 name the command and its result', () => {
    const session = codecsOf('h02')?.stream.createSession({ nowMs: () => SETTINGS.nowMs });
    const answer = (text: string) =>
      session?.push(Buffer.from(text)).find(({ kind }) => kind === 'command-answer');
    const place = '130305,050316,A,2212.8745,N,11346.6574,E,14.28,028,220902,FFFFFBFF#';
    expect(answer(`*HQ,2020916012,V4,S20,DONE,${place}`)).toMatchObject({
      text: 'S20,DONE',
      accepted: true,
    });
    expect(answer(`*HQ,2020916012,V4,S20,ERROR,${place}`)).toMatchObject({ accepted: false });
    expect(answer(`*HQ,2020916012,V4,S20,00,${place}`)).toMatchObject({ accepted: false });
    expect(answer(`*HQ,2020916012,V4,S20,80,${place}`)).toMatchObject({ accepted: true });
    expect(answer('*HQ,2020916012,V4,CR#')).toMatchObject({ text: 'CR', accepted: true });
  });

  it('of JT/T 808 are results, locations and parameters', () => {
    const address = jt808Address('13800138000');
    const session = codecsOf('jt808')?.stream.createSession();
    session?.push(encodeJt808Register(address, 1));
    const answer = (id: number, body: string) =>
      session
        ?.push(encodeJt808(id, address, 2, Buffer.from(body, 'hex')))
        .find(({ kind }) => kind === 'command-answer');
    expect(answer(0x0001, '0005810500')).toMatchObject({ accepted: true });
    expect(answer(0x0001, '0005810301')).toMatchObject({ accepted: false });
    expect(
      answer(0x0104, '0005020000002904' + '0000001e' + '0000008304' + '41423132'),
    ).toMatchObject({
      text: '0029=30; 0083=AB12',
    });
    expect(answer(0x0104, '000502000000290400')).toBeUndefined();
    expect(session?.encodeMessage?.(0x8201, Buffer.alloc(0))).not.toBeNull();
  });

  it('of GT06 are the texts of the device', () => {
    const session = codecsOf('gt06')?.stream.createSession();
    session?.push(encodeGt06Login(SETTINGS.deviceId, 1));
    const [answer] =
      session?.push(encodeGt06CommandAnswer('Cut off the fuel supply: Success!', 2)) ?? [];
    expect(answer).toMatchObject({ text: 'Cut off the fuel supply: Success!', accepted: true });
  });
});
