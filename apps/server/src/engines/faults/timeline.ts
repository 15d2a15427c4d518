import type { FaultEnd } from '@roadworthy/domain';
import {
  endOf,
  type FaultEndRule,
  type FaultSpan,
  type Sighting,
  withSighting,
} from './sightings.ts';

/** The time from the first report of a fault to its end. */
export interface Episode extends FaultSpan {
  /** Null while it lasts. */
  readonly endedMs: number | null;
  readonly reason: FaultEnd | null;
}

/**
 * An end that the reports do not decide, such as a repair: reports after it are another fault. With the reason
 * `gone`, it is only the latest end.
 */
export interface Cut {
  /** The first report of the fault that it ended. */
  readonly firstMs: number;
  readonly atMs: number;
  readonly reason: FaultEnd;
}

interface Parts {
  readonly rule: FaultEndRule;
  /** Oldest first. */
  readonly sightings: readonly Sighting[];
  /** The starts of the trips of the vehicle. */
  readonly tripsMs: readonly number[];
  /** When the sensor of the tyre reported enough pressure, oldest first. */
  readonly enoughMs: readonly number[];
  /** Oldest first. */
  readonly cuts: readonly Cut[];
  /** The last record of the device. */
  readonly lastRecordMs: number;
  /** The fault that had begun before these reports; null for none. */
  readonly open: FaultSpan | null;
}

/**
 * The episodes of one fault of a vehicle, oldest first. The same reports give the same episodes in whatever
 * order and number they arrive. Times are ms since 1970 UTC, of the device.
 */
export function episodesOf(parts: Parts): readonly Episode[] {
  const { cuts, enoughMs, lastRecordMs, rule, tripsMs } = parts;
  const episodes: Episode[] = [];
  let { open } = parts;
  const close = (nextMs: number, recordMs: number) => {
    if (open === null) return;
    const { lastMs } = open;
    // What people decided counts whatever the records say, but only for the fault that it ended.
    const cut = cuts.find(
      (one) => one.firstMs <= lastMs && one.atMs >= lastMs && one.atMs < nextMs,
    );
    const since = { rule, tripsMs, enoughMs, lastSeenMs: lastMs, lastRecordMs: recordMs };
    const isDecided = cut !== undefined && cut.reason !== 'gone';
    const endedMs = (isDecided ? null : endOf(since)) ?? cut?.atMs ?? null;
    if (endedMs === null) return;
    episodes.push({ ...open, endedMs, reason: cut?.reason ?? 'gone' });
    open = null;
  };
  for (const sighting of parts.sightings.map((one) => clipped(one, cuts))) {
    close(sighting.fromMs, sighting.fromMs - 1);
    open = withSighting(open, sighting);
  }
  close(Number.POSITIVE_INFINITY, lastRecordMs);
  return open === null ? episodes : [...episodes, { ...open, endedMs: null, reason: null }];
}

/** What lasts while its fault is ended belongs to that fault, until it begins again. */
function clipped({ fromMs, toMs }: Sighting, cuts: readonly Cut[]): Sighting {
  const cut = cuts.find((one) => one.firstMs <= fromMs && one.atMs >= fromMs && one.atMs < toMs);
  return { fromMs, toMs: cut?.atMs ?? toMs };
}
