import type { Layout } from './layout.ts';
import { u16, u32 } from './layout.ts';

/** Seconds since 1970 as an ISO text in UTC with whole seconds; 0 is null: no time is stored. */
export const timeReal: Layout<string | null> = {
  bytes: 4,
  read: (from, at) => {
    const seconds = u32.read(from, at);
    return seconds === 0 ? null : isoSeconds(seconds);
  },
  write: (value, into, at) =>
    u32.write(value === null ? 0 : Math.floor(Date.parse(value) / 1000), into, at),
};

const DAY_S = 86_400;
/** Files repeat few days thousands of times; formatting them is most of the work of reading. */
const MAX_CACHED_DAYS = 4096;
const dayTexts = new Map<number, string>();

function dayText(day: number): string {
  const known = dayTexts.get(day);
  if (known !== undefined) return known;
  if (dayTexts.size >= MAX_CACHED_DAYS) dayTexts.clear();
  const text = new Date(day * DAY_S * 1000).toISOString().slice(0, 10);
  dayTexts.set(day, text);
  return text;
}

const twoDigits = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

function isoSeconds(seconds: number): string {
  const rest = seconds % DAY_S;
  const hour = twoDigits[Math.floor(rest / 3600)];
  const minute = twoDigits[Math.floor(rest / 60) % 60];
  return `${dayText(Math.floor(seconds / DAY_S))}T${hour}:${minute}:${twoDigits[rest % 60]}Z`;
}

function bcdDigits(from: Uint8Array, at: number, bytes: number): string | null {
  const digits = Buffer.from(from.subarray(at, at + bytes)).toString('hex');
  return /^\d*$/.test(digits) ? digits : null;
}

function writeDigits(digits: string, into: Uint8Array, at: number): void {
  into.set(Buffer.from(digits, 'hex'), at);
}

/** A number of four decimal digits (BCD); null if the bytes are no digits. */
export const bcd4: Layout<number | null> = {
  bytes: 2,
  read: (from, at) => {
    const digits = bcdDigits(from, at, 2);
    return digits === null ? null : Number(digits);
  },
  write: (value, into, at) =>
    value === null
      ? u16.write(0xffff, into, at)
      : writeDigits(String(value).padStart(4, '0').slice(-4), into, at),
};

/** `Datef`: a day as YYYY-MM-DD (BCD); null if it is not set. */
export const dateBcd: Layout<string | null> = {
  bytes: 4,
  read: (from, at) => {
    const digits = bcdDigits(from, at, 4);
    if (digits === null || Number(digits) === 0) return null;
    return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
  },
  write: (value, into, at) => writeDigits((value ?? '0000-00-00').replaceAll('-', ''), into, at),
};

/** Month and year of manufacture, YYYY-MM (BCD MMYY, years of this century); null if not set. */
export const monthYear: Layout<string | null> = {
  bytes: 2,
  read: (from, at) => {
    const digits = bcdDigits(from, at, 2);
    if (digits === null || Number(digits) === 0) return null;
    return `20${digits.slice(2)}-${digits.slice(0, 2)}`;
  },
  write: (value, into, at) =>
    writeDigits(value === null ? '0000' : `${value.slice(5, 7)}${value.slice(2, 4)}`, into, at),
};
