import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent } from '../record.ts';

/** Alert numbers (ALT) with a common meaning. */
const ALERTS: Readonly<Record<number, number>> = {
  1: EVENT.overSpeed,
  5: EVENT.geofenceLeft,
  6: EVENT.geofenceEntered,
  14: EVENT.lowBattery,
  15: EVENT.shock,
  16: EVENT.collision,
  40: EVENT.powerRestored,
  41: EVENT.powerDisconnected,
  46: EVENT.harshAcceleration,
  47: EVENT.harshBraking,
  50: EVENT.signalJamming,
};

/** Emergency numbers (EMG). */
const EMERGENCIES: Readonly<Record<number, number>> = {
  1: EVENT.panicButton,
  3: EVENT.powerDisconnected,
  5: EVENT.doorOpened,
  6: EVENT.doorOpened,
  7: EVENT.towing,
  8: EVENT.shock,
};

/** The event of an alert or emergency; other reports and numbers have none. */
export function eventsOf(type: string, number: number | null): DeviceEvent[] {
  if (number === null) return [];
  const codes = type === 'ALT' ? ALERTS : type === 'EMG' ? EMERGENCIES : {};
  const code = codes[number];
  return code === undefined ? [] : [{ code, kind: 'pulse' }];
}
