import type { AttributeValue, DeviceRecord } from '../record.ts';

/*
 * Manufacturers' items for power, battery and sensors. The standard leaves their ids to the
 * manufacturers, who conflict: an item is decoded only if its length matches the meaning. All items
 * stay in the attributes as hex.
 */

type Values = { -readonly [K in keyof DeviceRecord]?: DeviceRecord[K] };

/** The values of the manufacturers' items; null if no item has them. */
export interface Supply
  extends Pick<
    DeviceRecord,
    'externalVoltageV' | 'batteryVoltageV' | 'batteryPercent' | 'temperatureC' | 'driverTag'
  > {
  readonly attributes: Readonly<Record<string, AttributeValue>>;
}

type ItemReader = (
  value: Buffer,
  values: Values,
  attributes: Record<string, AttributeValue>,
) => void;

const percentOf = (value: number): number | null => (value <= 100 ? value : null);

const percent =
  (at: number): ItemReader =>
  (value, values) => {
    values.batteryPercent = percentOf(value[at] as number);
  };
/** Battery in per cent; FF means charging. */
const percentOrCharging: ItemReader = (value, values, attributes) => {
  if (value[0] === 0xff) attributes.charging = true;
  else values.batteryPercent = percentOf(value[0] as number);
};
const external =
  (divisor: number, bytes = 2): ItemReader =>
  (value, values) => {
    values.externalVoltageV = value.readUIntBE(0, bytes) / divisor;
  };
const battery =
  (divisor: number): ItemReader =>
  (value, values) => {
    values.batteryVoltageV = value.readUInt16BE(0) / divisor;
  };

/** Battery in millivolts, its state, and the percentage if the item has a sixth byte. */
const batteryBlock: ItemReader = (value, values, attributes) => {
  values.batteryVoltageV = value.readUInt32BE(0) / 1000;
  if (value.length >= 5) attributes.charging = value[4] === 2 || value[4] === 3;
  if (value.length >= 6) values.batteryPercent = percentOf(value[5] as number);
};

const NO_SENSOR = 0xffff;

/**
 * Temperatures in tenths of a degree; the top bit is the sign. The first sensor is the record's
 * temperature.
 */
const temperatures: ItemReader = (value, values, attributes) => {
  for (let at = 0; at + 2 <= value.length; at += 2) {
    const word = value.readUInt16BE(at);
    if (word === NO_SENSOR) continue;
    const degrees = ((word & 0x8000) !== 0 ? -(word & 0x7fff) : word) / 10;
    values.temperatureC ??= degrees;
    if (at > 0) attributes[`temperature${at / 2 + 1}C`] = degrees;
  }
};

/** Modules of item EB: length of id and value, id, value. */
const modules: ItemReader = (value, values, attributes) => {
  let at = 0;
  while (at + 4 <= value.length) {
    const end = at + 2 + value.readUInt16BE(at);
    const id = value.readUInt16BE(at + 2);
    const content = value.subarray(at + 4, end);
    if (end <= at + 4 || end > value.length) return;
    if (id === 0x2d && content.length === 2)
      values.batteryVoltageV = content.readUInt16BE(0) / 1000;
    else if (id === 0x2d && content.length === 4)
      values.externalVoltageV = content.readUInt32BE(0) / 1000;
    else if (id === 0xce && content.length >= 2)
      values.externalVoltageV = content.readUInt16BE(0) / 100;
    else if (id === 0xa8 || id === 0xe1) values.batteryPercent = percentOf(content[0] as number);
    else if (id === 0xb2) attributes.iccid = content.toString('hex').replace(/f+$/, '');
    at = end;
  }
};

/** A driver's number as text. */
const driver: ItemReader = (value, values) => {
  const text = value.toString('latin1').replaceAll('\0', '').trim();
  if (text !== '') values.driverTag = text;
};

/** By item id, a colon, and the length; without a length if it varies. */
const READERS: Readonly<Record<string, ItemReader>> = {
  '51:2': temperatures,
  '51:16': temperatures,
  '56:2': (value, values) => {
    values.batteryPercent = percentOf((value[0] as number) * 10);
  },
  '68:2': (value, values) => {
    values.batteryPercent = percentOf(value.readUInt16BE(0) / 100);
  },
  '69:2': battery(100),
  '82:2': external(10),
  bd: driver,
  'd3:2': external(10),
  'd4:1': percentOrCharging,
  'd5:2': battery(100),
  'e1:1': percentOrCharging,
  'e1:2': external(10),
  'e3:6': (value, values) => {
    values.batteryPercent = percentOf(value[1] as number);
    values.batteryVoltageV = value.readUInt16BE(2) / 100;
  },
  'e4:2': percent(1),
  'e9:1': percentOrCharging,
  eb: modules,
  'ee:6': (value, values) => {
    values.externalVoltageV = value.readUInt16BE(1) / 1000;
    values.batteryVoltageV = value.readUInt16BE(3) / 1000;
  },
  'f1:4': external(1000, 4),
  'f7:4': batteryBlock,
  'f7:5': batteryBlock,
  'f7:6': batteryBlock,
  'fe:1': percent(0),
};

/** Decodes the manufacturers' items of a location. */
export function readSupply(items: readonly (readonly [number, Buffer])[]): Supply {
  const values: Values = {};
  const attributes: Record<string, AttributeValue> = {};
  for (const [id, value] of items) {
    const name = id.toString(16).padStart(2, '0');
    const read = READERS[`${name}:${value.length}`] ?? READERS[name];
    if (read !== undefined) read(value, values, attributes);
  }
  return {
    externalVoltageV: values.externalVoltageV ?? null,
    batteryVoltageV: values.batteryVoltageV ?? null,
    batteryPercent: values.batteryPercent ?? null,
    temperatureC: values.temperatureC ?? null,
    driverTag: values.driverTag ?? null,
    attributes,
  };
}
