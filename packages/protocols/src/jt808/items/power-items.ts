import { numberOf, textOf } from './item-fields.ts';
import type { Gathered, ItemEntry, ItemReader, ItemReaders } from './item-reader.ts';
import { batteryValue, percentValue, setValue, signMagnitude, supplyValue } from './item-values.ts';

/*
 * Manufacturers' items for power, battery, temperature and identity. The standard leaves their ids
 * to the manufacturers, who conflict: an item is decoded only if its length matches the meaning.
 */

const supply =
  (divisor: number): ItemReader =>
  (value, gathered) =>
    supplyValue(gathered, value.readUIntBE(0, value.length) / divisor);
const battery =
  (divisor: number): ItemReader =>
  (value, gathered) =>
    batteryValue(gathered, value.readUInt16BE(0) / divisor);
const percent =
  (at: number): ItemReader =>
  (value, gathered) =>
    percentValue(gathered, value[at] as number);

const CHARGING = 0xff;
const percentOrCharging: ItemReader = (value, gathered) => {
  if (value[0] !== CHARGING) return percentValue(gathered, value[0] as number);
  gathered.attributes.charging = true;
  return true;
};

/** Charger (0 is connected) and per cent. */
const chargerAndPercent: ItemReader = (value, gathered) => {
  if (value[0] === 0) gathered.attributes.charging = true;
  return percentValue(gathered, value[1] as number);
};

/** Battery in millivolts, its state, and the percentage if the item has a sixth byte. */
const batteryBlock: ItemReader = (value, gathered) => {
  if (!batteryValue(gathered, value.readUInt32BE(0) / 1000)) return false;
  if (value.length >= 5) gathered.attributes.charging = value[4] === 2 || value[4] === 3;
  return value.length < 6 || percentValue(gathered, value[5] as number);
};

const NO_SENSOR = 0xffff;

/**
 * Temperatures in tenths of a degree; the top bit is the sign. The first sensor is the record's
 * temperature.
 */
const temperatures: ItemReader = (value, gathered) => {
  for (let at = 0; at + 2 <= value.length; at += 2) {
    const word = value.readUInt16BE(at);
    if (word === NO_SENSOR) continue;
    const degrees = signMagnitude(word) / 10;
    setValue(gathered, 'temperatureC', degrees);
    if (at > 0) gathered.attributes[`temperature${at / 2 + 1}C`] = degrees;
  }
  return true;
};

/** A whole part with its sign, and a fraction of 255. */
const fractional = (value: Buffer, at: number): number => {
  const whole = value.readInt8(at);
  const fraction = (value[at + 1] as number) / 255;
  return Math.round((whole < 0 ? whole - fraction : whole + fraction) * 100) / 100;
};

const SENSOR_BYTES = 11;

/** Wireless sensors: number, address, temperature and humidity. */
function wirelessSensors(value: Buffer, gathered: Gathered): boolean {
  if (value.length === 0 || value.length % SENSOR_BYTES !== 0) return false;
  for (let at = 0; at < value.length; at += SENSOR_BYTES) {
    const sensor = value[at] as number;
    const degrees = fractional(value, at + 7);
    const humidity = fractional(value, at + 9);
    if (sensor <= 1) setValue(gathered, 'temperatureC', degrees);
    gathered.attributes[`temperature${sensor}C`] = degrees;
    if (humidity >= 0 && humidity <= 100)
      gathered.attributes[`humidity${sensor}Percent`] = humidity;
  }
  return true;
}

/** Fields of the text of an OBD adapter, in their order, with their ranges. */
const OBD_FIELDS: readonly (readonly [name: string, low: number, high: number])[] = [
  ['externalVoltageV', 0, 100],
  ['engineSpeedRpm', 0, 20_000],
  ['obdSpeedKmh', 0, 400],
  ['throttlePercent', 0, 100],
  ['engineLoadPercent', 0, 100],
  ['coolantTemperatureC', -50, 250],
  ['fuelRateL100Km', 0, 1000],
  ['fuelRateAverageL100Km', 0, 1000],
  ['tripDistanceKm', 0, 1e6],
  ['obdDistanceKm', 0, 1e7],
  ['tripFuelUsedL', 0, 1e5],
  ['fuelUsedL', 0, 1e7],
];
const OBD_TEXT = '$OBD-RT,';

/** The text of an OBD adapter: comma separated values, empty if unknown. */
export function obdText(value: Buffer, gathered: Gathered): boolean {
  const text = value.toString('latin1');
  if (!text.startsWith(OBD_TEXT)) return false;
  const fields = text.slice(OBD_TEXT.length).trim().split(',');
  OBD_FIELDS.forEach(([name, low, high], index) => {
    const field = fields[index] ?? '';
    const number = Number(field);
    if (field === '' || !Number.isFinite(number) || number < low || number > high) return;
    if (name === 'externalVoltageV') supplyValue(gathered, number);
    else gathered.attributes[name] = number;
  });
  return true;
}

const driver: ItemReader = (value, gathered) => {
  const text = value.toString('latin1').replaceAll('\0', '').trim();
  return /^[\x20-\x7e]+$/.test(text) && setValue(gathered, 'driverTag', text);
};

/** The text of a lock: its voltage stands in hundredths of a volt from the eleventh character. */
const lockText: ItemReader = (value, gathered) => {
  const found = /^\*M00,\d\d,..(?<volts>\d{3})/.exec(value.toString('latin1'))?.groups;
  return found !== undefined && batteryValue(gathered, Number(found.volts) / 100);
};

const LOCK_BYTES = 11;
const LOCK_SEALED = 0x31;

/** Electronic seals: id, voltage, seal, state, signal. */
const seals: ItemReader = (value, { attributes }) => {
  if (value.length === 0 || value.length % LOCK_BYTES !== 0) return false;
  for (let at = 0, n = 1; at < value.length; at += LOCK_BYTES, n += 1) {
    attributes[`lock${n}Id`] = value.toString('hex', at, at + 6);
    attributes[`lock${n}BatteryV`] = value.readUInt16BE(at + 6) / 1000;
    attributes[`lock${n}Sealed`] = value[at + 8] === LOCK_SEALED;
  }
  return true;
};

/** Events of a lock that a card caused, and the bytes of its number at the end. */
const CARD_EVENTS = { first: 0x61, last: 0x66 } as const;
const CARD_BYTES = 8;

/** Event of a lock; some name the card that opened it. */
const lockEvent: ItemReader = (value, gathered) => {
  if (value.length < 2) return false;
  const event = value.readUInt16BE(0);
  gathered.attributes.lockEvent = event;
  const isCard = event >= CARD_EVENTS.first && event <= CARD_EVENTS.last && value.length >= 16;
  return !isCard || driver(value.subarray(-CARD_BYTES), gathered);
};

const lockCommand: ItemReader = (value, { attributes }) => {
  attributes.lockCommand = value[0] as number;
  if (value.length === 5 || value.length === 6) attributes.lockCard = value.readUInt32BE(1);
  if (value.length % 2 === 0) attributes.unlockResult = value[value.length - 1] as number;
  return true;
};

const LOCK_ENTRY_BYTES = 13;
const UNLOCKED = 1 << 5;

/** Locks: count, then id, card, battery and status each. */
const locks: ItemReader = (value, { attributes }) => {
  const count = value[0] ?? 0;
  if (value.length !== 1 + count * LOCK_ENTRY_BYTES || count === 0) return false;
  for (let at = 1, n = 1; n <= count; at += LOCK_ENTRY_BYTES, n += 1) {
    const percent = value[at + 10] as number;
    attributes[`lock${n}Id`] = value.toString('hex', at, at + 5);
    attributes[`lock${n}Card`] = value.toString('hex', at + 5, at + 10);
    if (percent <= 100) attributes[`lock${n}BatteryPercent`] = percent;
    attributes[`lock${n}Locked`] = (value.readUInt16BE(at + 11) & UNLOCKED) === 0;
  }
  return true;
};

const DEVICE_BITS = { motion: 4, cover: 8 };

const odometerM: ItemReader = (value, gathered) =>
  setValue(gathered, 'odometerM', value.readUInt32BE(0));

export const POWER_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [0x0b, { 1: lockCommand, 2: lockCommand, 5: lockCommand, 6: lockCommand }],
  [0x33, lockText],
  [0x51, { 2: temperatures, 16: temperatures }],
  [0x56, { 2: (value, gathered) => percentValue(gathered, (value[0] as number) * 10) }],
  [0x60, lockEvent],
  [0x61, { 2: supply(100) }],
  [0x63, seals],
  [0x68, { 2: (value, gathered) => percentValue(gathered, value.readUInt16BE(0) / 100) }],
  [0x69, { 2: battery(100) }],
  [0x82, { 2: supply(10) }],
  [
    0xa7,
    {
      4: (value, { attributes }) => {
        attributes.analogInput1V = value.readUInt16BE(0) / 100;
        attributes.analogInput2V = value.readUInt16BE(2) / 100;
        return true;
      },
    },
  ],
  [0xac, { 4: odometerM }],
  [0xbc, textOf('driverName')],
  [0xbd, driver],
  [0xcc, { 20: textOf('iccid') }],
  [0xd3, { 2: supply(10) }],
  [0xd4, { 1: percentOrCharging }],
  [
    0xd5,
    (value, gathered) =>
      value.length === 2 ? battery(100)(value, gathered) : locks(value, gathered),
  ],
  [0xd6, { 20: textOf('iccid') }],
  [
    0xda,
    {
      3: (value, { attributes }) => {
        const bits = value[2] as number;
        attributes.cutCount = value.readUInt16BE(0);
        attributes.ropeCut = (bits & 1) !== 0;
        attributes.motion = (bits & DEVICE_BITS.motion) !== 0;
        attributes.coverOpen = (bits & DEVICE_BITS.cover) !== 0;
        return true;
      },
    },
  ],
  [0xe1, { 1: percentOrCharging, 2: supply(10) }],
  [
    0xe2,
    {
      4: (value, gathered) =>
        gathered.context.model !== 'DT800' &&
        numberOf('fuelLevelL', 0.1, { high: 5000 })(value, gathered),
    },
  ],
  [
    0xe3,
    {
      6: (value, gathered) =>
        percentValue(gathered, value[1] as number) &&
        batteryValue(gathered, value.readUInt16BE(2) / 100),
    },
  ],
  [0xe4, { 2: chargerAndPercent }],
  [
    0xe5,
    {
      1: (value, { attributes }) => {
        attributes.motion = value[0] === 1;
        return true;
      },
    },
  ],
  [0xe6, (value, gathered) => obdText(value, gathered) || wirelessSensors(value, gathered)],
  [0xe9, { 1: percentOrCharging }],
  [0xed, textOf('card')],
  [
    0xee,
    {
      6: (value, gathered) => {
        gathered.attributes.mobileSignal = value[0] as number;
        setValue(gathered, 'satellites', value[5] as number);
        return (
          supplyValue(gathered, value.readUInt16BE(1) / 1000) &&
          batteryValue(gathered, value.readUInt16BE(3) / 1000)
        );
      },
    },
  ],
  [0xf1, { 4: supply(1000) }],
  [0xf5, { 2: numberOf('illuminance') }],
  [
    0xf7,
    {
      2: numberOf('humidityPercent', 0.1, { high: 100 }),
      4: batteryBlock,
      5: batteryBlock,
      6: batteryBlock,
    },
  ],
  [0xfb, textOf('container')],
  [0xfc, { 1: numberOf('fence') }],
  [0xfe, { 1: percent(0), 2: supply(10), 4: odometerM }],
]);
