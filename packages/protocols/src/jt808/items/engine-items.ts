import { numberOf, textOf } from './item-fields.ts';
import type { Gathered, ItemEntry, ItemReader, ItemReaders } from './item-reader.ts';
import { supplyValue } from './item-values.ts';

/** Manufacturers' items and sub-items for the values of the engine (OBD). */

const CELSIUS = { low: -40, high: 215, offset: -40 };
const PERCENT = { high: 100 };
const RPM = { high: 20_000 };

const trouble: ItemReader = (value, { attributes }) => {
  const codes = value.toString('latin1').trim().replaceAll(',', ' ');
  if (value.length > 0 && !/^[\x20-\x7e]+$/.test(codes)) return false;
  if (codes !== '') attributes.faultCodes = codes;
  return true;
};

const VIN_BYTES = 17;

/** Per cent of 255. */
const share = (byte: number) => Math.floor((byte * 100) / 255);

/** Fields of a block of engine values (91), after the supply voltage. */
const ENGINE_BLOCK: readonly (readonly [from: number, to: number, read: ItemReader])[] = [
  [2, 4, numberOf('engineSpeedRpm', 1, RPM)],
  [4, 5, numberOf('obdSpeedKmh', 1, { high: 0xfe })],
  [5, 6, numberOf('throttlePercent', 100 / 255, PERCENT)],
  [6, 7, numberOf('engineLoadPercent', 100 / 255, PERCENT)],
  [7, 8, numberOf('coolantTemperatureC', 1, { ...CELSIUS, high: 214 })],
  [10, 12, numberOf('fuelRateL100Km', 0.01, { high: 600 })],
  [20, 22, numberOf('fuelUsedL', 0.01, { high: 655.34 })],
];

/** A block of engine values; a field out of range is left out, and the item stays raw. */
const engineBlock: ItemReader = (value, gathered) => {
  const isSupply = supplyValue(gathered, value.readUInt16BE(0) / 10);
  const read = ENGINE_BLOCK.map(([from, to, reader]) => reader(value.subarray(from, to), gathered));
  return isSupply && read.every((isKnown) => isKnown);
};
const ENGINE_BLOCK_BYTES = 22;

/** Sub-items of F3: id (two bytes), length, value. */
const SUB_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [0x0002, { 2: numberOf('obdSpeedKmh', 0.1, { high: 400 }) }],
  [0x0003, { 2: numberOf('engineSpeedRpm', 1, RPM) }],
  [0x0004, { 2: (value, gathered) => supplyValue(gathered, value.readUInt16BE(0) / 1000) }],
  [0x0005, { 4: numberOf('obdDistanceKm', 0.1, { high: 1e7 }) }],
  [0x0007, { 2: numberOf('fuelRateL100Km', 0.1, { high: 1000 }) }],
  [0x0008, { 2: numberOf('engineLoadPercent', 0.1, PERCENT) }],
  [0x0009, { 2: numberOf('coolantTemperatureC', 1, CELSIUS) }],
  [0x000b, { 2: numberOf('intakeManifoldPressureKpa', 1, { high: 1000 }) }],
  [0x000c, { 2: numberOf('intakeAirTemperatureC', 1, CELSIUS) }],
  [0x000d, { 2: numberOf('massAirFlow') }],
  [
    0x000e,
    {
      2: (value, { attributes }) => {
        const percent = share(value.readUInt16BE(0));
        if (percent > 100) return false;
        attributes.throttlePercent = percent;
        return true;
      },
    },
  ],
  [0x0050, { [VIN_BYTES]: textOf('vin') }],
  [0x0052, textOf('calibrationId')],
  [0x0100, { 2: numberOf('tripDistanceKm', 0.1) }],
  [0x0102, { 2: numberOf('tripFuelUsedL', 0.1) }],
  [0x0112, { 2: numberOf('harshAccelerationCount') }],
  [0x0113, { 2: numberOf('harshBrakingCount') }],
  [0x0114, { 2: numberOf('harshCorneringCount') }],
]);

/** A reader for the value's length, if any. */
export const readerOf = (
  readers: ItemReaders,
  id: number,
  length: number,
): ItemReader | undefined => {
  const found = readers.get(id);
  return typeof found === 'function' ? found : found?.[length];
};

/** Reads sub-items; false if one is unknown or exceeds the value. */
export function readSubItems(
  value: Buffer,
  idBytes: 1 | 2,
  readers: ItemReaders,
  gathered: Gathered,
): boolean {
  let isWhole = true;
  let at = 0;
  while (at + idBytes + 1 <= value.length) {
    const id = value.readUIntBE(at, idBytes);
    const length = value[at + idBytes] as number;
    const content = value.subarray(at + idBytes + 1, at + idBytes + 1 + length);
    at += idBytes + 1 + length;
    const read = content.length === length ? readerOf(readers, id, length) : undefined;
    if (read === undefined || !read(content, gathered)) isWhole = false;
  }
  return isWhole && at === value.length;
}

export const ENGINE_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [0x80, { 1: numberOf('obdSpeedKmh') }],
  [0x81, { 2: numberOf('engineSpeedRpm', 1, RPM) }],
  [0x83, { 1: numberOf('engineLoadPercent', 1, PERCENT) }],
  [0x84, { 1: numberOf('coolantTemperatureC', 1, CELSIUS) }],
  [0x85, { 2: numberOf('fuelRate') }],
  [0x86, { 1: numberOf('intakeAirTemperatureC', 1, CELSIUS) }],
  [0x87, { 2: numberOf('massAirFlow') }],
  [0x88, { 1: numberOf('intakeManifoldPressureKpa') }],
  [0x89, { 1: numberOf('throttlePercent', 1, PERCENT) }],
  [0x8b, { [VIN_BYTES]: textOf('vin') }],
  [0x8c, { 4: numberOf('obdDistanceKm', 0.1, { high: 1e7 }) }],
  [0x8d, { 2: numberOf('tripDistanceKm') }],
  [0x8e, { 1: numberOf('fuelLevelPercent', 1, PERCENT) }],
  [0x91, (value, gathered) => value.length >= ENGINE_BLOCK_BYTES && engineBlock(value, gathered)],
  [0x94, { [VIN_BYTES]: textOf('vin') }],
  [0xa0, trouble],
  [
    0xf3,
    (value, gathered) => !gathered.context.isAovx && readSubItems(value, 2, SUB_ITEMS, gathered),
  ],
]);

/** Engine values of passthrough messages (0900 of kind F0), by id and length. */
export const CAN_VALUES: ItemReaders = new Map<number, ItemEntry>([
  [0x0102, { 4: (value, gathered) => odometer(value, gathered) }],
  [0x0103, { 4: numberOf('fuelLevelL', 0.01, { high: 5000 }) }],
  [0x0105, { 4: numberOf('fuelUsedL', 0.01) }],
  [0x0111, { 1: numberOf('fuelTemperatureC', 1, CELSIUS) }],
  [0x014a, { 2: numberOf('fuelRateL100Km', 0.01) }],
  [0x0528, { 4: (value, gathered) => odometer(value, gathered) }],
  [0x052a, { 2: numberOf('fuelLevelL', 0.01) }],
  [0x052b, { 1: numberOf('fuelLevelPercent', 1, PERCENT) }],
  [0x052c, { 4: numberOf('fuelUsedL', 0.01) }],
  [0x052d, { 1: numberOf('coolantTemperatureC', 1, CELSIUS) }],
  [0x052e, { 1: numberOf('intakeAirTemperatureC', 1, CELSIUS) }],
  [0x0530, { 2: (value, gathered) => supplyValue(gathered, value.readUInt16BE(0) / 1000) }],
  [0x0535, { 2: numberOf('obdSpeedKmh', 0.1, { high: 400 }) }],
  [0x0536, { 2: numberOf('engineSpeedRpm', 1, RPM) }],
  [0x0537, { 2: numberOf('fuelRateL100Km', 0.01) }],
  [0x053d, { 2: numberOf('intakeManifoldPressureKpa', 0.1) }],
  [0x0546, { 4: (value, gathered) => odometer(value, gathered) }],
  [0x0547, { 1: numberOf('throttlePercent', 1, PERCENT) }],
  [0x0548, { 1: numberOf('throttlePercent', 1, PERCENT) }],
  [0xfeec, textOf('vin')],
]);

function odometer(value: Buffer, { values }: Gathered): boolean {
  values.odometerM ??= value.readUInt32BE(0) * 100;
  return true;
}
