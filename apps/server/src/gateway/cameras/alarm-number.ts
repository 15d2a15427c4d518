import { isSameSecret, signatureOf } from '../../platform/auth/index.ts';

/** The alarm whose files the device uploads. */
export interface AlarmOfFiles {
  readonly trackerId: number;
  readonly eventCode: number;
  /** Whole seconds, ms since 1970 UTC. */
  readonly occurredMs: number;
  /** Distinguishes alarms of the same second. */
  readonly number: number;
}

const HEAD = /^([0-9a-z]{6})([0-9a-z]{7})([0-9a-z]{2})([0-9a-z]{2})$/;
const HEAD_LENGTH = 17;
const SIGNATURE_LENGTH = 15;
const LENGTH = HEAD_LENGTH + SIGNATURE_LENGTH;

const field = (value: number, length: number) =>
  Math.max(0, Math.trunc(value)).toString(36).padStart(length, '0');

function signature(secret: string, head: string): string {
  return signatureOf(secret, `evidence ${head}`).toString('hex').slice(0, SIGNATURE_LENGTH);
}

/**
 * The number assigned to an alarm whose files are requested (9208), 32 letters and digits. It
 * encodes the alarm and marks the number as issued by this system, so a device can upload files to
 * any gateway, also after a restart.
 */
export function alarmNumber(secret: string, alarm: AlarmOfFiles): string {
  const { trackerId, occurredMs, eventCode, number } = alarm;
  const head =
    field(trackerId, 6) + field(occurredMs / 1000, 7) + field(eventCode, 2) + field(number, 2);
  return head + signature(secret, head);
}

/** The alarm of a number; null for a number that this system did not issue. */
export function readAlarmNumber(secret: string, text: string): AlarmOfFiles | null {
  const head = text.slice(0, HEAD_LENGTH);
  const parts = HEAD.exec(head);
  if (parts === null || !/^[\x20-\x7e]*$/.test(text) || text.length !== LENGTH) return null;
  if (!isSameSecret(text.slice(HEAD_LENGTH), signature(secret, head))) return null;
  const [trackerId = 0, seconds = 0, eventCode = 0, number = 0] = parts
    .slice(1)
    .map((part) => Number.parseInt(part, 36));
  return { trackerId, eventCode, occurredMs: seconds * 1000, number };
}
