import type { DeviceEvent } from '../../record.ts';
import type { Gathered } from './item-reader.ts';

/** The top bit is the sign. */
export const signMagnitude = (word: number): number =>
  (word & 0x8000) !== 0 ? -(word & 0x7fff) : word;

export const pulse = (code: number): DeviceEvent => ({ code, kind: 'pulse' });
export const state = (code: number): DeviceEvent => ({ code, kind: 'state', active: true });

/** A record's value that the first item with it sets. */
export function setValue<K extends keyof Gathered['values']>(
  { values }: Gathered,
  name: K,
  value: Gathered['values'][K],
): boolean {
  values[name] ??= value;
  return true;
}

const MAX_SUPPLY_V = 100;
const MAX_BATTERY_V = 60;

export const percentValue = (gathered: Gathered, value: number): boolean =>
  value <= 100 && setValue(gathered, 'batteryPercent', value);
export const supplyValue = (gathered: Gathered, volts: number): boolean =>
  volts <= MAX_SUPPLY_V && setValue(gathered, 'externalVoltageV', volts);
export const batteryValue = (gathered: Gathered, volts: number): boolean =>
  volts <= MAX_BATTERY_V && setValue(gathered, 'batteryVoltageV', volts);
