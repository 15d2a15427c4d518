import { EVENT } from '@roadworthy/domain';
import { cellText, macText } from '../../bytes/network.ts';
import { readerOf } from './engine-items.ts';
import { extended } from './event-items.ts';
import { numberOf, textOf } from './item-fields.ts';
import type { Gathered, ItemEntry, ItemReader, ItemReaders } from './item-reader.ts';
import { batteryValue, percentValue, setValue, state, supplyValue } from './item-values.ts';
import { POWER_ITEMS } from './power-items.ts';

/** Manufacturers' items that contain modules, sensors or the network. */

/** Modules of item EB, by id. */
const MODULE = {
  fuel: 0x0001,
  voltage: 0x002d,
  states: 0x0089,
  percent: 0x00a8,
  iccid: 0x00b2,
  accessPoints: 0x00b9,
  motion: 0x00c5,
  supply: 0x00ce,
  percent2: 0x00e1,
} as const;

/** Bits that are clear while their alarm lasts. */
const POWERED = 1 << 0;
const ATTACHED = 1 << 12;
const AT_REST = 1 << 6;
const MOTION_SHIFT = 23;

/** Reads a module; false if it has no known meaning. */
function readModule(id: number, value: Buffer, gathered: Gathered): boolean {
  const { attributes, events } = gathered;
  const { length } = value;
  if (id === MODULE.voltage && length === 2)
    return batteryValue(gathered, value.readUInt16BE(0) / 1000);
  if (id === MODULE.voltage && length === 4)
    return supplyValue(gathered, value.readUInt32BE(0) / 1000);
  if (id === MODULE.supply && length >= 2)
    return supplyValue(gathered, value.readUInt16BE(0) / 100);
  if ((id === MODULE.percent || id === MODULE.percent2) && length >= 1)
    return percentValue(gathered, value[0] as number);
  if (id === MODULE.fuel && length >= 2) attributes.fuelLevelL = value.readUInt16BE(0) / 10;
  else if (id === MODULE.iccid && length === 10)
    attributes.iccid = value.toString('hex').replace(/f+$/, '');
  else if (id === MODULE.accessPoints && length > 1)
    attributes.accessPoints = value.toString('latin1', 1);
  else if (id === MODULE.states && length === 4) {
    const bits = value.readUInt32BE(0);
    if ((bits & POWERED) === 0) events.push(state(EVENT.powerDisconnected));
    if ((bits & ATTACHED) === 0) events.push(state(EVENT.tampering));
  } else if (id === MODULE.motion && length === 4) {
    const bits = value.readUInt32BE(0);
    const motion = (bits >>> MOTION_SHIFT) & 3;
    if ((bits & AT_REST) === 0) events.push(state(EVENT.shock));
    if (motion <= 1) attributes.motion = motion === 0;
  } else return false;
  return true;
}

/** Modules of item EB: length of id and value, id, value. */
function modules(value: Buffer, gathered: Gathered): boolean {
  let isWhole = true;
  let at = 0;
  while (at + 4 <= value.length) {
    const end = at + 2 + value.readUInt16BE(at);
    if (end <= at + 4 || end > value.length) return false;
    const isKnown = readModule(value.readUInt16BE(at + 2), value.subarray(at + 4, end), gathered);
    isWhole &&= isKnown;
    at = end;
  }
  return isWhole && at === value.length;
}

/** No module is longer than this, and no country has a lower code. */
const FIRST_COUNTRY = 200;
const PLAIN_CELL_BYTES = 5;

/** Cells of one network: area, cell, signal. */
function plainCells(value: Buffer, { attributes }: Gathered): boolean {
  const network = [value.readUInt16BE(0), value[2] as number] as const;
  const cells: string[] = [];
  for (let at = 3; at + PLAIN_CELL_BYTES <= value.length; at += PLAIN_CELL_BYTES) {
    const [area, cell] = [value.readUInt16BE(at), value.readUInt16BE(at + 2)];
    cells.push(cellText(...network, area, cell, value[at + 4] as number));
  }
  attributes.cells = cells.join(';');
  return true;
}

/** Item EB is cells, a time zone as text, or modules. */
const eb: ItemReader = (value, gathered) => {
  if (value.length < 4) return false;
  const isCells = value.readUInt16BE(0) > FIRST_COUNTRY && (value.length - 3) % 5 === 0;
  if (/^[\x20-\x7e]+$/.test(value.toString('latin1'))) return textOf('timeZone')(value, gathered);
  return isCells ? plainCells(value, gathered) : modules(value, gathered);
};

const LTE_CELL_BYTES = 13;

/** Cells (F0): country, network, cell, area, signal. */
const cells: ItemReader = (value, { attributes }) => {
  if (value.length === 0 || value.length % LTE_CELL_BYTES !== 0) return false;
  const texts: string[] = [];
  for (let at = 0; at < value.length; at += LTE_CELL_BYTES) {
    const [country, network] = [value.readUInt16BE(at), value.readUInt16BE(at + 2)];
    const [cell, area] = [value.readUInt32BE(at + 4), value.readUInt32BE(at + 8)];
    texts.push(cellText(country, network, area, cell, value[at + 12] as number));
  }
  attributes.cells = texts.join(';');
  return true;
};

const ACCESS_POINT_BYTES = 7;

/** Access points (EC, F4): address and signal in dBm. */
const accessPoints: ItemReader = (value, { attributes }) => {
  if (value.length === 0 || value.length % ACCESS_POINT_BYTES !== 0) return false;
  const texts: string[] = [];
  for (let at = 0; at < value.length; at += ACCESS_POINT_BYTES)
    texts.push(`${macText(value.subarray(at, at + 6))},${value.readInt8(at + 6)}`);
  attributes.accessPoints = texts.join(';');
  return true;
};

/** Parts of the sensors of AOVX devices (F6), by the bit that says that they are present. */
const AOVX_PARTS: readonly (readonly [bytes: number, read: ItemReader])[] = [
  [2, numberOf('lightSensor')],
  [2, (part, to) => setValue(to, 'temperatureC', part.readInt16BE(0) / 10)],
  [
    2,
    (part, { attributes }) => {
      const humidity = part.readInt16BE(0) / 10;
      if (humidity >= 0 && humidity <= 100) attributes.humidityPercent = humidity;
      return true;
    },
  ],
  [
    6,
    (part, { attributes }) => {
      attributes.axisXMg = part.readInt16BE(0);
      attributes.axisYMg = part.readInt16BE(2);
      attributes.axisZMg = part.readInt16BE(4);
      return true;
    },
  ],
  [10, () => true], // thresholds
  [2, numberOf('airPressure')],
];

/** Bytes of the parts that a mask names. */
const bytesOfParts = (mask: number, bytes: readonly number[]): number =>
  bytes.reduce((sum, size, bit) => ((mask & (1 << bit)) === 0 ? sum : sum + size), 0);

/** Event, mask, and the parts that the mask names (F6 of AOVX devices). */
function aovxSensors(value: Buffer, gathered: Gathered): boolean {
  if (value.length < 2) return false;
  const mask = value[1] as number;
  const sizes = AOVX_PARTS.map(([bytes]) => bytes);
  if (mask >> sizes.length !== 0 || value.length !== 2 + bytesOfParts(mask, sizes)) return false;
  gathered.attributes.event = value[0] as number;
  let at = 2;
  for (const [bit, [bytes, read]] of AOVX_PARTS.entries()) {
    if ((mask & (1 << bit)) === 0) continue;
    read(value.subarray(at, at + bytes), gathered);
    at += bytes;
  }
  return true;
}

const AOVX_IDENTITY_BYTES = 19;

/** Mode, IMEI, SIM card (F8 of AOVX devices); the name of the model follows. */
function aovxIdentity(value: Buffer, { attributes }: Gathered): boolean {
  if (value.length < AOVX_IDENTITY_BYTES) return false;
  attributes.imei = value.toString('hex', 1, 9).slice(1);
  attributes.iccid = value.toString('hex', 9, 19);
  return true;
}

/** Parts of F9 with their bytes, by bit; bit 2 is the dilution of precision, bit 6 a temperature. */
const F9_BYTES = [4, 4, 2, 6, 0, 8, 6] as const;
const HDOP_BIT = 2;
const PROBE_BIT = 6;

const f9: ItemReader = (value, { attributes }) => {
  if (value.length < 2) return false;
  const mask = value.readUInt16BE(0);
  if (mask >> F9_BYTES.length !== 0 || value.length !== 2 + bytesOfParts(mask, F9_BYTES))
    return false;
  let at = 2;
  for (const [bit, bytes] of F9_BYTES.entries()) {
    if ((mask & (1 << bit)) === 0) continue;
    if (bit === HDOP_BIT) attributes.hdop = value.readUInt16BE(at) / 10;
    if (bit === PROBE_BIT) attributes.temperature3C = value.readInt16BE(at) / 10;
    at += bytes;
  }
  return true;
};

const STEP_MODELS = new Set(['C5', 'C5L']);

const f8: ItemReader = (value, gathered) => {
  const { context, attributes } = gathered;
  if (context.isAovx && aovxIdentity(value, gathered)) return true;
  if (value.length !== 2) return false;
  const word = value.readUInt16BE(0);
  if (STEP_MODELS.has(context.model)) attributes.steps = word;
  else if (word <= 2500) attributes.temperature2C = Math.round(word - 500) / 10;
  else return false;
  return true;
};

/** An IMEI in eight bytes. */
const IMEI = /^0\d{15}$/;

const f6: ItemReader = (value, gathered) => {
  if (gathered.context.isAovx && aovxSensors(value, gathered)) return true;
  if (value.length === 2) gathered.attributes.airPressure = value.readUInt16BE(0);
  else if (IMEI.test(value.toString('hex')))
    gathered.attributes.imei = value.toString('hex').slice(1);
  else return false;
  return true;
};

export const MODULE_ITEMS: ItemReaders = new Map<number, ItemEntry>([
  [0xeb, eb],
  [0xec, accessPoints],
  [0xf0, cells],
  [0xf2, textOf('firmware')],
  [0xf4, accessPoints],
  [0xf6, f6],
  [0xf8, f8],
  [0xf9, f9],
  [
    0xfe,
    (value, gathered) => {
      const read = readerOf(POWER_ITEMS, 0xfe, value.length) ?? extended;
      return read(value, gathered);
    },
  ],
]);
