import type { Gap, TrackedDrive, TrackedTrip, VehicleRecords } from './records.ts';
import { lengthOf, overlapMs, type Span } from './span.ts';
import { JOIN_MS, LEAST_MS } from './tolerances.ts';

type Facts = Partial<Omit<Gap, 'startMs' | 'endMs' | 'drivenMs'>> & Pick<Gap, 'kind'>;

/** A stretch as a gap. */
export function gapOf({ endMs, startMs }: Span, facts: Facts): Gap {
  return {
    startMs,
    endMs,
    drivenMs: endMs - startMs,
    distanceM: null,
    driverId: null,
    cardDriverId: null,
    cardNumber: null,
    needsUnit: false,
    needsCard: false,
    isOdometer: false,
    ...facts,
  };
}

/** The trip that overlaps a stretch the longest. */
export function tripOf(trips: readonly TrackedTrip[], span: Span): TrackedTrip | null {
  let best: TrackedTrip | null = null;
  let most = 0;
  for (const trip of trips) {
    const length = overlapMs(trip, span);
    if (length <= most) continue;
    most = length;
    best = trip;
  }
  return best;
}

/** The part of tracked distance that falls into a stretch, in metres; null without any. */
export function distanceIn(drives: readonly TrackedDrive[], span: Span): number | null {
  let metres = 0;
  let isTracked = false;
  for (const drive of drives) {
    const length = overlapMs(drive, span);
    if (length === 0) continue;
    isTracked = true;
    metres += (drive.distanceM * length) / lengthOf(drive);
  }
  return isTracked ? metres : null;
}

export const drivesOf = ({ trips }: VehicleRecords): readonly TrackedDrive[] =>
  trips.flatMap(({ drives }) => drives);

const FACTS = [
  'kind',
  'driverId',
  'cardDriverId',
  'cardNumber',
  'needsUnit',
  'needsCard',
  'isOdometer',
] as const;

const isAlike = (one: Gap, other: Gap) => FACTS.every((name) => one[name] === other[name]);

const sumOf = (one: number | null, other: number | null) =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);

/** Joins stretches of the same kind and persons that lie close, and leaves out short ones. */
export function joined(gaps: readonly Gap[]): readonly Gap[] {
  const result: Gap[] = [];
  for (const gap of [...gaps].sort((one, other) => one.startMs - other.startMs)) {
    const index = result.findLastIndex((one) => isAlike(one, gap));
    const last = result[index];
    if (last === undefined || gap.startMs - last.endMs > JOIN_MS) result.push(gap);
    else {
      result[index] = {
        ...last,
        endMs: Math.max(last.endMs, gap.endMs),
        drivenMs: last.drivenMs + gap.drivenMs,
        distanceM: sumOf(last.distanceM, gap.distanceM),
      };
    }
  }
  return result.filter(({ drivenMs }) => drivenMs >= LEAST_MS);
}
