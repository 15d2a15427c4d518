import { inPhysicalRange } from '../physical-range.ts';
import type { AttributeValue, DeviceRecord } from '../record.ts';
import { type ElementValues, readElements } from './attributes.ts';
import type { AvlRecord } from './avl.ts';
import { joinParts } from './card-parts.ts';
import { familyOfRecord } from './parameters/evidence.ts';
import type { Family } from './parameters/family.ts';

type Attributes = Record<string, AttributeValue>;

/** A record, and the number of its values without a known meaning. */
export interface DecodedRecord {
  readonly record: DeviceRecord;
  readonly unknown: number;
}

/** Temperatures in the sequence in which the first becomes the one of the record. */
const TEMPERATURES: readonly string[] = ['temperature', 'bleTemperature', 'eyeTemperature'].flatMap(
  (name) => [1, 2, 3, 4].map((n) => `${name}${n}C`),
);
const NO_KEY = '0000000000000000';
const FULL_CIRCLE = 360;

const numberOf = (value: AttributeValue | undefined): number | null =>
  typeof value === 'number' ? value : null;

/** The first working sensor; the others stay in the attributes. */
function temperatureOf(attributes: Attributes): number | null {
  for (const name of TEMPERATURES) {
    const value = attributes[name];
    if (typeof value === 'number') return value;
  }
  return null;
}

/**
 * The driver's key as printed, otherwise the number of the driver's tachograph card. The bytes of
 * an iButton are reversed; zero means none.
 */
function driverTagOf({ ibutton, rfid, bleRfid1, driver1CardNumber }: Attributes): string | null {
  if (typeof ibutton === 'string' && ibutton !== NO_KEY)
    return Buffer.from(ibutton, 'hex').reverse().toString('hex').toUpperCase();
  for (const key of [rfid, bleRfid1]) {
    if (typeof key === 'string' && key !== NO_KEY) return key.toUpperCase();
  }
  return typeof driver1CardNumber === 'string' ? driver1CardNumber : null;
}

/** Values of the head that are attributes; impossible ones stay as they are. */
function addHead(avl: AvlRecord, isPlace: boolean, attributes: Attributes): void {
  if (avl.priority !== 0) attributes.priority = avl.priority;
  if (avl.eventIoId !== 0) attributes.eventIoId = avl.eventIoId;
  if (avl.generationType !== null) attributes.generationType = avl.generationType;
  if (avl.angleDeg > FULL_CIRCLE) attributes.rawHeadingDeg = avl.angleDeg;
  if (isPlace) return;
  attributes.rawLatitudeDeg = avl.latitudeDeg;
  attributes.rawLongitudeDeg = avl.longitudeDeg;
}

/** Position and motion: without satellites the place is the last known one, 0/0 if there is none. */
function placeOf(avl: AvlRecord, isPlace: boolean) {
  const hasPlace = isPlace && (avl.latitudeDeg !== 0 || avl.longitudeDeg !== 0);
  const fixValid = avl.satellites > 0 && hasPlace;
  return {
    fixValid,
    latitudeDeg: hasPlace ? avl.latitudeDeg : null,
    longitudeDeg: hasPlace ? avl.longitudeDeg : null,
    altitudeM: fixValid ? avl.altitudeM : null,
    speedKmh: avl.speedKmh,
    headingDeg: fixValid && avl.angleDeg <= FULL_CIRCLE ? avl.angleDeg % FULL_CIRCLE : null,
    satellites: avl.satellites,
  };
}

function assembled(avl: AvlRecord, { fields, attributes, events }: ElementValues): DeviceRecord {
  const isPlace = Math.abs(avl.latitudeDeg) <= 90 && Math.abs(avl.longitudeDeg) <= 180;
  addHead(avl, isPlace, attributes);
  joinParts(attributes);
  return {
    timeMs: avl.timeMs,
    ...placeOf(avl, isPlace),
    ignition: typeof fields.ignition === 'boolean' ? fields.ignition : null,
    odometerM: numberOf(fields.odometerM),
    externalVoltageV: numberOf(fields.externalVoltageV),
    batteryVoltageV: numberOf(fields.batteryVoltageV),
    batteryPercent: numberOf(fields.batteryPercent),
    temperatureC: temperatureOf(attributes),
    driverTag: driverTagOf(attributes),
    events,
    attributes,
    ...(attributes.privateMode === 1 ? { isPrivate: true } : {}),
  };
}

/**
 * Converts an AVL record to the record format common to all protocols.
 *
 * @param family the family of the device's model
 */
export function toDeviceRecord(avl: AvlRecord, family: Family): DecodedRecord {
  const values = readElements(avl, familyOfRecord(avl, family));
  return { record: inPhysicalRange(assembled(avl, values)), unknown: values.unknown };
}
