import { distanceM } from '../leg.ts';
import {
  AROUND_MS,
  type FuelCardFacts,
  MOST_MS,
  PARKED_GAP_MS,
  PARKED_M,
  type Site,
  type TrackPoint,
} from './fuel-card-facts.ts';
import { finding, OK, unknown, type Verdict } from './fuel-card-verdict.ts';

interface Placed extends TrackPoint {
  readonly place: NonNullable<TrackPoint['place']>;
}
const isPlaced = (point: TrackPoint): point is Placed => point.place !== null;

/** Distance of a record from the edge of the site; 0 within it. */
const fromSite = ({ place }: Placed, site: Site) =>
  Math.max(0, distanceM(place, site) - site.radiusM);

/** Whether the vehicle stood between two records: its tracker was in contact, and nothing moved. */
function isParked(from: Placed, to: Placed): boolean {
  if (from.ignition !== false || distanceM(from.place, to.place) > PARKED_M) return false;
  if (to.timeMs - from.timeMs <= PARKED_GAP_MS) return true;
  const [a, b] = [from.odometerM, to.odometerM];
  return a !== null && b !== null && a > 0 && Math.abs(b - a) <= PARKED_M;
}

/** Whether the vehicle can have been at the site between two records that follow each other. */
function canReach(from: Placed, to: Placed, site: Site): boolean {
  const [near, far] = [fromSite(from, site), fromSite(to, site)];
  if (Math.min(near, far) === 0) return true;
  if (isParked(from, to)) return false;
  return near + far <= ((to.timeMs - from.timeMs) / 1000) * MOST_MS;
}

/**
 * Whether the vehicle was near the place of the transaction. Only records on both sides of the time, between
 * which the vehicle cannot have been there, show that it was elsewhere; anything else is not known.
 */
export function checkPlace({ fill, hasPlaceName, site, track }: FuelCardFacts): Verdict {
  if (fill.startMs !== fill.endMs) return unknown('no_time');
  if (site === null) return unknown(hasPlaceName ? 'place_unknown' : 'no_place');
  const [fromMs, toMs] = [fill.startMs - AROUND_MS, fill.endMs + AROUND_MS];
  const before = track.findLastIndex(({ timeMs }) => timeMs <= fromMs);
  const after = track.findIndex(({ timeMs }) => timeMs >= toMs);
  if (before === -1 || after === -1) return unknown('no_positions');
  const near = track.slice(before, after + 1);
  if (near.some(({ isPrivate }) => isPrivate)) return unknown('private_use');
  const placed = near.filter(isPlaced);
  if (placed.length < 2 || placed[0] !== near[0] || placed.at(-1) !== near.at(-1)) {
    return unknown('no_positions');
  }
  let nearestM = Number.POSITIVE_INFINITY;
  let isCertain = true;
  for (const [n, point] of placed.entries()) {
    const isWithin = point.timeMs >= fromMs && point.timeMs <= toMs;
    nearestM = Math.min(nearestM, fromSite(point, site));
    if (isWithin && fromSite(point, site) === 0) return OK;
    const next = placed[n + 1];
    if (next !== undefined && canReach(point, next, site)) isCertain = false;
  }
  return isCertain ? finding({ distance_m: Math.round(nearestM) }) : unknown('no_positions');
}

/** Whether it was bought in private use: the records around it are of private use. */
export function checkPrivateUse({ fill, track }: FuelCardFacts): Verdict {
  if (fill.startMs !== fill.endMs) return unknown('no_time');
  const before = track.findLast(({ timeMs }) => timeMs <= fill.startMs);
  const after = track.find(({ timeMs }) => timeMs > fill.endMs);
  if (before === undefined || after === undefined) return unknown('no_positions');
  return before.isPrivate && after.isPrivate ? finding({}) : OK;
}
