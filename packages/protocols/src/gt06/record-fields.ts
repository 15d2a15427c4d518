import type { AttributeValue, DeviceRecord } from '../record.ts';
import { located, readPosition } from './position.ts';

/** An odometer above 10 million km is not plausible. */
const MAX_ODOMETER_M = 1e10;

export function merged(
  record: DeviceRecord,
  values: Partial<DeviceRecord>,
  attributes: Record<string, AttributeValue> = {},
): DeviceRecord {
  const ignition = values.ignition ?? record.ignition;
  return {
    ...record,
    ...values,
    ignition,
    attributes: { ...record.attributes, ...values.attributes, ...attributes },
  };
}

/** Ignition, upload mode and resent flag. */
export function withReport(record: DeviceRecord, content: Buffer, at: number): DeviceRecord {
  return merged(
    record,
    { ignition: content[at] === 1 },
    { uploadMode: content[at + 1] as number, resent: content[at + 2] === 1 },
  );
}

export function withOdometer(record: DeviceRecord, metres: number): DeviceRecord {
  return metres > MAX_ODOMETER_M ? record : { ...record, odometerM: metres };
}

/** A digit string for a card or key; null if all bytes are zero. */
export function tagOf(bytes: Buffer): string | null {
  return bytes.every((byte) => byte === 0) ? null : bytes.toString('hex');
}

export const readPlace = (content: Buffer, offsetMin: number, at = 0): DeviceRecord | null => {
  const position = readPosition(content, at);
  return position === null ? null : located(position, offsetMin);
};
