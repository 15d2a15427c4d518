import { EVENT } from '@roadworthy/domain';
import {
  type AttributeValue,
  type DeviceEvent,
  type DeviceRecord,
  EMPTY_RECORD,
} from '../record.ts';

/** Alarm bytes with their event codes; other bytes have no common meaning (section 3). */
const ALARMS: Readonly<Record<number, number>> = {
  1: EVENT.panicButton,
  2: EVENT.powerDisconnected,
  3: EVENT.shock,
  4: EVENT.geofenceEntered,
  5: EVENT.geofenceLeft,
  6: EVENT.overSpeed,
  9: EVENT.towing,
  12: EVENT.tampering,
  14: EVENT.lowBattery,
  15: EVENT.lowBattery,
  25: EVENT.lowBattery,
  19: EVENT.tampering,
  37: EVENT.tampering,
  50: EVENT.tampering,
  20: EVENT.doorOpened,
  38: EVENT.harshAcceleration,
  41: EVENT.harshAcceleration,
  39: EVENT.harshBraking,
  48: EVENT.harshBraking,
  42: EVENT.harshCornering,
  43: EVENT.harshCornering,
  46: EVENT.harshCornering,
  44: EVENT.collision,
  254: EVENT.ignitionOn,
  255: EVENT.ignitionOff,
  201: EVENT.excessiveIdling,
  91: EVENT.temperatureOutOfRange,
  92: EVENT.temperatureOutOfRange,
};
/** Alarm bits 3 to 5 of the information byte; 7 means that the device was removed. */
const INFO_ALARMS: Readonly<Record<number, number>> = {
  1: EVENT.shock,
  2: EVENT.powerDisconnected,
  3: EVENT.lowBattery,
  4: EVENT.panicButton,
  7: EVENT.tampering,
};

/**
 * Events of an alarm message, from its alarm byte, otherwise from the alarm bits of its information
 * byte.
 */
export function alarmEvents(alarm: number, info: number): DeviceEvent[] {
  const code = ALARMS[alarm] ?? INFO_ALARMS[(info >> 3) & 7];
  return code === undefined ? [] : [{ code, kind: 'pulse' }];
}

/** Ignition and other switches of an information byte. */
export function readInfo(info: number) {
  return {
    ignition: (info & 2) !== 0,
    attributes: { charging: (info & 4) !== 0, oilCut: (info & 0x80) !== 0 },
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

function ordinaryHeartbeat(content: Buffer): DeviceRecord {
  const info = readInfo(content[0] as number);
  const battery = readBattery(content[1] as number);
  return {
    ...EMPTY_RECORD,
    ignition: info.ignition,
    batteryPercent: battery.batteryPercent,
    attributes: { ...battery.attributes, mobileSignal: content[2] as number, ...info.attributes },
  };
}

/** A heartbeat with the supply voltage (23). */
function heartbeatWithVolts(content: Buffer): DeviceRecord {
  const info = readInfo(content[0] as number);
  return {
    ...EMPTY_RECORD,
    ignition: info.ignition,
    externalVoltageV: content.readUInt16BE(1) / 100,
    attributes: { mobileSignal: content[3] ?? 0, ...info.attributes },
  };
}

const TEMPERATURE_MODE = 4;

/**
 * The heartbeat of fourteen bytes: battery percentage and voltage, and optionally a temperature.
 */
function longHeartbeat(content: Buffer): DeviceRecord {
  const info = readInfo(content[0] as number);
  const volts = content.readUInt16BE(7) / 100;
  return {
    ...EMPTY_RECORD,
    ignition: info.ignition,
    batteryPercent: batteryPercentOf(content[5] as number),
    batteryVoltageV: volts === 0 ? null : volts,
    temperatureC: content[6] === TEMPERATURE_MODE ? content.readInt16BE(12) / 10 : null,
    attributes: { mobileSignal: content.readUInt16BE(1) & 0x1f, ...info.attributes },
  };
}

/** The heartbeat of sixteen bytes from asset trackers, which have no ignition input. */
function assetHeartbeat(content: Buffer): DeviceRecord {
  const temperature = content.readUInt16BE(14);
  const degrees = (temperature & 0x7fff) / 10;
  return {
    ...EMPTY_RECORD,
    batteryPercent: batteryPercentOf(content[5] as number),
    temperatureC: (temperature & 0x8000) !== 0 ? degrees : -degrees,
  };
}

const batteryPercentOf = (value: number) => (value <= 100 ? value : null);

/**
 * A heartbeat (13, 23): ignition and voltage without a position. Its time is the time of arrival.
 */
export function heartbeatRecord(protocolNumber: number, content: Buffer): DeviceRecord | null {
  if (content.length < 3) return null;
  if (protocolNumber === 0x23) return heartbeatWithVolts(content);
  if (content.length === 14) return longHeartbeat(content);
  return content.length === 16 ? assetHeartbeat(content) : ordinaryHeartbeat(content);
}
