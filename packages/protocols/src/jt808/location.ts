import { EVENT } from '@roadworthy/domain';
import { readBcdTime } from '../bytes/layout.ts';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
} from '../record.ts';
import { readSupply } from './supply.ts';

const FIXED_BYTES = 28;
/** The standard uses Beijing time. */
export const DEFAULT_OFFSET_MIN = 8 * 60;

/** Alarm bits that are set while their cause lasts, with their event codes (section 6.1). */
const STATE_ALARMS: Readonly<Record<number, number>> = {
  1: EVENT.overSpeed,
  2: EVENT.driverFatigue,
  7: EVENT.lowBattery,
  8: EVENT.powerDisconnected,
  11: EVENT.cameraFault,
  16: EVENT.tyrePressure,
  17: EVENT.blindSpotRight,
  18: EVENT.drivingTimeExceeded,
  25: EVENT.fuelAbnormal,
  29: EVENT.collision,
  30: EVENT.rollOver,
};
/** Alarm bits that are cleared by the reply: each is one event. */
const PULSE_ALARMS: Readonly<Record<number, number>> = {
  0: EVENT.panicButton,
  28: EVENT.towing,
  31: EVENT.doorOpened,
};
/**
 * ADAS (64) and driver monitoring (65) types, and blind spots (67), with their codes (section 7).
 */
const ADAS: Readonly<Record<number, number>> = {
  1: EVENT.forwardCollision,
  2: EVENT.laneDeparture,
  3: EVENT.followingTooClose,
  4: EVENT.pedestrian,
  5: EVENT.frequentLaneChanges,
  6: EVENT.roadSignExceeded,
  7: EVENT.obstacle,
  16: EVENT.roadSignSeen,
  17: EVENT.cameraPhotoTaken,
  18: EVENT.solidLineCrossed,
  19: EVENT.pedestrian,
};
const DRIVER: Readonly<Record<number, number>> = {
  1: EVENT.driverFatigue,
  2: EVENT.phoneUse,
  3: EVENT.smoking,
  4: EVENT.distraction,
  5: EVENT.driverAbsent,
  6: EVENT.driverCameraBlocked,
  8: EVENT.drivingTimeExceeded,
  10: EVENT.noSeatBelt,
  11: EVENT.driverCameraBlocked,
  12: EVENT.handsOffWheel,
  13: EVENT.phoneUse,
  16: EVENT.cameraPhotoTaken,
  17: EVENT.driverIdentified,
};
const BLIND_SPOT: Readonly<Record<number, number>> = {
  1: EVENT.blindSpotRear,
  2: EVENT.blindSpotLeft,
  3: EVENT.blindSpotRight,
};
/** Harsh driving and collisions in the manufacturers' item 70, which has the header of 64. */
const DRIVING: Readonly<Record<number, number>> = {
  1: EVENT.harshAcceleration,
  2: EVENT.harshBraking,
  3: EVENT.harshCornering,
  22: EVENT.collision,
};
const OTHER_AI_ALARM = EVENT.otherCameraAlarm;
const AI_ITEMS: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  100: ADAS,
  101: DRIVER,
  103: BLIND_SPOT,
  112: DRIVING,
};

/** The numbered items after the fixed part, to the end of the body. */
export function readItems(body: Buffer): [id: number, value: Buffer][] {
  const items: [number, Buffer][] = [];
  let at = FIXED_BYTES;
  while (at + 2 <= body.length) {
    const length = body[at + 1] as number;
    // A last item that is longer than the body is ignored.
    if (at + 2 + length > body.length) break;
    items.push([body[at] as number, body.subarray(at + 2, at + 2 + length)]);
    at += 2 + length;
  }
  return items;
}

function alarmEvents(flags: number): DeviceEvent[] {
  const events: DeviceEvent[] = [];
  for (const [bit, code] of Object.entries(STATE_ALARMS)) {
    if ((flags & (1 << Number(bit))) !== 0) events.push({ code, kind: 'state', active: true });
  }
  for (const [bit, code] of Object.entries(PULSE_ALARMS)) {
    if ((flags & (1 << Number(bit))) !== 0) events.push({ code, kind: 'pulse' });
  }
  return events;
}

/** Event code of an AI alarm's item; null for other items, and for an alarm's end (state 2). */
export function aiEventCode(id: number, value: Buffer): number | null {
  const types = AI_ITEMS[id];
  if (types === undefined || value.length < 6 || value[4] === 2) return null;
  // In the manufacturers' item, other types have no defined meaning.
  return types[value[5] as number] ?? (types === DRIVING ? null : OTHER_AI_ALARM);
}

function aiEvents(items: readonly [number, Buffer][]): DeviceEvent[] {
  return items.flatMap(([id, value]): DeviceEvent[] => {
    const code = aiEventCode(id, value);
    return code === null ? [] : [{ code, kind: 'pulse' }];
  });
}

function attributesOf(
  flags: number,
  status: number,
  items: readonly [number, Buffer][],
  supplyAttributes: Readonly<Record<string, AttributeValue>>,
) {
  const all: Record<string, AttributeValue> = { status };
  if (flags !== 0) all.alarmFlags = flags;
  for (const [id, value] of items) {
    const name = `item${id.toString(16).padStart(2, '0')}`;
    if (id === 0x30 && value.length === 1) all.mobileSignal = value[0] as number;
    else if (id === 0x03 && value.length === 2) all.recorderSpeedKmh = value.readUInt16BE(0) / 10;
    else if (id === 0x02 && value.length === 2) all.fuelL = value.readUInt16BE(0) / 10;
    else if (id !== 0x01 && id !== 0x31) all[name] = value.toString('hex');
  }
  return { ...all, ...supplyAttributes };
}

const itemOf = (items: readonly [number, Buffer][], id: number, length: number): Buffer | null =>
  items.find(([key, value]) => key === id && value.length === length)?.[1] ?? null;

/**
 * Decodes a location body (0200, and within 0201 and 0704).
 *
 * @param offsetMin minutes the device's clock is ahead of UTC
 * @returns null if the body is too short
 */
export function readLocation(body: Buffer, offsetMin: number): DeviceRecord | null {
  if (body.length < FIXED_BYTES) return null;
  const flags = body.readUInt32BE(0);
  const status = body.readUInt32BE(4);
  const latitude = body.readUInt32BE(8) / 1e6;
  const longitude = body.readUInt32BE(12) / 1e6;
  const isPlace = latitude <= 90 && longitude <= 180 && (latitude !== 0 || longitude !== 0);
  const fixValid = (status & 2) !== 0 && isPlace;
  const localMs = readBcdTime(body, 22);
  const items = readItems(body);
  const odometer = itemOf(items, 0x01, 4);
  const cabin = itemOf(items, 0x06, 2);
  const supply = readSupply(items);
  return {
    ...EMPTY_RECORD,
    timeMs: localMs === null ? null : localMs - offsetMin * 60_000,
    fixValid,
    latitudeDeg: isPlace ? ((status & 4) !== 0 ? -latitude : latitude) : null,
    longitudeDeg: isPlace ? ((status & 8) !== 0 ? -longitude : longitude) : null,
    altitudeM: body.readInt16BE(16),
    speedKmh: body.readUInt16BE(18) / 10,
    headingDeg: fixValid ? body.readUInt16BE(20) % 360 : null,
    satellites: itemOf(items, 0x31, 1)?.[0] ?? null,
    ignition: (status & 1) !== 0,
    odometerM: odometer === null ? null : odometer.readUInt32BE(0) * 100,
    externalVoltageV: supply.externalVoltageV,
    batteryVoltageV: supply.batteryVoltageV,
    batteryPercent: supply.batteryPercent,
    temperatureC: cabin === null ? supply.temperatureC : signMagnitude(cabin.readUInt16BE(0)),
    driverTag: supply.driverTag,
    events: [...alarmEvents(flags), ...aiEvents(items)],
    attributes: attributesOf(flags, status, items, supply.attributes),
  };
}

/** The top bit is the sign. */
function signMagnitude(word: number): number {
  return (word & 0x8000) !== 0 ? -(word & 0x7fff) : word;
}

/**
 * The location bodies of a short batch (0210), each preceded by a length byte; null if one exceeds
 * the end.
 */
export function shortBatchBodies(body: Buffer): Buffer[] | null {
  const bodies: Buffer[] = [];
  let at = 0;
  while (at < body.length) {
    const end = at + 1 + (body[at] as number);
    if (end > body.length) return null;
    bodies.push(body.subarray(at + 1, end));
    at = end;
  }
  return bodies;
}

/** A battery report (0210 of seven bytes): per cent and time. */
export function batteryRecord(body: Buffer, offsetMin: number): DeviceRecord {
  const percent = body[0] as number;
  const localMs = readBcdTime(body, 1);
  return {
    ...EMPTY_RECORD,
    timeMs: localMs === null ? null : localMs - offsetMin * 60_000,
    batteryPercent: percent <= 100 ? percent : null,
  };
}

/** The location bodies of a batch (0704); null if a length exceeds the end. */
export function batchBodies(body: Buffer): Buffer[] | null {
  if (body.length < 3) return null;
  const count = body.readUInt16BE(0);
  const bodies: Buffer[] = [];
  let at = 3;
  for (let n = 0; n < count; n += 1) {
    if (at + 2 > body.length) return null;
    const length = body.readUInt16BE(at);
    at += 2;
    if (at + length > body.length) return null;
    bodies.push(body.subarray(at, at + length));
    at += length;
  }
  return bodies;
}
