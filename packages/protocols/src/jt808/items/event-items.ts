import { EVENT } from '@roadworthy/domain';
import { readSubItems } from './engine-items.ts';
import { numberOf } from './item-fields.ts';
import type { Gathered, ItemEntry, ItemReader, ItemReaders } from './item-reader.ts';
import { batteryValue, percentValue, pulse, setValue, state, supplyValue } from './item-values.ts';

/** Manufacturers' items with alarms, and their extensions with several values. */

/** Event codes of set bits. */
const bitsOf = (bits: number, codes: Readonly<Record<number, number>>): number[] =>
  Object.entries(codes)
    .filter(([bit]) => (bits & (1 << Number(bit))) !== 0)
    .map(([, code]) => code);

const DRIVING_BITS = {
  8: EVENT.harshAcceleration,
  9: EVENT.harshBraking,
  10: EVENT.harshCornering,
};
const DOOR_BIT = 16;
const DOOR_MODELS = new Set(['MV810G', 'MV710G']);

/** Driving alarms, external switches, further alarms (57). */
const drivingAlarms: ItemReader = (value, { context, attributes, events }) => {
  events.push(...bitsOf(value.readUInt16BE(0), DRIVING_BITS).map(pulse));
  attributes.externalSwitches = value.readUInt16BE(2);
  const isDoor = (value.readUInt32BE(4) & (1 << DOOR_BIT)) !== 0;
  if (DOOR_MODELS.has(context.model) && isDoor) events.push(state(EVENT.doorOpened));
  return (value.readUInt16BE(0) & ~0x0700) === 0 && value.readUInt32BE(4) === 0;
};

const VIBRATION_BIT = 8;

const userStatus: ItemReader = (value, { attributes, events }) => {
  const bits = value.readUInt32BE(0);
  attributes.userStatus = bits;
  if ((bits & VIBRATION_BIT) !== 0) events.push(pulse(EVENT.shock));
  return true;
};

const SOS_BITS = 0b1110;

/** Alarms of personal devices (E7): vibration and call buttons. */
const personalAlarms: ItemReader = (value, { attributes, events }) => {
  const bits = value.readUInt16BE(0);
  if ((bits & 1) !== 0) events.push(pulse(EVENT.shock));
  if ((bits & SOS_BITS) !== 0) events.push(pulse(EVENT.panicButton));
  attributes.personalAlarms = value.toString('hex');
  return true;
};

/** First word of a Jimi extension (E8) that is an event. */
const JIMI_EVENTS: ReadonlyMap<number, number> = new Map<number, number>([
  [0x0001, EVENT.cameraFault],
  [0x0400, EVENT.harshAcceleration],
  [0x0401, EVENT.harshBraking],
  [0x0402, EVENT.harshCornering],
  [0x0403, EVENT.overSpeed],
  [0x0405, EVENT.collision],
  [0x0406, EVENT.shock],
  [0x0407, EVENT.towing],
  [0x0408, EVENT.geofenceEntered],
  [0x0409, EVENT.geofenceLeft],
  [0x040c, EVENT.doorOpened],
  [0x0412, EVENT.harshAcceleration],
  [0x0413, EVENT.harshBraking],
  [0x0414, EVENT.harshCornering],
  [0x0415, EVENT.solidLineCrossed],
  [0x0416, EVENT.collision],
  [0x0417, EVENT.collision],
  [0x0c01, EVENT.panicButton],
  [0x0c02, EVENT.lowBattery],
  [0x0c03, EVENT.ignitionOn],
  [0x0c04, EVENT.ignitionOff],
  [0x0c0e, EVENT.powerDisconnected],
  [0x0c0f, EVENT.lowBattery],
  [0x0c12, EVENT.tampering],
]);
/** First word of a Jimi extension with values. */
const JIMI = { upload: 0x2002, power: 0x2003, states: 0x2005 } as const;
const IGNITION_ON = 0x0c03;
const IGNITION_OFF = 0x0c04;

/** Sub-items of the Jimi extension 2005. */
const JIMI_STATES: ItemReaders = new Map<number, ItemEntry>([
  [0x0001, { 2: (value, gathered) => batteryValue(gathered, value.readUInt16BE(0) / 100) }],
  [0x0002, { 4: numberOf('dataUsage') }],
  [0x0003, { 1: (value, gathered) => percentValue(gathered, value[0] as number) }],
  [
    0x0004,
    {
      1: (value, { attributes }) => {
        attributes.charging = value[0] === 0;
        return true;
      },
    },
  ],
  [
    0x0005,
    {
      10: (value, { attributes }) => {
        attributes.iccid = value.toString('hex').slice(0, 19);
        return true;
      },
    },
  ],
  [0x0007, { 2: numberOf('hdop', 0.1) }],
  [0x2001, { 2: (value, gathered) => supplyValue(gathered, value.readUInt16BE(0) / 10) }],
]);

const MAX_LEVEL = 6;

/** Charger, battery level and voltage, signal, supply (Jimi extension 2003). */
function jimiPower(value: Buffer, gathered: Gathered): boolean {
  if (value.length < 7) return false;
  const level = value[1] as number;
  gathered.attributes.charging = value[0] === 1;
  gathered.attributes.mobileSignal = value[4] as number;
  if (level >= 1 && level <= MAX_LEVEL)
    setValue(gathered, 'batteryPercent', Math.floor((level * 100) / MAX_LEVEL));
  return (
    batteryValue(gathered, value.readUInt16BE(2) / 100) &&
    supplyValue(gathered, value.readUInt16BE(5) / 100)
  );
}

/** The extension of Jimi cameras (E8): kind, length, values or the label of an event. */
const jimi: ItemReader = (value, gathered) => {
  if (value.length < 4) return false;
  const kind = value.readUInt16BE(0);
  const content = value.subarray(3);
  const isExact = value[2] === content.length;
  if (isExact && kind === JIMI.power) return jimiPower(content, gathered);
  if (isExact && kind === JIMI.states) return readSubItems(content, 2, JIMI_STATES, gathered);
  if (isExact && kind === JIMI.upload && content.length >= 2) {
    gathered.attributes.uploadMode = content[0] as number;
    gathered.attributes.resent = content[1] === 1;
    return true;
  }
  const code = JIMI_EVENTS.get(kind);
  if (code === undefined) return false;
  gathered.events.push(pulse(code));
  if (kind === IGNITION_ON || kind === IGNITION_OFF)
    gathered.values.ignition = kind === IGNITION_ON;
  gathered.attributes.eventLabel = content.toString('hex');
  return true;
};

/** Harsh driving and tampering in sub-item 01 of FE with the mark 7C. */
const EXTENDED_BITS = {
  0: EVENT.harshAcceleration,
  1: EVENT.harshBraking,
  2: EVENT.harshCornering,
  3: EVENT.collision,
  4: EVENT.tampering,
};
const EXTENDED_MARK = 0x7c;
const EXTENDED_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [
    0x01,
    {
      4: (value, { events }) => {
        events.push(...bitsOf(value.readUInt32BE(0), EXTENDED_BITS).map(pulse));
        return true;
      },
    },
  ],
]);

/** Extension FE of manufacturers that begin it with a mark. */
export const extended: ItemReader = (value, gathered) => {
  if (value[0] !== EXTENDED_MARK) return false;
  readSubItems(value.subarray(1), 1, EXTENDED_ITEMS, gathered);
  // Other sub-items have no known meaning.
  return false;
};

/** Values of external sensors (EA): kind, then sub-items of id, length, value. */
const SENSOR_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [0x13, { 2: numberOf('illuminance') }],
  [0x14, { 2: numberOf('airPressure') }],
  [0x15, { 2: numberOf('humidityPercent', 0.1, { high: 100 }) }],
  [
    0x16,
    {
      2: (value, gathered) =>
        setValue(gathered, 'temperatureC', Math.round(value.readUInt16BE(0) - 500) / 10),
    },
  ],
]);

const TYRE_BYTES = 8;
/** Steps of the pressure per bar; a bar is 100 kPa. */
const STEPS_PER_BAR = 40;
/** All ten bits of the pressure. */
const NO_PRESSURE = 0x03ff;

/** Tyres (77): number, sensor id, pressure, temperature, state. */
const tyres: ItemReader = (value, { attributes }) => {
  if (value.length === 0 || value.length % TYRE_BYTES !== 0) return false;
  for (let at = 0; at < value.length; at += TYRE_BYTES) {
    const tyre = `tyre${value[at]}`;
    const steps = value.readUInt16BE(at + 4) & NO_PRESSURE;
    const degrees = (value[at + 6] as number) - 50;
    if (steps !== NO_PRESSURE)
      attributes[`${tyre}PressureKpa`] = Math.round((steps * 1000) / STEPS_PER_BAR) / 10;
    if (degrees < 200) attributes[`${tyre}TemperatureC`] = degrees;
    attributes[`${tyre}Bits`] = value[at + 7] as number;
  }
  return true;
};

export const EVENT_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [0x57, { 8: drivingAlarms }],
  [0x77, tyres],
  [0xd0, { 4: userStatus }],
  [0xe7, { 8: personalAlarms }],
  [0xe8, jimi],
  [
    0xea,
    (value, gathered) =>
      value.length > 2 && readSubItems(value.subarray(1), 1, SENSOR_ITEMS, gathered),
  ],
]);
