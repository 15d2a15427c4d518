import { type AttributeValue, type DeviceRecord, EMPTY_RECORD } from '../record.ts';
import { alarmEvents, alarmName, infoStates } from './alarms.ts';
import { MESSAGE } from './message-numbers.ts';
import type { MessageContext, MessageReader, Reading } from './reading.ts';
import { merged } from './record-fields.ts';

/** Ignition, other switches and the alarm state of an information byte. */
export function readInfo(info: number) {
  return {
    ignition: (info & 2) !== 0,
    states: infoStates(info),
    attributes: {
      armed: (info & 1) !== 0,
      charging: (info & 4) !== 0,
      oilCut: (info & 0x80) !== 0,
    },
  };
}

/** Battery percentage: devices send either a level from 0 to 6 or the percentage itself. */
export function batteryPercent(value: number): number | null {
  if (value <= 6) return Math.floor((value * 100) / 6);
  return value <= 100 ? value : null;
}

/** The battery percentage, and the level as reported. */
export function readBattery(value: number) {
  const attributes: Record<string, AttributeValue> = value <= 6 ? { voltageLevel: value } : {};
  return { batteryPercent: batteryPercent(value), attributes };
}

/** A single lithium cell has at most 4.35 V, and no vehicle supply has less than 5 V. */
const MAX_CELL_V = 4.6;

/** A voltage that some devices report of their battery and others of the vehicle. */
export function someVoltage(volts: number) {
  if (volts === 0) return {};
  return volts <= MAX_CELL_V ? { batteryVoltageV: volts } : { externalVoltageV: volts };
}

/** An alarm number with its name, and whether its meaning is known. */
export function describeAlarm(alarm: number) {
  const name = alarmName(alarm);
  return { isKnown: name !== undefined, attributes: { alarm, ...(name && { alarmName: name }) } };
}

/** Bytes of a status: information byte, battery, signal, alarm, language. */
export const STATUS_BYTES = 5;

/** Adds the status of an alarm message. */
export function withStatus(
  { record, complete }: Reading,
  content: Buffer,
  at: number,
  alarm: number,
  model: string,
): Reading {
  const { ignition, attributes, states } = readInfo(content[at] as number);
  const battery = readBattery(content[at + 1] as number);
  const described = describeAlarm(alarm);
  const status = merged(
    record,
    {
      ignition,
      batteryPercent: battery.batteryPercent,
      events: alarmEvents(alarm, model),
      attributes: battery.attributes,
    },
    { mobileSignal: content[at + 2] as number, ...described.attributes, ...attributes },
  );
  return { record: status, complete: complete && described.isKnown, states };
}

/** Information byte, supply voltage, signal and alarm (12 and 16 of 31 bytes, 12 of 38). */
export function withSupply(
  record: DeviceRecord,
  content: Buffer,
  at: number,
  alarmModel: string | null,
): Reading {
  const { ignition, attributes, states } = readInfo(content[at] as number);
  const alarm = content[at + 4] as number;
  const described = alarmModel === null ? null : describeAlarm(alarm);
  const supplied = merged(
    record,
    {
      ignition,
      externalVoltageV: content.readUInt16BE(at + 1) / 100,
      events: alarmModel === null ? [] : alarmEvents(alarm, alarmModel),
      attributes,
    },
    { mobileSignal: content[at + 3] as number, ...described?.attributes },
  );
  return { record: supplied, complete: described?.isKnown ?? true, states };
}

const reading = (
  info: ReturnType<typeof readInfo>,
  values: Partial<DeviceRecord>,
  attributes: Record<string, AttributeValue>,
): Reading => ({
  record: {
    ...EMPTY_RECORD,
    ...values,
    ignition: info.ignition,
    attributes: { ...attributes, ...info.attributes },
  },
  complete: true,
  states: info.states,
});

/**
 * The ordinary heartbeat (13). Its last two bytes are a language word in most families; a few
 * report a voltage in them.
 */
function ordinaryHeartbeat(content: Buffer, model: string): Reading {
  const info = readInfo(content[0] as number);
  if (model === 'R11' && content.length >= 4) {
    const externalVoltageV = content.readUInt16BE(1) / 100;
    return reading(info, { externalVoltageV }, { mobileSignal: content[3] as number });
  }
  const battery = readBattery(content[1] as number);
  const values: { batteryPercent: number | null; externalVoltageV?: number } = {
    batteryPercent: battery.batteryPercent,
  };
  if (model === 'SEEWORLD' && content.length >= 4) values.externalVoltageV = content[3] as number;
  if (model.startsWith('LW') && content.length >= 5)
    values.externalVoltageV = (content.readUInt16BE(3) & 0x0fff) / 10;
  return reading(info, values, { ...battery.attributes, mobileSignal: content[2] as number });
}

/** A heartbeat with a voltage (23). */
function heartbeatWithVolts(content: Buffer): Reading {
  const info = readInfo(content[0] as number);
  const voltage = someVoltage(content.readUInt16BE(1) / 100);
  return reading(info, voltage, { mobileSignal: content[3] ?? 0 });
}

const TEMPERATURE_MODE = 4;

/**
 * The heartbeat of fourteen bytes: satellites and signal in one word, alarm, battery percentage and
 * voltage, and optionally a temperature.
 */
function longHeartbeat(content: Buffer, model: string): Reading {
  const info = readInfo(content[0] as number);
  const signal = content.readUInt16BE(1);
  const volts = content.readUInt16BE(7) / 100;
  const alarm = content[3] as number;
  const one = reading(
    info,
    {
      satellites: ((signal >> 10) & 0x1f) + ((signal >> 5) & 0x1f),
      batteryPercent: percentOf(content[5] as number),
      temperatureC: content[6] === TEMPERATURE_MODE ? content.readInt16BE(12) / 10 : null,
      ...someVoltage(volts),
    },
    { mobileSignal: signal & 0x1f, ...(alarm === 0 ? {} : describeAlarm(alarm).attributes) },
  );
  // A heartbeat repeats its alarm.
  const states = alarmEvents(alarm, model).map(({ code }) => code);
  return { ...one, states: [...info.states, ...states] };
}

/** The heartbeat of sixteen bytes from asset trackers, which have no ignition input. */
function assetHeartbeat(content: Buffer): Reading {
  const temperature = content.readUInt16BE(14);
  const degrees = (temperature & 0x7fff) / 10;
  return {
    record: {
      ...EMPTY_RECORD,
      batteryPercent: percentOf(content[5] as number),
      temperatureC: (temperature & 0x8000) !== 0 ? degrees : -degrees,
    },
    complete: true,
  };
}

const percentOf = (value: number) => (value <= 100 ? value : null);

/** A heartbeat (13, 23): ignition and voltage without a position. Its time is the time of arrival. */
export const heartbeat: MessageReader = (content, { protocolNumber, model }) => {
  if (content.length < 3) return null;
  if (protocolNumber === MESSAGE.heartbeatVolts) return heartbeatWithVolts(content);
  if (content.length === 14) return longHeartbeat(content, model);
  return content.length === 16 ? assetHeartbeat(content) : ordinaryHeartbeat(content, model);
};

const SHORT_A3_BYTES = 7;
const LONG_A3_BYTES = 19;

/**
 * Status without a position (A3 of Seeworld devices): information byte, extension, battery level,
 * signal, supply in volts; the long form adds switches, steps, battery percentage and motion.
 */
export const statusA3 = (content: Buffer, _context: MessageContext): Reading | null => {
  const isLong = content.length === LONG_A3_BYTES;
  if (!isLong && content.length !== SHORT_A3_BYTES) return null;
  const info = readInfo(content[0] as number);
  const battery = readBattery(content[3] as number);
  const supply = content[5] as number;
  const own = isLong
    ? { steps: content.readUInt32BE(9), motion: content[15] === 1, charging: content[14] === 1 }
    : {};
  const one = reading(
    info,
    {
      batteryPercent: isLong ? percentOf(content[13] as number) : battery.batteryPercent,
      externalVoltageV: supply === 0 ? null : supply,
    },
    { ...battery.attributes, mobileSignal: content[4] as number },
  );
  return { ...one, record: merged(one.record, {}, own) };
};
