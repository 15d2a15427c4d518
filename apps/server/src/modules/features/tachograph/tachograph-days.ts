import type { CardFile, VehicleUnitFile } from '@roadworthy/protocols';
import { common, type Span, united } from '../../../engines/unaccounted-driving/index.ts';
import type { UnitDayContent } from '../../../platform/db/index.ts';
import { vehiclesUsed } from './tachograph-card-records.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A day of a vehicle unit. Times in ms since 1970 UTC. */
export interface UnitDay {
  readonly dayMs: number;
  readonly coveredUntilMs: number;
  readonly content: UnitDayContent;
}

type Activities = Extract<VehicleUnitFile['transfers'][number], { part: 'activities' }>['data'];

/** Time on a ferry or train, and out of scope; what has not ended lasts until the end of the day. */
function excusedOf({ specificConditions }: Activities, dayMs: number): readonly Span[] {
  const begun = new Map<string, number>();
  const spans: Span[] = [];
  const entries = specificConditions
    .flatMap(({ time, type }) => (time === null ? [] : [{ timeMs: Date.parse(time), type }]))
    .sort((one, other) => one.timeMs - other.timeMs);
  for (const { timeMs, type } of entries) {
    const name = type.replace(/_(begin|end)$/, '');
    if (type.endsWith('_begin')) begun.set(name, timeMs);
    else {
      spans.push({ startMs: begun.get(name) ?? dayMs, endMs: timeMs });
      begun.delete(name);
    }
  }
  for (const startMs of begun.values()) spans.push({ startMs, endMs: dayMs + DAY_MS });
  return united(spans);
}

function drivesOf(
  { cardUses, changes }: Activities,
  dayMs: number,
  untilMs: number,
): UnitDayContent['drives'] {
  const sorted = changes
    .filter(({ slot }) => slot === 'driver')
    .sort((one, other) => one.minute - other.minute);
  const cardAt = (slot: 'driver' | 'co_driver', span: Span) =>
    cardUses.find((use) => {
      if (use.slot !== slot || use.insertedAt === null) return false;
      const endMs = use.withdrawnAt === null ? untilMs : Date.parse(use.withdrawnAt);
      // Whole minutes of the changes, seconds of the uses.
      const startMs = Date.parse(use.insertedAt) - MINUTE_MS;
      return common({ startMs, endMs: endMs + MINUTE_MS }, span) !== null;
    })?.card?.number ?? null;
  return sorted.flatMap((change, n) => {
    if (change.activity !== 'drive') return [];
    const startMs = dayMs + change.minute * MINUTE_MS;
    const next = sorted[n + 1];
    const endMs = next === undefined ? untilMs : dayMs + next.minute * MINUTE_MS;
    if (endMs <= startMs) return [];
    const span = { startMs, endMs };
    // A card without a readable number is a card all the same.
    const card = change.cardInserted ? (cardAt('driver', span) ?? '') : null;
    return [{ ...span, card, coDriver: cardAt('co_driver', span) }];
  });
}

function readingsOf(
  { cardUses, odometerMidnightKm }: Activities,
  dayMs: number,
): UnitDayContent['odometer'] {
  const readings = cardUses.flatMap((use) => [
    { time: use.insertedAt, km: use.odometerAtInsertionKm },
    { time: use.withdrawnAt, km: use.odometerAtWithdrawalKm },
  ]);
  return [
    ...(odometerMidnightKm === null ? [] : [{ timeMs: dayMs, km: odometerMidnightKm }]),
    ...readings.flatMap(({ km, time }) =>
      time === null ? [] : [{ timeMs: Date.parse(time), km }],
    ),
  ]
    .filter(({ timeMs }) => timeMs >= dayMs && timeMs < dayMs + DAY_MS)
    .sort((one, other) => one.timeMs - other.timeMs);
}

/** The days of a vehicle unit, which covers the day of the download up to its own clock. */
export function unitDays({ transfers }: VehicleUnitFile): readonly UnitDay[] {
  const overview = transfers.find((one) => one.part === 'overview');
  const nowMs =
    overview?.part === 'overview' && overview.data.currentTime !== null
      ? Date.parse(overview.data.currentTime)
      : Number.POSITIVE_INFINITY;
  return transfers.flatMap((one) => {
    if (one.part !== 'activities' || one.data.date === null) return [];
    const dayMs = Math.floor(Date.parse(one.data.date) / DAY_MS) * DAY_MS;
    const coveredUntilMs = Math.min(dayMs + DAY_MS, Math.max(dayMs, nowMs));
    const content = {
      drives: drivesOf(one.data, dayMs, coveredUntilMs),
      excused: [...excusedOf(one.data, dayMs)],
      odometer: readingsOf(one.data, dayMs),
    };
    return [{ dayMs, coveredUntilMs, content }];
  });
}

/** The time that a card was in a vehicle. Times in ms since 1970 UTC. */
export interface CardUse extends Span {
  readonly registration: string;
  readonly odometerFromKm: number;
  readonly odometerToKm: number;
}

/** The vehicles that a card names, in sequence of time. */
export function cardUses(file: CardFile): readonly CardUse[] {
  return vehiclesUsed(file)
    .flatMap(({ firstUseAt, lastUseAt, odometerBeginKm, odometerEndKm, vehicle }) =>
      firstUseAt === null || lastUseAt === null
        ? []
        : [
            {
              startMs: Date.parse(firstUseAt),
              endMs: Date.parse(lastUseAt),
              registration: vehicle.number.text,
              odometerFromKm: odometerBeginKm,
              odometerToKm: odometerEndKm,
            },
          ],
    )
    .filter(({ endMs, startMs }) => endMs > startMs);
}
