import type { PrivateTravelRow, TripRow } from './trips.repository.ts';

/** The rest after a trip, in seconds; null while it lasts, and if it includes private use. */
export function restAfter(row: TripRow, travels: readonly PrivateTravelRow[]): number | null {
  const { ended_ms: endedMs, next_ms: nextMs } = row;
  if (nextMs === null) return null;
  const isPrivate = travels.some(
    ({ ended_ms, started_ms }) => ended_ms > endedMs && started_ms < nextMs,
  );
  return isPrivate ? null : Math.round((nextMs - endedMs) / 1000);
}
