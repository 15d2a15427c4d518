import { EVENT } from '@roadworthy/domain';
import type { DeviceEvent } from '../record.ts';

/**
 * Event numbers of the maker with their event codes; the others (inputs, heartbeat, intervals) have
 * none.
 */
const CODES: Readonly<Record<number, number>> = {
  1: EVENT.panicButton,
  17: EVENT.lowBattery,
  18: EVENT.lowBattery,
  19: EVENT.overSpeed,
  20: EVENT.geofenceEntered,
  21: EVENT.geofenceLeft,
  22: EVENT.powerRestored,
  23: EVENT.powerDisconnected,
  36: EVENT.towing,
  44: EVENT.signalJamming,
  50: EVENT.temperatureOutOfRange,
  51: EVENT.temperatureOutOfRange,
  54: EVENT.fuelAbnormal,
  78: EVENT.collision,
  90: EVENT.harshCornering,
  91: EVENT.harshCornering,
  129: EVENT.harshBraking,
  130: EVENT.harshAcceleration,
  133: EVENT.excessiveIdling,
  135: EVENT.driverFatigue,
};

/** The driver's card or button was read. */
export const RFID_EVENT = 37;

/** The event of an event number. */
export function eventsOf(number: number): DeviceEvent[] {
  const code = CODES[number];
  return code === undefined ? [] : [{ code, kind: 'pulse' }];
}
