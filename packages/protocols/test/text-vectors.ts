import { expect } from 'vitest';
import type { DeviceMessage, DeviceRecord, StreamCodec } from '../src/index.ts';
import { type Vector, vectors } from './vectors.ts';

/** A frame of `more-protocols.md` in the folder of the frames, which explains the fields. */
export interface TextVector extends Vector {
  readonly text?: string;
  readonly terminator?: string;
  readonly deviceId?: string;
  readonly needs?: string;
  readonly framing?: string;
  readonly doubtful?: readonly string[];
}

/** The frames of a protocol; null if the folder is absent. */
export const textVectors = (name: string): readonly TextVector[] | null =>
  vectors(name) as readonly TextVector[] | null;

/** The bytes of a frame as on the wire. */
export const wireBytes = ({ text, terminator = '', hex, chunks }: TextVector): Buffer =>
  text === undefined
    ? Buffer.from(hex ?? (chunks ?? []).join(''), 'hex')
    : Buffer.from(`${text}${terminator}`, 'utf8');

/** Event codes of the alarm names of the origin. */
const ALARM_CODES: Readonly<Record<string, number>> = {
  sos: 50,
  overspeed: 43,
  vibration: 49,
  geofence: 57,
  movement: 48,
  powerCut: 58,
  lowBattery: 60,
  temperature: 67,
  fuelLeak: 69,
};

/** Messages of a frame in a new session, at a fixed time. */
export function messagesOf(codec: StreamCodec, vector: TextVector): DeviceMessage[] {
  const session = codec.createSession({ nowMs: () => Date.UTC(2026, 10, 22, 13, 57, 50) });
  const messages = session.push(wireBytes(vector));
  expect(session.bufferedBytes).toBe(0);
  expect(messages.filter(({ kind }) => kind === 'bad')).toEqual([]);
  return messages;
}

/** The answers of the gateway, in sequence. */
export const answersOf = (messages: readonly DeviceMessage[]): string[] =>
  messages
    .map((message) =>
      message.kind === 'login'
        ? message.accepted
        : message.kind === 'records'
          ? message.stored
          : message.answer,
    )
    .flatMap((answer) => (answer === null ? [] : [Buffer.from(answer).toString('latin1')]));

/** Checks the values that both decoders must agree on: time, place, motion and alarms. */
export function checkRecord(
  record: DeviceRecord,
  // biome-ignore lint/suspicious/noExplicitAny: the stated results differ by message
  stated: any,
  isDoubtful: boolean,
): void {
  const { attributes } = stated;
  if (stated.time === null) {
    if (!isDoubtful) expect(record.timeMs).toBeNull();
  } else expect(new Date(record.timeMs ?? 0).toISOString()).toBe(stated.time);
  if (stated.outdated === true) {
    expect(record.latitudeDeg).toBeNull();
    expect(record.fixValid).toBe(false);
  } else {
    expect(record.latitudeDeg).toBeCloseTo(stated.lat, 6);
    expect(record.longitudeDeg).toBeCloseTo(stated.lon, 6);
    expect(record.speedKmh ?? 0).toBeCloseTo(stated.speedKmh, 3);
    expect(record.headingDeg ?? 0).toBeCloseTo(stated.course, 2);
    expect(record.altitudeM ?? 0).toBeCloseTo(stated.altitude, 2);
    expect(record.fixValid).toBe(stated.valid);
  }
  if (attributes.ignition !== undefined) expect(record.ignition).toBe(attributes.ignition);
  if (attributes.batteryLevel !== undefined) {
    expect(record.batteryPercent).toBe(attributes.batteryLevel);
  }
  const code = ALARM_CODES[attributes.alarm];
  if (code !== undefined) expect(record.events.map((event) => event.code)).toContain(code);
  if (attributes.driverUniqueId !== undefined) {
    expect(record.driverTag).toBe(attributes.driverUniqueId);
  }
}
