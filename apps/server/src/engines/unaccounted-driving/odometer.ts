import type { Gap, VehicleRecords } from './records.ts';
import { lengthOf, overlapMs, type Span } from './span.ts';
import { distanceIn, drivesOf, gapOf } from './stretches.ts';
import { HIGHEST_SPEED_KMH, LEAST_MISSING_M, LEAST_MISSING_SHARE } from './tolerances.ts';

const HOUR_MS = 3_600_000;

interface Missing extends Span {
  readonly metres: number;
}

/** Stretches between two readings in which the tracker recorded much less than the odometer. */
function missingOf(records: VehicleRecords): readonly Missing[] {
  const { odometer, privateTravel, trackedFromMs } = records;
  const drives = [...drivesOf(records), ...privateTravel];
  return odometer.slice(1).flatMap((reading, n) => {
    const before = odometer[n];
    if (before === undefined || trackedFromMs === null || before.timeMs < trackedFromMs) return [];
    const span = { startMs: before.timeMs, endMs: reading.timeMs };
    const advanceM = (reading.km - before.km) * 1000;
    const mostM = (HIGHEST_SPEED_KMH * 1000 * lengthOf(span)) / HOUR_MS;
    // A lower reading is another unit or a correction: it says nothing about a journey.
    if (advanceM <= 0 || advanceM > mostM) return [];
    const metres = advanceM - (distanceIn(drives, span) ?? 0);
    const least = Math.max(LEAST_MISSING_M, LEAST_MISSING_SHARE * advanceM);
    return metres >= least ? [{ ...span, metres }] : [];
  });
}

/**
 * Shares the distance that the tracker did not record among its gaps, and adds a gap where only the
 * odometer shows driving.
 */
export function withOdometer(records: VehicleRecords, gaps: readonly Gap[]): readonly Gap[] {
  const metres = new Map<Gap, number>();
  const added: Gap[] = [];
  for (const missing of missingOf(records)) {
    const shares = gaps
      .filter(({ kind }) => kind === 'tracker_gap')
      .map((gap) => ({ gap, ms: overlapMs(gap, missing) }))
      .filter(({ ms }) => ms > 0);
    const sum = shares.reduce((ms, share) => ms + share.ms, 0);
    for (const { gap, ms } of shares) {
      metres.set(gap, (metres.get(gap) ?? 0) + (missing.metres * ms) / sum);
    }
    if (shares.length > 0) continue;
    const facts = { kind: 'tracker_gap', distanceM: missing.metres, isOdometer: true } as const;
    added.push(gapOf(missing, facts));
  }
  return [
    ...gaps.map((gap) => ({ ...gap, distanceM: metres.get(gap) ?? gap.distanceM })),
    ...added,
  ];
}
