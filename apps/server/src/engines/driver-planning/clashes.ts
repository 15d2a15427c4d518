import type { PlanningClash } from '@roadworthy/domain';
import { finding, type PlanningFinding } from './finding.ts';

/** A time that is taken. Times in ms since 1970 UTC. */
export interface Taken {
  readonly startMs: number;
  readonly endMs: number;
}

export interface TakenTimes {
  readonly ofDriver: readonly Taken[];
  readonly ofVehicle: readonly Taken[];
  readonly ofTrailer: readonly Taken[];
  readonly absences: readonly (Taken & { readonly isApproved: boolean })[];
}

/** Whether two times share a moment; one may begin when the other ends. */
export const overlaps = (one: Taken, other: Taken): boolean =>
  one.startMs < other.endMs && other.startMs < one.endMs;

/** Other plans at the time of a shift. An absence that is only requested is a warning. */
export function checkClashes(shift: Taken, taken: TakenTimes): readonly PlanningFinding[] {
  const clash = (check: PlanningClash, others: readonly Taken[]) => {
    const other = others.find((one) => overlaps(shift, one));
    return other === undefined ? [] : [finding(check, 'breaks', { atMs: other.endMs })];
  };
  const away = taken.absences.find((one) => overlaps(shift, one) && one.isApproved);
  const asked = taken.absences.find((one) => overlaps(shift, one) && !one.isApproved);
  return [
    ...clash('driver_busy', taken.ofDriver),
    ...(away === undefined ? [] : [finding('driver_absent', 'breaks', { atMs: away.endMs })]),
    ...clash('vehicle_busy', taken.ofVehicle),
    ...clash('trailer_busy', taken.ofTrailer),
    ...(asked === undefined ? [] : [finding('absence_requested', 'warns', { atMs: asked.endMs })]),
  ];
}
