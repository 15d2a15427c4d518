import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent } from '../record.ts';

/**
 * Alarm numbers of Concox and related manufacturers. From 0x18 upwards they differ by family. The
 * last two have a second part in the upper half of the language byte.
 */
const ALARM = {
  none: 0x00,
  sos: 0x01,
  powerCut: 0x02,
  vibration: 0x03,
  fenceEntered: 0x04,
  fenceLeft: 0x05,
  overSpeed: 0x06,
  moved: 0x09,
  deadZoneEntered: 0x0a,
  deadZoneLeft: 0x0b,
  lightSensor: 0x0c,
  firstFix: 0x0d,
  lowSupply: 0x0e,
  lowSupplyProtection: 0x0f,
  simChanged: 0x10,
  switchedOff: 0x11,
  flightMode: 0x12,
  dismantled: 0x13,
  door: 0x14,
  lowPowerShutdown: 0x15,
  voiceActivated: 0x16,
  falseBaseStation: 0x17,
  coverOpened: 0x18,
  lowBattery: 0x19,
  braking1: 0x1a,
  cornering1: 0x1b,
  deepSleep: 0x20,
  fall: 0x23,
  tampered: 0x25,
  acceleration: 0x26,
  braking2: 0x27,
  braking3: 0x28,
  acceleration2: 0x29,
  turnLeft: 0x2a,
  turnRight: 0x2b,
  collision: 0x2c,
  laneChange: 0x2e,
  braking4: 0x30,
  removed: 0x32,
  locked: 0x33,
  unlocked: 0x34,
  fuelLeak: 0x53,
  highTemperature: 0x5b,
  lowTemperature: 0x5c,
  idling: 0xc9,
  acceleration3: 0xf0,
  braking5: 0xf1,
  collision2: 0xf2,
  ignitionOn: 0xfe,
  ignitionOff: 0xff,
  jamming: 0x0107,
  mobileJamming: 0x010b,
} as const;

type AlarmCodes = Readonly<Record<number, number>>;

const NAMES = new Map<number, string>(Object.entries(ALARM).map(([name, alarm]) => [alarm, name]));

/** Event codes of the alarm numbers; the others have no event or no common meaning. */
const COMMON: AlarmCodes = {
  [ALARM.sos]: EVENT.panicButton,
  [ALARM.powerCut]: EVENT.powerDisconnected,
  [ALARM.vibration]: EVENT.shock,
  [ALARM.fenceEntered]: EVENT.geofenceEntered,
  [ALARM.fenceLeft]: EVENT.geofenceLeft,
  [ALARM.overSpeed]: EVENT.overSpeed,
  [ALARM.moved]: EVENT.towing,
  [ALARM.lightSensor]: EVENT.tampering,
  [ALARM.lowSupply]: EVENT.lowBattery,
  [ALARM.lowSupplyProtection]: EVENT.lowBattery,
  [ALARM.dismantled]: EVENT.tampering,
  [ALARM.door]: EVENT.doorOpened,
  [ALARM.coverOpened]: EVENT.tampering,
  [ALARM.lowBattery]: EVENT.lowBattery,
  [ALARM.braking1]: EVENT.harshBraking,
  [ALARM.cornering1]: EVENT.harshCornering,
  [ALARM.tampered]: EVENT.tampering,
  [ALARM.acceleration]: EVENT.harshAcceleration,
  [ALARM.braking2]: EVENT.harshBraking,
  [ALARM.braking3]: EVENT.harshBraking,
  [ALARM.acceleration2]: EVENT.harshAcceleration,
  [ALARM.turnLeft]: EVENT.harshCornering,
  [ALARM.turnRight]: EVENT.harshCornering,
  [ALARM.collision]: EVENT.collision,
  [ALARM.laneChange]: EVENT.harshCornering,
  [ALARM.braking4]: EVENT.harshBraking,
  [ALARM.removed]: EVENT.tampering,
  [ALARM.fuelLeak]: EVENT.fuelAbnormal,
  [ALARM.highTemperature]: EVENT.temperatureOutOfRange,
  [ALARM.lowTemperature]: EVENT.temperatureOutOfRange,
  [ALARM.idling]: EVENT.excessiveIdling,
  [ALARM.acceleration3]: EVENT.harshAcceleration,
  [ALARM.braking5]: EVENT.harshBraking,
  [ALARM.collision2]: EVENT.collision,
  [ALARM.ignitionOn]: EVENT.ignitionOn,
  [ALARM.ignitionOff]: EVENT.ignitionOff,
  [ALARM.jamming]: EVENT.signalJamming,
  [ALARM.mobileJamming]: EVENT.signalJamming,
};

/** Numbers with another meaning in a family; null means no event. */
const FAMILIES: readonly {
  readonly isModel: (model: string) => boolean;
  readonly codes: Readonly<Record<number, number | null>>;
}[] = [
  {
    // LW4G and related
    isModel: (model) => model.startsWith('LW'),
    codes: {
      [ALARM.coverOpened]: EVENT.collision,
      [ALARM.lowBattery]: EVENT.harshAcceleration,
    },
  },
  {
    isModel: (model) => model === 'SEEWORLD',
    codes: { [ALARM.braking3]: EVENT.harshCornering, [ALARM.acceleration2]: EVENT.collision },
  },
  {
    // 0x28 is the device's shutdown.
    isModel: (model) => ['VL103', 'LL303', 'VL512', 'G18'].includes(model),
    codes: { [ALARM.braking3]: null },
  },
];

/** Alarm states of bits 3 to 5 of the information byte. */
const INFO_STATES: AlarmCodes = {
  1: EVENT.shock,
  2: EVENT.powerDisconnected,
  3: EVENT.lowBattery,
  4: EVENT.panicButton,
  7: EVENT.tampering,
};

/**
 * The event of an alarm number.
 *
 * @param model registered model in upper case; empty if unknown
 */
export function alarmEvents(alarm: number, model: string): DeviceEvent[] {
  const own = FAMILIES.find(({ isModel }) => isModel(model))?.codes[alarm];
  const code = own === undefined ? COMMON[alarm] : own;
  return code === undefined || code === null ? [] : [{ code, kind: 'pulse' }];
}

/** The name of an alarm number; undefined if its meaning is not known. */
export const alarmName = (alarm: number): string | undefined => NAMES.get(alarm);

/** Event codes of the alarm state in an information byte. */
export function infoStates(info: number): number[] {
  const code = INFO_STATES[(info >> 3) & 7];
  return code === undefined ? [] : [code];
}

/** The alarm number of an alarm byte and the language byte after it. */
export const wideAlarm = (content: Buffer, at: number): number =>
  (content[at] as number) | (((content[at + 1] as number) >> 4) << 8);
