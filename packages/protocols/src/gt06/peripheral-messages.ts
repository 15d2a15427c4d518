import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { readTime } from './position.ts';
import type { MessageReader } from './reading.ts';

interface Gathered {
  readonly values: { -readonly [K in keyof DeviceRecord]?: DeviceRecord[K] };
  readonly attributes: Record<string, AttributeValue>;
}

/** Range of an attribute; a value outside stays raw. */
interface Pid {
  readonly name: string;
  readonly low: number;
  readonly high: number;
}

/** Values of the engine control unit (8C), by the two hexadecimal digits of their name. */
const PIDS: Readonly<Record<string, Pid>> = {
  '2b': { name: 'fuelLevelPercent', low: 0, high: 100 },
  '2d': { name: 'coolantTemperatureC', low: -50, high: 250 },
  '35': { name: 'obdSpeedKmh', low: 0, high: 300 },
  '36': { name: 'engineSpeedRpm', low: 0, high: 20_000 },
  '47': { name: 'fuelUsedL', low: 0, high: 1e6 },
  '49': { name: 'engineHours', low: 0, high: 1e6 },
};
const ODOMETER_PID = '28';
const VIN_PID = '4a';

function readPid(key: string, value: string, { values, attributes }: Gathered): void {
  const id = key.slice(0, 2).toLowerCase();
  const number = Number.parseInt(value, 16) / 100;
  const pid = PIDS[id];
  if (id === VIN_PID && /^[A-Z0-9]{17}$/.test(value)) attributes.vin = value;
  else if (!/^[\da-f]{1,8}$/i.test(value)) attributes[`pid${id}`] = value;
  else if (id === ODOMETER_PID) values.odometerM = number;
  else if (pid !== undefined && number >= pid.low && number <= pid.high)
    attributes[pid.name] = number;
  else attributes[`pid${id}`] = value;
}

const TIME_BYTES = 6;
/** Bytes after the text, which have no known meaning. */
const TAIL_BYTES = 12;
const TEXT_AT = 7;

/** Engine values (8C): time, ignition, `id=hex` pairs. */
export const engineValues: MessageReader = (content, { offsetMin }) => {
  const timeMs = readTime(content, 0);
  if (timeMs === null || content.length < TEXT_AT + TAIL_BYTES) return null;
  const gathered: Gathered = { values: {}, attributes: {} };
  const text = content.toString('latin1', TEXT_AT, content.length - TAIL_BYTES);
  for (const pair of text.split(',')) {
    const [key = '', value = ''] = pair.split('=');
    if (/^[\da-f]{2,3}$/i.test(key) && value !== '') readPid(key, value, gathered);
  }
  const { values, attributes } = gathered;
  const record = {
    ...EMPTY_RECORD,
    ...values,
    timeMs: timeMs - offsetMin * 60_000,
    ignition: (content[TIME_BYTES] as number) > 0,
    attributes,
  };
  return { record, complete: false };
};

type ItemReader = (value: Buffer, gathered: Gathered) => void;

const number =
  (name: string, bytes: 1 | 2, step = 1): ItemReader =>
  (value, { attributes }) => {
    attributes[name] = value.readUIntBE(0, bytes) * step;
  };

/** Items of a device status (F1), by id and length. */
const STATUS_ITEMS: Readonly<Record<string, ItemReader>> = {
  '1:1': (value, { attributes }) => {
    attributes.motion = value[0] === 2 || value[0] === 4;
  },
  '2:1': (value, { attributes }) => {
    attributes.armed = (value[0] as number) > 0;
  },
  '4:1': (value, { values }) => {
    values.ignition = (value[0] as number) > 0;
  },
  '5:2': (value, { values }) => {
    values.externalVoltageV = value.readUInt16BE(0) / 100;
  },
  '7:1': (value, { attributes }) => {
    attributes.charging = (value[0] as number) > 0;
  },
  '10:2': number('chargeVoltageMv', 2),
  '11:2': (value, { attributes }) => {
    attributes.batteryTemperatureC = value.readUInt16BE(0) / 10;
  },
};

function timed(content: Buffer, { values, attributes }: Gathered): DeviceRecord {
  return { ...EMPTY_RECORD, ...values, timeMs: content.readUInt32BE(0) * 1000, attributes };
}

/** Device status (F1): seconds since 1970 UTC and items of id (two bytes), length, value. */
export const deviceStatus: MessageReader = (content) => {
  if (content.length < 4) return null;
  const gathered: Gathered = { values: {}, attributes: {} };
  let complete = true;
  let at = 4;
  while (at + 3 <= content.length) {
    const id = content.readUInt16BE(at);
    const length = content[at + 2] as number;
    const value = content.subarray(at + 3, at + 3 + length);
    at += 3 + length;
    const read = STATUS_ITEMS[`${id}:${value.length}`];
    if (read === undefined || value.length < length) complete = false;
    else read(value, gathered);
  }
  return { record: timed(content, gathered), complete: complete && at === content.length };
};

const TAG_EVENT = 0x0a;
const TAG_HEAD_BYTES = 10;

/**
 * Report of a Bluetooth accessory (F2): seconds since 1970 UTC, cell and place of the device in an
 * item of its own, and the accessory's address, event and data.
 */
export const accessory: MessageReader = (content) => {
  if (content.length < 4) return null;
  const gathered: Gathered = { values: {}, attributes: {} };
  const { attributes } = gathered;
  let at = 4;
  let complete = true;
  while (at + 3 <= content.length) {
    const isTag = content.readUInt16BE(at) === TAG_EVENT;
    const lengthBytes = isTag ? 2 : 1;
    if (content.length < at + 2 + lengthBytes) break;
    const length = content.readUIntBE(at + 2, lengthBytes);
    const value = content.subarray(at + 2 + lengthBytes, at + 2 + lengthBytes + length);
    at += 2 + lengthBytes + length;
    if (!isTag || value.length < TAG_HEAD_BYTES) complete = false;
    else {
      attributes.tagId = value.toString('hex', 1, 7);
      attributes.tagEvent = value[7] as number;
      attributes.tagEventData = value[8] as number;
      attributes.tagDataType = value[9] as number;
      attributes.tagData = value.toString('hex', TAG_HEAD_BYTES);
    }
  }
  return { record: timed(content, gathered), complete: complete && at === content.length };
};

const BMS_BYTES = 55;
/** Kelvin above zero Celsius, as these devices count. */
const ZERO_C = 273.1;

/** Battery management system (40): state of the battery of an electric vehicle. */
export const batteryManagement: MessageReader = (content) => {
  if (content.length < BMS_BYTES) return null;
  const cells = Array.from({ length: 14 }, (_, n) => content.readUInt16BE(27 + 2 * n) / 1000);
  const percent = content[12] as number;
  const temperature = Math.round((content.readUInt16BE(19) / 10 - ZERO_C) * 10) / 10;
  const attributes: Record<string, AttributeValue> = {
    remainingCapacity: content.readUInt16BE(13),
    fullCapacity: content.readUInt16BE(16),
    batteryHealthPercent: content[18] as number,
    batteryCurrent: content.readUInt16BE(21),
    batteryVoltage: content.readUInt16BE(23) / 1000,
    batteryCycles: content.readUInt16BE(25),
    batteryCellsV: cells.join(','),
  };
  if (temperature > -100 && temperature < 200) attributes.batteryTemperatureC = temperature;
  if (percent <= 100) attributes.vehicleBatteryPercent = percent;
  const gathered: Gathered = { values: {}, attributes };
  return { record: timed(content.subarray(8), gathered), complete: false };
};
