import { EVENT } from '@roadworthy/domain';
import { inPhysicalRange } from '../physical-range.ts';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
  placeOf,
} from '../record.ts';
import type { RuptelaRecord } from './elements.ts';
import { numberedName, parameterOf } from './parameters.ts';

type Elements = RuptelaRecord['elements'];

const EXTERNAL_VOLTAGE_MV = 29;
const BATTERY_VOLTAGE_MV = 30;
const IBUTTON = 34;
const VIRTUAL_ODOMETER_M = 65;
const TEMPERATURES_DECI_C = [78, 79, 80, 74];
const IGNITIONS = [409, 251];
/** The identification number of the vehicle, in three elements of eight characters. */
const VIN = [104, 105, 106];
/** Card numbers of the driver in two elements: by CAN and by tachograph. */
const DRIVER_CARDS = [
  [126, 127],
  [155, 156],
] as const;
/** Elements with a field or an attribute of their own. */
const TAKEN = new Set([
  EXTERNAL_VOLTAGE_MV,
  BATTERY_VOLTAGE_MV,
  IBUTTON,
  VIRTUAL_ODOMETER_M,
  ...IGNITIONS,
  ...VIN,
  ...DRIVER_CARDS.flat(),
]);

/** Elements with an active state, with the event code. */
const STATES: readonly (readonly [id: number, code: number])[] = [
  [88, EVENT.signalJamming],
  [410, EVENT.towing],
];
/** Elements that raise a pulse if they caused the record and are not zero. */
const PULSES: readonly (readonly [id: number, code: number])[] = [
  [134, EVENT.harshBraking],
  [136, EVENT.harshAcceleration],
  [411, EVENT.collision],
  [758, EVENT.tampering],
];

function volts(elements: Elements, id: number): number | null {
  const millivolts = elements.unsigned(id);
  return millivolts === null ? null : millivolts / 1000;
}

function temperature(elements: Elements): number | null {
  for (const id of TEMPERATURES_DECI_C) {
    const tenths = elements.signed(id);
    const parameter = parameterOf(id);
    if (tenths === null || parameter === undefined) continue;
    if (tenths >= parameter.low && tenths <= parameter.high) return tenths / 10;
  }
  return null;
}

/** Consecutive elements as one text; null if it is absent or empty. */
function textOf(elements: Elements, ids: readonly number[]): string | null {
  const parts = ids.flatMap((id) => elements.bytesOf(id) ?? []);
  if (parts.length < ids.length) return null;
  const text = Buffer.concat(parts).toString('latin1');
  const known = text.replace(/[^\x20-\x7e]+/g, '').trim();
  return known === '' ? null : known;
}

/** An iButton as hexadecimal digits, otherwise a driver card. Zeros mean none. */
function driverTag(elements: Elements): string | null {
  const button = elements.bytesOf(IBUTTON);
  if (button?.some((byte) => byte !== 0)) return button.toString('hex');
  for (const ids of DRIVER_CARDS) {
    const card = textOf(elements, ids);
    if (card !== null) return card;
  }
  return null;
}

function ignition(elements: Elements): boolean | null {
  for (const id of IGNITIONS) {
    const value = elements.unsigned(id);
    if (value !== null) return value > 0;
  }
  return null;
}

function events({ elements, eventIoId }: RuptelaRecord): DeviceEvent[] {
  const found: DeviceEvent[] = [];
  for (const [id, code] of STATES) {
    const value = elements.unsigned(id);
    if (value !== null) found.push({ code, kind: 'state', active: value > 0 });
  }
  for (const [id, code] of PULSES)
    if (id === eventIoId && (elements.unsigned(id) ?? 0) > 0) found.push({ code, kind: 'pulse' });
  return found;
}

function attributes(record: RuptelaRecord): Record<string, AttributeValue> {
  const all: Record<string, AttributeValue> = { hdop: record.hdop };
  if (record.priority !== 0) all.priority = record.priority;
  if (record.eventIoId !== 0) all.eventIoId = record.eventIoId;
  const { elements } = record;
  const vin = textOf(elements, VIN);
  if (vin !== null) all.vin = vin;
  for (const id of elements.ids()) {
    if (TAKEN.has(id)) continue;
    const known = parameterOf(id);
    const steps = known?.isSigned ? elements.signed(id) : elements.unsigned(id);
    if (known !== undefined && steps !== null && steps >= known.low && steps <= known.high) {
      // Rounded, because 0.1 and 0.4 are not exact as binary fractions.
      all[known.name] = Math.round((steps * known.step + known.offset) * 1e6) / 1e6;
    } else
      all[numberedName(id)] = elements.unsigned(id) ?? elements.bytesOf(id)?.toString('hex') ?? '';
  }
  return all;
}

const FULL_CIRCLE_DEG = 360;

/** Converts a record to the format common to all protocols. */
export function toDeviceRecord(record: RuptelaRecord): DeviceRecord {
  const { elements } = record;
  const isZero = record.latitudeDeg === 0 && record.longitudeDeg === 0;
  const place = isZero ? placeOf(null, null) : placeOf(record.latitudeDeg, record.longitudeDeg);
  const fixValid = place.latitudeDeg !== null && record.satellites > 0;
  const hasCourse = fixValid && record.courseDeg <= FULL_CIRCLE_DEG;
  return inPhysicalRange({
    ...EMPTY_RECORD,
    timeMs: record.timeMs,
    fixValid,
    ...place,
    altitudeM: fixValid ? record.altitudeM : null,
    speedKmh: place.latitudeDeg === null ? null : record.speedKmh,
    headingDeg: hasCourse ? record.courseDeg % FULL_CIRCLE_DEG : null,
    satellites: record.satellites,
    ignition: ignition(elements),
    odometerM: elements.unsigned(VIRTUAL_ODOMETER_M),
    externalVoltageV: volts(elements, EXTERNAL_VOLTAGE_MV),
    batteryVoltageV: volts(elements, BATTERY_VOLTAGE_MV),
    temperatureC: temperature(elements),
    driverTag: driverTag(elements),
    events: events(record),
    attributes: attributes(record),
  });
}

/** Reserved byte, time, coordinates, source and five characters of a trouble code. */
const FAULT_CODE_BYTES = 19;
const FROM_ARCHIVE = 2;

/**
 * Reads the payload of a packet with trouble codes of the engine.
 *
 * @returns null if the payload has another structure
 */
export function readFaultCodes(payload: Buffer): DeviceRecord[] | null {
  const count = payload[0] ?? 0;
  if (payload.length !== 1 + count * FAULT_CODE_BYTES) return null;
  return Array.from({ length: count }, (_, index) => {
    const at = 1 + index * FAULT_CODE_BYTES;
    const place = placeOf(payload.readInt32BE(at + 9) / 1e7, payload.readInt32BE(at + 5) / 1e7);
    return {
      ...EMPTY_RECORD,
      timeMs: payload.readUInt32BE(at + 1) * 1000,
      fixValid: place.latitudeDeg !== null,
      ...place,
      attributes: {
        faultCodes: payload.toString('latin1', at + 14, at + FAULT_CODE_BYTES),
        ...(payload[at + 13] === FROM_ARCHIVE ? { archive: true } : {}),
      },
    };
  });
}
