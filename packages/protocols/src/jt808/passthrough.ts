import { EVENT } from '@roadworthy/domain';
import { readBcdTime } from '../bytes/layout.ts';
import { type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { CAN_VALUES, readerOf } from './items/engine-items.ts';
import type { Gathered } from './items/item-reader.ts';
import { pulse } from './items/item-values.ts';
import { obdText } from './items/power-items.ts';
import { readCoordinates } from './location.ts';
import { gbkText } from './reports.ts';

/** A passthrough message (0900), and whether all of it is understood. */
export interface PassthroughReading {
  readonly record: DeviceRecord;
  readonly complete: boolean;
}

/** First byte of a passthrough message. */
const KIND = {
  cardReader: 0x40,
  obdText: 0x41,
  vehicle: 0xf0,
  crash: 0xff,
} as const;

/** Kinds of vehicle data (F0). */
const VEHICLE = { values: 0x01, trouble: 0x02, alarms: 0x03, vin: 0x0b, event: 0x15 } as const;

/** Alarms of vehicle data. */
const ALARMS: ReadonlyMap<number, number> = new Map<number, number>([
  [0x01, EVENT.powerRestored],
  [0x02, EVENT.powerDisconnected],
  [0x0e, EVENT.excessiveIdling],
  [0x1a, EVENT.harshAcceleration],
  [0x1b, EVENT.harshBraking],
  [0x1c, EVENT.harshCornering],
  [0x1d, EVENT.solidLineCrossed],
  [0x1e, EVENT.solidLineCrossed],
  [0x1f, EVENT.solidLineCrossed],
  [0x23, EVENT.driverFatigue],
  [0x25, EVENT.overSpeed],
  [0x26, EVENT.collision],
  [0x27, EVENT.collision],
  [0x28, EVENT.collision],
  [0x31, EVENT.doorOpened],
  [0x32, EVENT.doorOpened],
]);
/** Driving events of vehicle data. */
const DRIVING: Readonly<Record<number, number>> = {
  51: EVENT.harshAcceleration,
  52: EVENT.harshBraking,
  53: EVENT.harshCornering,
  54: EVENT.solidLineCrossed,
  56: EVENT.collision,
};

const newGathered = (): Gathered => ({
  context: { model: '', flags: 0, isAovx: false },
  values: {},
  attributes: {},
  events: [],
});

const recordOf = ({ values, attributes, events }: Gathered): DeviceRecord => ({
  ...EMPTY_RECORD,
  ...values,
  attributes,
  events,
});

const CARD_READER = 'GTSL';

/** Fields of a card reader's text are separated by bars; the fifth is the card. */
function cardReader(body: Buffer): PassthroughReading | null {
  const fields = gbkText(body.subarray(Math.max(0, body.indexOf(CARD_READER)))).split('|');
  const card = fields[4] ?? '';
  if (fields[0] !== CARD_READER || card === '') return null;
  return { record: { ...EMPTY_RECORD, driverTag: card }, complete: true };
}

/** A reader of the content of vehicle data; returns where it ends, or null. */
type VehicleReader = (body: Buffer, at: number, gathered: Gathered) => number | null;

/** Count, then id, length and value each. */
const values: VehicleReader = (body, from, gathered) => {
  let at = from + 1;
  let unknown = 0;
  for (let n = 0; n < (body[from] ?? 0); n += 1) {
    if (at + 3 > body.length) return null;
    const id = body.readUInt16BE(at);
    const length = body[at + 2] as number;
    const value = body.subarray(at + 3, at + 3 + length);
    at += 3 + length;
    if (readerOf(CAN_VALUES, id, value.length)?.(value, gathered) === true) continue;
    gathered.attributes[`value${id.toString(16).padStart(4, '0')}`] = value.toString('hex');
    unknown += 1;
  }
  if (unknown > 0) gathered.attributes.unknownItems = unknown;
  return at;
};

/** Systems, each with trouble codes: number, state, text. */
const trouble: VehicleReader = (body, from, { attributes }) => {
  const codes: string[] = [];
  if (from + 2 > body.length) return null;
  let at = from + 2;
  for (let n = body.readUInt16BE(from); n > 0; n -= 1) {
    if (at + 6 > body.length) return null;
    const count = body.readUInt16BE(at + 4);
    at += 6;
    for (let m = 0; m < count; m += 1) {
      if (at + 10 > body.length) return null;
      const end = at + 10 + body.readUInt16BE(at + 8);
      codes.push(gbkText(body.subarray(at + 10, end)));
      at = end;
    }
  }
  if (codes.length > 0) attributes.faultCodes = codes.join(' ');
  return at;
};

/** Count, then number, length and content each. */
const alarms: VehicleReader = (body, from, { attributes, events }) => {
  const unknown: number[] = [];
  let at = from + 1;
  for (let n = 0; n < (body[from] ?? 0); n += 1) {
    const id = body[at];
    const length = body[at + 1];
    if (id === undefined || length === undefined) return null;
    const code = ALARMS.get(id);
    if (code === undefined) unknown.push(id);
    else events.push(pulse(code));
    at += 2 + length;
  }
  if (unknown.length > 0) attributes.unknownAlarms = unknown.join(',');
  return at;
};

const vin: VehicleReader = (body, at, { attributes }) => {
  if ((body[at] ?? 0) === 0) return at + 1;
  attributes.vin = gbkText(body.subarray(at + 1, at + 18));
  return at + 18;
};

const event: VehicleReader = (body, at, { attributes, events }) => {
  if (at + 4 > body.length) return null;
  const number = body.readInt32BE(at);
  const code = DRIVING[number];
  if (code === undefined) attributes.event = number;
  else events.push(pulse(code));
  return at + 4;
};

const VEHICLE_READERS: Readonly<Record<number, VehicleReader>> = {
  [VEHICLE.values]: values,
  [VEHICLE.trouble]: trouble,
  [VEHICLE.alarms]: alarms,
  [VEHICLE.vin]: vin,
  [VEHICLE.event]: event,
};
/** Kinds after whose content the place stands. */
const WITH_PLACE = new Set<number>([VEHICLE.values, VEHICLE.trouble, VEHICLE.alarms]);
const PLACE_BYTES = 12;
const CONTENT_AT = 9;

/**
 * Vehicle data: time, whether it is resent, kind of vehicle, kind of data, content, and the place
 * as it was last known, with a time of its own. The place is not taken: it may be older than the
 * data.
 */
function vehicle(body: Buffer, offsetMin: number): PassthroughReading | null {
  const read = VEHICLE_READERS[body[8] ?? 0];
  const localMs = readBcdTime(body, 0);
  if (read === undefined || localMs === null) return null;
  const gathered = newGathered();
  const end = read(body, CONTENT_AT, gathered);
  if (end === null) return null;
  const { attributes } = gathered;
  if ((body[6] as number) > 0) attributes.resent = true;
  gathered.values.timeMs = localMs - offsetMin * 60_000;
  const hasPlace = WITH_PLACE.has(body[8] as number) && end + PLACE_BYTES <= body.length;
  if (hasPlace) gathered.values.ignition = readCoordinates(body, end).ignition;
  const isUnknown = 'unknownItems' in attributes || 'unknownAlarms' in attributes;
  return { record: recordOf(gathered), complete: hasPlace && !isUnknown };
}

const CRASH_BYTES = 20;

/** The place of a crash; samples of acceleration follow, which are not read. */
function crash(body: Buffer, offsetMin: number): PassthroughReading | null {
  const localMs = readBcdTime(body, 0);
  if (localMs === null || body.length < CRASH_BYTES) return null;
  const latitudeDeg = body.readInt32BE(6) / 1e6;
  const longitudeDeg = body.readInt32BE(10) / 1e6;
  const isPlace = Math.abs(latitudeDeg) <= 90 && Math.abs(longitudeDeg) <= 180;
  const record: DeviceRecord = {
    ...EMPTY_RECORD,
    timeMs: localMs - offsetMin * 60_000,
    fixValid: isPlace,
    latitudeDeg: isPlace ? latitudeDeg : null,
    longitudeDeg: isPlace ? longitudeDeg : null,
    altitudeM: body.readInt16BE(14),
    speedKmh: body.readUInt16BE(16) / 10,
    headingDeg: isPlace ? body.readUInt16BE(18) % 360 : null,
  };
  return { record, complete: false };
}

/** Decodes a passthrough message; null if its kind is not known. */
export function readPassthrough(body: Buffer, offsetMin: number): PassthroughReading | null {
  const content = body.subarray(1);
  switch (body[0]) {
    case KIND.cardReader:
      return cardReader(content);
    case KIND.obdText: {
      const gathered = newGathered();
      return obdText(content, gathered) ? { record: recordOf(gathered), complete: true } : null;
    }
    case KIND.vehicle:
      return vehicle(content, offsetMin);
    case KIND.crash:
      return crash(content, offsetMin);
    default:
      return null;
  }
}
