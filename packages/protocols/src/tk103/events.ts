import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent } from '../record.ts';

/** Commands that report one event. */
const COMMANDS: Readonly<Record<string, number>> = {
  ZC11: EVENT.towing,
  ZC12: EVENT.lowBattery,
  ZC13: EVENT.powerDisconnected,
  ZC17: EVENT.tampering,
  ZC25: EVENT.panicButton,
};

/** Alarm numbers of BO01. */
const ALARMS: Readonly<Record<string, number>> = {
  0: EVENT.powerDisconnected,
  1: EVENT.collision,
  2: EVENT.panicButton,
  5: EVENT.overSpeed,
  6: EVENT.geofenceLeft,
};

/** Alarm numbers of BQ81. */
const EXTENDED_ALARMS: Readonly<Record<string, number>> = { 1: EVENT.overSpeed };

const pulse = (code: number | undefined): DeviceEvent[] =>
  code === undefined ? [] : [{ code, kind: 'pulse' }];

/** The event of a command without an alarm number. */
export const eventOfCommand = (command: string): DeviceEvent[] => pulse(COMMANDS[command]);

/** The event of an alarm number. */
export const eventOfAlarm = (command: string, alarm: string): DeviceEvent[] =>
  pulse((command === 'BO01' ? ALARMS : EXTENDED_ALARMS)[alarm]);
