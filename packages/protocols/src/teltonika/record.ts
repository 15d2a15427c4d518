import { EVENT } from '@roadworthy/domain';
import type { AttributeValue, DeviceEvent, DeviceRecord } from '../record.ts';
import type { AvlRecord } from './avl.ts';
import type { IoElements } from './elements.ts';
import { type Parameter, type Parameters, parameterOf, parametersOf } from './parameters.ts';

/** AVL ids with special handling (device-protocols, section 2). */
const IGNITION = 239;
const TOTAL_ODOMETER_M = 16;
const EXTERNAL_VOLTAGE_MV = 66;
const BATTERY_VOLTAGE_MV = 67;
const BATTERY_PERCENT = 113;
const IBUTTON = 78;
const RFID = 207;
const WIRED_TEMPERATURES = [72, 73, 74, 75];
const BLUETOOTH_TEMPERATURES = [25, 26, 27, 28];
const EYE_TEMPERATURES = [10800, 10801, 10802, 10803];
const GREEN_DRIVING = 253;
const CRASH = 247;
const AUTO_GEOFENCE = 175;
/** Private or business mode: 1 is private. */
const PRIVATE_MODE = 391;

/** Wired sensors report these instead of a temperature when they fail. */
const WIRED_ERRORS = new Set([850, 2000, 3000, 4000, 5000]);
const BLUETOOTH_ERROR_FROM = 2000;

/** Ids that raise a pulse if they are the record's event id, with the event code. */
const PULSES: Readonly<Record<number, number>> = {
  255: EVENT.overSpeed,
  236: EVENT.panicButton,
};
/** Ids whose value 1 means an active state, with the event code; 240 (motion) has none. */
const STATES: readonly (readonly [id: number, code: number])[] = [
  [246, EVENT.towing],
  [249, EVENT.signalJamming],
  [251, EVENT.excessiveIdling],
  [318, EVENT.signalJamming],
  [252, EVENT.powerDisconnected],
];
const GREEN_DRIVING_CODES: Readonly<Record<number, number>> = {
  1: EVENT.harshAcceleration,
  2: EVENT.harshBraking,
  3: EVENT.harshCornering,
};

/** Parameters with text values. */
const TEXTS = new Set([
  'vin',
  'faultCodes',
  'driverName',
  'driverCardId',
  'barcode',
  'isoCoordinates',
]);
const PERCENT_MAX = 100;

function scaled(io: IoElements, id: number, factor: number): number | null {
  const value = io.unsigned(id);
  return value === null ? null : value * factor;
}

/** The first working sensor; the others stay in the attributes. */
function temperature(io: IoElements): number | null {
  for (const id of WIRED_TEMPERATURES) {
    const tenths = io.signed(id);
    if (tenths !== null && !WIRED_ERRORS.has(tenths)) return tenths / 10;
  }
  for (const id of BLUETOOTH_TEMPERATURES) {
    const hundredths = io.signed(id);
    if (hundredths !== null && hundredths < BLUETOOTH_ERROR_FROM * 10) return hundredths / 100;
  }
  for (const id of EYE_TEMPERATURES) {
    const hundredths = io.signed(id);
    if (hundredths !== null) return hundredths / 100;
  }
  return null;
}

/** A driver's tag as printed; the bytes of an iButton are reversed. Zero means none. */
function driverTag(io: IoElements): string | null {
  const button = io.bytesOf(IBUTTON);
  if (button?.some((byte) => byte !== 0)) {
    return Buffer.from(button).reverse().toString('hex').toUpperCase();
  }
  const card = io.bytesOf(RFID);
  return card?.some((byte) => byte !== 0) ? card.toString('hex').toUpperCase() : null;
}

function pulse(code: number): DeviceEvent {
  return { code, kind: 'pulse' };
}

/** The event of the record's event id. */
function eventOfRecord({ eventIoId, io }: AvlRecord): DeviceEvent[] {
  const value = io.unsigned(eventIoId);
  if (value === null) return [];
  const code = PULSES[eventIoId];
  if (code !== undefined) return value > 0 ? [pulse(code)] : [];
  if (eventIoId === GREEN_DRIVING) {
    const harsh = GREEN_DRIVING_CODES[value];
    return harsh === undefined ? [] : [pulse(harsh)];
  }
  if (eventIoId === CRASH) return value === 1 || value === 6 ? [pulse(EVENT.collision)] : [];
  if (eventIoId === AUTO_GEOFENCE)
    return [pulse(value === 1 ? EVENT.geofenceEntered : EVENT.geofenceLeft)];
  return [];
}

/** The event of the record's event id, and the states in the record. */
function events(avl: AvlRecord): DeviceEvent[] {
  const found = eventOfRecord(avl);
  for (const [id, code] of STATES) {
    const value = avl.io.unsigned(id);
    if (value !== null) found.push({ code, kind: 'state', active: value === 1 });
  }
  return found;
}

/** The value in the unit of its name; null if it is outside its range. */
function namedValue(
  { name, bytes, step, isSigned, low, high }: Parameter,
  io: IoElements,
  id: number,
): AttributeValue | null {
  if (TEXTS.has(name)) return io.bytesOf(id)?.toString('latin1') ?? null;
  const steps = isSigned ? io.signed(id) : io.unsigned(id);
  if (bytes === 0 || steps === null) return io.bytesOf(id)?.toString('hex') ?? null;
  if (steps < low || steps > high) return null;
  // Rounded, because 0.1 and 0.01 are not exact as binary fractions.
  return step === 1 ? steps : Math.round(steps * step * 1e6) / 1e6;
}

function attributes(avl: AvlRecord, parameters: Parameters): Record<string, AttributeValue> {
  const all: Record<string, AttributeValue> = {};
  if (avl.priority !== 0) all.priority = avl.priority;
  if (avl.eventIoId !== 0) all.eventIoId = avl.eventIoId;
  if (avl.generationType !== null) all.generationType = avl.generationType;
  const { io } = avl;
  for (const id of io.ids()) {
    const known = parameterOf(parameters, id, io.lengthOf(id) ?? 0);
    const named = known === null ? null : namedValue(known, io, id);
    if (known !== null && named !== null) all[known.name] = named;
    else all[`io${id}`] = io.unsigned(id) ?? io.bytesOf(id)?.toString('hex') ?? '';
  }
  return all;
}

/** The battery percentage if the value has one byte; with other widths the id has another meaning. */
function batteryPercent(io: IoElements): number | null {
  if (io.lengthOf(BATTERY_PERCENT) !== 1) return null;
  const percent = io.unsigned(BATTERY_PERCENT);
  return percent !== null && percent <= PERCENT_MAX ? percent : null;
}

/**
 * Converts an AVL record to the record format common to all protocols.
 *
 * @param parameters the element numbers of the device's model
 */
export function toDeviceRecord(
  avl: AvlRecord,
  parameters: Parameters = parametersOf(null),
): DeviceRecord {
  const { io } = avl;
  const ignition = io.unsigned(IGNITION);
  // Without satellites the position is the last known one (0/0 if there was none).
  const hasPlace = avl.latitudeDeg !== 0 || avl.longitudeDeg !== 0;
  const inRange = Math.abs(avl.latitudeDeg) <= 90 && Math.abs(avl.longitudeDeg) <= 180;
  const fixValid = avl.satellites > 0 && hasPlace && inRange;
  return {
    timeMs: avl.timeMs,
    fixValid,
    latitudeDeg: hasPlace && inRange ? avl.latitudeDeg : null,
    longitudeDeg: hasPlace && inRange ? avl.longitudeDeg : null,
    altitudeM: fixValid ? avl.altitudeM : null,
    speedKmh: avl.speedKmh,
    headingDeg: fixValid ? avl.angleDeg % 360 : null,
    satellites: avl.satellites,
    ignition: ignition === null ? null : ignition === 1,
    odometerM: io.unsigned(TOTAL_ODOMETER_M),
    externalVoltageV: scaled(io, EXTERNAL_VOLTAGE_MV, 0.001),
    batteryVoltageV: scaled(io, BATTERY_VOLTAGE_MV, 0.001),
    batteryPercent: batteryPercent(io),
    temperatureC: temperature(io),
    driverTag: driverTag(io),
    events: events(avl),
    attributes: attributes(avl, parameters),
    ...(io.unsigned(PRIVATE_MODE) === 1 ? { isPrivate: true } : {}),
  };
}
