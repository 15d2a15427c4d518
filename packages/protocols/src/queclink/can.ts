import { decimal, percentage, scaled } from '../bytes/text-values.ts';
import type { AttributeValue } from '../record.ts';

/** The mask precedes the values; the field of an absent value is empty. */
const MASK = /^[\dA-F]{8}$/;

/** A number behind its unit letter; null for another unit. */
const inUnit = (text: string | undefined, unit: string): number | null =>
  text?.startsWith(unit) === true ? decimal(text.slice(unit.length)) : null;

/** Values by their bit in the mask: name and factor to its unit; null has a form of its own. */
const VALUES: readonly (readonly [name: string, factor: number] | null)[] = [
  null, // VIN
  null, // ignition
  null, // distance
  ['fuelUsedL', 1],
  ['engineSpeedRpm', 1],
  ['canSpeedKmh', 1],
  ['coolantTemperatureC', 1],
  null, // fuel rate
  null, // fuel level
  ['remainingRangeKm', 0.1],
  ['acceleratorPedalPercent', 1],
  ['engineHours', 1],
  ['drivingHours', 1],
  ['idleHours', 1],
  ['idleFuelL', 1],
  ['axleLoadKg', 1],
];

/** The texts behind the mask by their bit: only set bits have a field. */
function masked(mask: number, fields: readonly string[]): (string | undefined)[] {
  let at = 0;
  return VALUES.map((_, bit) => {
    if (((mask >>> bit) & 1) === 0) return undefined;
    at += 1;
    return fields[at - 1];
  });
}

/**
 * The values of the vehicle's CAN bus (GTCAN); null without a mask. Distances are hectometres.
 *
 * @returns attributes, and the ignition if the bus reports it
 */
export function readCan(fields: readonly string[]): {
  readonly ignition: boolean | null;
  readonly attributes: Record<string, AttributeValue>;
} | null {
  const maskAt = fields.findIndex((field, index) => index >= 4 && index <= 8 && MASK.test(field));
  if (maskAt < 0) return null;
  const mask = Number.parseInt(fields[maskAt] as string, 16);
  const values = masked(mask, fields.slice(maskAt + 1));
  const attributes: Record<string, AttributeValue> = {};
  const keep = (name: string, value: AttributeValue | null) => {
    if (value !== null && value !== '') attributes[name] = value;
  };
  keep('vin', values[0] ?? null);
  keep('vehicleMileageM', scaled(inUnit(values[2], 'H'), 100));
  for (const [bit, value] of VALUES.entries()) {
    if (value !== null) keep(value[0], scaled(decimal(values[bit]), value[1]));
  }
  keep('fuelRateLh', inUnit(values[7], 'L/H') ?? inUnit(values[7], 'H'));
  keep('fuelLevelPercent', percentage(inUnit(values[8], 'P')));
  keep('fuelLevelL', inUnit(values[8], 'L'));
  // 0 off, 1 on, 2 engine on
  const state = values[1] ?? '';
  return { ignition: /^[012]$/.test(state) ? state !== '0' : null, attributes };
}
