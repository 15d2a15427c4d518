import type { DerivedTrip } from '../record.ts';

/**
 * A finished part of a trip: driving or idling, start and end in ms since 1970 UTC, metres. It is
 * immutable, so that reported trips can share its parts.
 */
export type Segment = readonly [kind: 'd' | 'i', startMs: number, endMs: number, metres: number];

/** Maximum number of parts in the state of a trip; a day of deliveries has fewer. */
const MOST = 240;

/** Metres with one decimal place: further digits are noise. */
const tenth = (metres: number) => Math.round(metres * 10) / 10;

/** Merges the shortest idling between two drives into them, so that the list stays bounded. */
function coarsen(segments: Segment[]): void {
  let shortest = -1;
  let lengthMs = Number.POSITIVE_INFINITY;
  for (let n = 1; n < segments.length - 1; n += 1) {
    const [kind, startMs, endMs] = segments[n] as Segment;
    if (kind === 'i' && endMs - startMs < lengthMs) {
      shortest = n;
      lengthMs = endMs - startMs;
    }
  }
  const [before, idle, after] = segments.slice(shortest - 1, shortest + 2);
  if (before === undefined || idle === undefined || after === undefined) return;
  const metres = tenth(before[3] + idle[3] + after[3]);
  segments.splice(shortest - 1, 3, ['d', before[1], after[2], metres]);
}

/**
 * Adds a finished part. One of the same kind is extended; the distance of one without duration is
 * added to it.
 */
export function addSegment(segments: Segment[], segment: Segment): void {
  const last = segments.at(-1);
  if (last !== undefined && (last[0] === segment[0] || segment[1] === segment[2])) {
    segments[segments.length - 1] = [last[0], last[1], segment[2], tenth(last[3] + segment[3])];
    return;
  }
  segments.push([segment[0], segment[1], segment[2], tenth(segment[3])]);
  if (segments.length > MOST) coarsen(segments);
}

/**
 * Sums up the parts of a trip. Whole seconds; driving plus idling equals the duration of the trip.
 */
export function sumSegments(
  segments: DerivedTrip['segments'],
): Pick<DerivedTrip, 'distanceM' | 'drivingS' | 'idleS'> {
  let metres = 0;
  let drivingMs = 0;
  let totalMs = 0;
  for (const [kind, startMs, endMs, part] of segments) {
    metres += part;
    totalMs += endMs - startMs;
    if (kind === 'd') drivingMs += endMs - startMs;
  }
  const drivingS = Math.round(drivingMs / 1000);
  return { distanceM: tenth(metres), drivingS, idleS: Math.round(totalMs / 1000) - drivingS };
}
