import type { DeviceRecord } from '../../record.ts';
import { aiEventCode } from '../items/standard-items.ts';

/** The label of an AI alarm, which identifies its files (device-protocols, section 7). */
export interface AlarmLabel {
  /** As the device sent it: 16 or 40 bytes as hexadecimal digits. */
  readonly labelHex: string;
  readonly eventCode: number;
  /** Distinguishes alarms of the same second. */
  readonly number: number;
  /** Number of files that the device has. */
  readonly files: number;
}

/** Offset of the label in each item. */
const LABEL_AT: Readonly<Record<number, number>> = { 100: 31, 101: 31, 103: 25 };
/** Label sizes, with the offsets of the alarm number and the file count. */
const NUMBER_AT: Readonly<Record<number, number>> = { 16: 13, 40: 36 };

/** The labels of a record's AI alarms (items 64, 65 and 67), without those that have no files. */
export function alarmLabels({ attributes }: DeviceRecord): AlarmLabel[] {
  return Object.entries(LABEL_AT).flatMap(([id, start]) => {
    const value = attributes[`item${Number(id).toString(16)}`];
    if (typeof value !== 'string') return [];
    const item = Buffer.from(value, 'hex');
    const label = item.subarray(start);
    const numberAt = NUMBER_AT[label.length];
    const eventCode = aiEventCode(Number(id), item);
    if (numberAt === undefined || eventCode === null) return [];
    const [number = 0, files = 0] = label.subarray(numberAt);
    return files === 0 ? [] : [{ labelHex: label.toString('hex'), eventCode, number, files }];
  });
}
