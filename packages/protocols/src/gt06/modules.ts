import { EVENT } from '@roadworthy/domain';
import type { AttributeValue, DeviceEvent, DeviceRecord } from '../record.ts';
import { EMPTY_RECORD } from '../record.ts';
import { located, readModulePosition } from './position.ts';

/** The record fields from modules, and whether all modules are known. */
export interface ModuleReading {
  readonly values: Partial<DeviceRecord>;
  readonly events: readonly DeviceEvent[];
  readonly complete: boolean;
}

type Values = { -readonly [K in keyof DeviceRecord]?: DeviceRecord[K] };

interface Gathered {
  values: Values;
  readonly attributes: Record<string, AttributeValue>;
  readonly events: DeviceEvent[];
}

type ModuleReader = (value: Buffer, gathered: Gathered) => void;

interface Module {
  /** Minimum length of the value, bytes. */
  readonly bytes: number;
  readonly read: ModuleReader;
}

const module = (bytes: number, read: ModuleReader): Module => ({ bytes, read });
const attribute = (name: string, bytes: number, scale = 1): Module =>
  module(bytes, (value, { attributes }) => {
    attributes[name] = value.readUIntBE(0, bytes) / scale;
  });
const NOTHING = module(0, () => undefined);

/** Modules of messages 36 and 37. */
const STATUS_MODULES: ReadonlyMap<number, Module> = new Map<number, Module>([
  [
    0x0018,
    module(2, (value, { values }) => {
      values.batteryVoltageV = value.readUInt16BE(0) / 100;
    }),
  ],
  [
    0x0027,
    module(2, (value, { values }) => {
      values.externalVoltageV = value.readUInt16BE(0) / 100;
    }),
  ],
  [
    0x002e,
    module(4, (value, { values }) => {
      values.odometerM = value.readUInt32BE(0);
    }),
  ],
  [0x0032, attribute('startupStatus', 1)],
  [0x003b, attribute('accuracyM', 2, 100)],
  [
    0x003c,
    module(4, (value, { attributes }) => {
      attributes.module3c = value.toString('hex');
    }),
  ],
  [
    0x006a,
    module(1, (value, { values }) => {
      const percent = value[0] as number;
      values.batteryPercent = percent <= 100 ? percent : null;
    }),
  ],
]);

/** Events of module 34 (message 70) with their codes. */
const MODULE_EVENTS: ReadonlyMap<number, number> = new Map<number, number>([
  [0x10, EVENT.doorOpened],
  [0x12, EVENT.tampering],
  [0x14, EVENT.geofenceEntered],
  [0x15, EVENT.geofenceLeft],
  [0x16, EVENT.temperatureOutOfRange],
  [0x1a, EVENT.lowBattery],
  [0x1b, EVENT.overSpeed],
  [0x20, EVENT.shock],
  [0x21, EVENT.powerDisconnected],
  [0x23, EVENT.tampering],
]);

/** The value of a tag's battery that it does not measure. */
const NOT_AVAILABLE = 0x7fff;

/** Modules of message 70. */
const POSITION_MODULES: ReadonlyMap<number, Module> = new Map<number, Module>([
  [0x0001, NOTHING],
  [0x0002, NOTHING],
  [
    0x0003,
    module(10, (value, { attributes }) => {
      attributes.iccid = value.toString('hex', 0, 10);
    }),
  ],
  [
    0x0009,
    module(1, (value, { values }) => {
      values.satellites = value[0] as number;
    }),
  ],
  [0x000a, attribute('satellitesVisible', 1)],
  [0x0011, NOTHING],
  [
    0x0018,
    module(2, (value, { values }) => {
      values.batteryVoltageV = value.readUInt16BE(0) / 100;
    }),
  ],
  [0x0028, attribute('hdop', 1, 10)],
  [0x0029, attribute('index', 4)],
  [
    0x002a,
    module(1, (value, { attributes }) => {
      attributes.door = ((value[0] as number) & 0x0f) !== 0;
      attributes.tamper = (value[0] as number) >> 4 !== 0;
    }),
  ],
  [0x002b, attribute('bootReason', 1)],
  [
    0x002c,
    module(4, (value, { values }) => {
      const seconds = value.readUInt32BE(0);
      // A position block states its time itself, or that the clock is not set.
      if (values.timeMs === undefined && seconds > 0) values.timeMs = seconds * 1000;
    }),
  ],
  [
    0x002e,
    module(4, (value, { values }) => {
      values.odometerM = value.readUInt32LE(0);
    }),
  ],
  [
    0x0033,
    module(18, (value, gathered) => {
      const position = readModulePosition(value);
      if (position === null) return;
      const { altitudeM } = position;
      const { events, attributes, ...place } = located(position, 0);
      // Values from earlier modules take precedence over those of this block.
      const { timeMs } = place;
      gathered.values = { ...place, ...nonNull(gathered.values), altitudeM, timeMs };
    }),
  ],
  [
    0x0034,
    module(1, (value, { events, attributes }) => {
      const event = value[0] as number;
      const code = MODULE_EVENTS.get(event);
      attributes.event = event;
      if (code !== undefined) events.push({ code, kind: 'pulse' });
    }),
  ],
  [
    0x007f,
    module(14, (value, { values, attributes }) => {
      attributes.tagId = value.toString('hex', 0, 6);
      const batteryMv = value.readUInt16BE(6);
      if (batteryMv !== NOT_AVAILABLE) attributes.tagBatteryV = batteryMv / 1000;
      attributes.tagBatteryPercent = value[8] as number;
      values.temperatureC = value.readInt16BE(9) / 10;
      attributes.tagHumidityPercent = value.readInt16BE(11) / 10;
    }),
  ],
]);

function nonNull(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function readModules(
  content: Buffer,
  from: number,
  lengthBytes: 1 | 2,
  known: ReadonlyMap<number, Module>,
): ModuleReading {
  const gathered: Gathered = { values: {}, attributes: {}, events: [] };
  let complete = true;
  let at = from;
  while (at + 2 + lengthBytes <= content.length) {
    const id = content.readUInt16BE(at);
    const length = content.readUIntBE(at + 2, lengthBytes);
    const valueAt = at + 2 + lengthBytes;
    at = valueAt + length;
    const found = known.get(id);
    if (at > content.length || found === undefined || length < found.bytes) complete = false;
    else found.read(content.subarray(valueAt, at), gathered);
  }
  const { values, attributes, events } = gathered;
  return { values: { ...values, attributes }, events, complete: complete && at === content.length };
}

/** Modules with a one-byte length, after the status of 36 and the position of 37. */
export function readStatusModules(content: Buffer, from: number): ModuleReading {
  return readModules(content, from, 1, STATUS_MODULES);
}

/** The record of a message that consists only of modules (70). */
export function modularRecord(content: Buffer): { record: DeviceRecord; complete: boolean } {
  const { values, events, complete } = readModules(content, 0, 2, POSITION_MODULES);
  return { record: { ...EMPTY_RECORD, ...values, events }, complete };
}
