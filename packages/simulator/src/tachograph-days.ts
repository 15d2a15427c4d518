/** What the simulated drivers and vehicles did, for the files of their cards and vehicle units. */
import type { ActivityChange, IssuedChain } from '@roadworthy/protocols';

export const DAY_MS = 86_400_000;
export const DAY_KM = 320;
const LATIN_1 = 1;
export const GREAT_BRITAIN = 'UK';
const ODOMETER_START_KM = 100_000;

export interface SimulatedHolder {
  /** 16 characters, the last two are the replacement and renewal index. */
  readonly cardNumber: string;
  readonly firstNames: string;
  readonly surname: string;
}

export interface SimulatedVehicle {
  readonly registration: string;
  /** 17 characters. */
  readonly vin: string;
}

export interface SimulatedDownload {
  readonly holder: SimulatedHolder;
  readonly vehicle: SimulatedVehicle;
  /** The day of the download, ms since 1970; the days before it have activities. */
  readonly downloadedMs: number;
  readonly days: number;
  readonly chain: IssuedChain;
  /**
   * A drive without a card on the day of the download, ms since 1970 UTC, which the file of the vehicle unit then
   * contains as well. It begins and ends on this day.
   */
  readonly withoutCard?: { readonly startMs: number; readonly endMs: number };
}

export const coded = (text: string) => ({ codePage: LATIN_1, text });
export const iso = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
export const midnight = (ms: number) => Math.floor(ms / DAY_MS) * DAY_MS;

/** A day of work: two driving periods with a break; free on Sundays. */
function changesOf(dayMs: number): ActivityChange[] {
  const change = (minute: number, activity: ActivityChange['activity'], isIn = true) =>
    ({ slot: 'driver', crew: false, cardInserted: isIn, activity, minute }) as const;
  if (new Date(dayMs).getUTCDay() === 0) return [change(0, 'rest', false)];
  // Shifts begin between 05:30 and 06:29, by the number of the day.
  const start = 330 + (((dayMs / DAY_MS) * 17) % 60);
  return [
    change(0, 'rest', false),
    change(start, 'work'),
    change(start + 20, 'drive'),
    change(start + 230, 'rest'),
    change(start + 275, 'drive'),
    change(start + 440, 'available'),
    change(start + 470, 'drive'),
    change(start + 530, 'work'),
    change(start + 560, 'rest', false),
  ];
}

/** A day with one drive, without a card in the slot of the driver. */
function changesWithoutCard(
  dayMs: number,
  { endMs, startMs }: { readonly startMs: number; readonly endMs: number },
): ActivityChange[] {
  const change = (minute: number, activity: ActivityChange['activity']) =>
    ({ slot: 'driver', crew: false, cardInserted: false, activity, minute }) as const;
  const minuteOf = (ms: number) => Math.floor((ms - dayMs) / 60_000);
  return [change(0, 'rest'), change(minuteOf(startMs), 'drive'), change(minuteOf(endMs), 'rest')];
}

/** A day of a driver and a vehicle; without work on Sundays. */
export interface WorkDay {
  readonly ms: number;
  readonly changes: ActivityChange[];
  readonly isWork: boolean;
  readonly odometerKm: number;
}

/** The days before the download, and its own day if there was a drive without a card. */
export function daysOf({ downloadedMs, days, withoutCard }: SimulatedDownload): WorkDay[] {
  const first = midnight(downloadedMs) - days * DAY_MS;
  let odometerKm = ODOMETER_START_KM;
  const before = Array.from({ length: days }, (_, n) => {
    const ms = first + n * DAY_MS;
    const changes = changesOf(ms);
    const day = { ms, changes, isWork: changes.length > 1, odometerKm };
    odometerKm += day.isWork ? DAY_KM : 0;
    return day;
  });
  if (withoutCard === undefined) return before;
  const ms = midnight(downloadedMs);
  const changes = changesWithoutCard(ms, withoutCard);
  return [...before, { ms, changes, isWork: false, odometerKm }];
}

export const startOf = ({ ms, changes }: WorkDay) => iso(ms + (changes[1]?.minute ?? 0) * 60_000);
export const endOf = ({ ms, changes }: WorkDay) => iso(ms + (changes.at(-1)?.minute ?? 0) * 60_000);

export const registrationOf = ({ registration }: SimulatedVehicle) => ({
  nation: GREAT_BRITAIN,
  number: coded(registration),
});
