import { headingOf, KMH_PER_KNOT, utcOf } from '../bytes/nmea.ts';
import { type AttributeValue, type DeviceRecord, EMPTY_RECORD, placeOf } from '../record.ts';
import { readStatus } from './status.ts';

/** Bits of the last digit of the longitude. */
const FIX = 2;
const NORTH = 4;
const EAST = 8;
/** The charge in steps of 20 %, of models that send a step. */
const BATTERY_STEPS: Readonly<Record<number, number>> = {
  1: 0,
  2: 10,
  3: 20,
  4: 60,
  5: 80,
  6: 100,
};

/** The charge in percent; null for no value. */
const batteryPercent = (value: number): number | null =>
  BATTERY_STEPS[value] ?? (value > 6 && value <= 100 ? value : null);

/** The identity of a binary report: ten digits, or an IMEI of 15. */
export function binaryId(frame: Buffer, idBytes: number): string | null {
  const digits = frame.toString('hex', 1, 1 + idBytes).slice(0, idBytes === 8 ? 15 : 10);
  return /^\d+$/.test(digits) ? digits : null;
}

/** Degrees from digits with minutes behind them; NaN for other digits. */
const degrees = (whole: string, minutes: string) =>
  /^\d+$/.test(whole + minutes) && Number(minutes) < 600_000
    ? Number(whole) + Number(minutes) / 600_000
    : Number.NaN;

/** A binary report; null if it is none. */
export function readBinary(frame: Buffer, idBytes: number, offsetMin: number): DeviceRecord | null {
  const hex = frame.toString('hex', 1 + idBytes);
  const [hour = 0, minute = 0, second = 0, day = 0, month = 0, year = 0] = Array.from(
    { length: 6 },
    (_, n) => Number(hex.slice(n * 2, n * 2 + 2)),
  );
  const timeMs = utcOf([year, month, day], [hour, minute, second]);
  const flags = Number.parseInt(hex[31] ?? '', 16);
  const latitude = degrees(hex.slice(12, 14), hex.slice(14, 20));
  const longitude = degrees(hex.slice(22, 25), hex.slice(25, 31));
  const status = readStatus(hex.slice(38, 46));
  const isPlain = /^\d{6}$/.test(hex.slice(32, 38));
  if (timeMs === null || Number.isNaN(latitude + longitude) || !isPlain || status === null) {
    return null;
  }
  const place = placeOf(
    (flags & NORTH) === 0 ? -latitude : latitude,
    (flags & EAST) === 0 ? -longitude : longitude,
  );
  const attributes: Record<string, AttributeValue> = { ...status.attributes };
  const battery = Number.parseInt(hex.slice(20, 22), 16);
  if (battery > 0 && batteryPercent(battery) === null) attributes.batteryCode = battery;
  return {
    ...EMPTY_RECORD,
    ...status,
    ...place,
    timeMs: timeMs - offsetMin * 60_000,
    fixValid: (flags & FIX) !== 0 && place.latitudeDeg !== null,
    speedKmh: Number(hex.slice(32, 35)) * KMH_PER_KNOT,
    headingDeg: headingOf(Number(hex.slice(35, 38))),
    batteryPercent: batteryPercent(battery),
    attributes,
  };
}
