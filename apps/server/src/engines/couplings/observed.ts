import { MAX_TRAILERS } from '@roadworthy/domain';

/** A known coupling. Times in ms since 1970 UTC; the end is null while it is coupled. */
export interface KnownCoupling {
  readonly id: number;
  readonly vehicleId: number;
  readonly trailerId: number;
  readonly position: number;
  readonly startMs: number;
  readonly endMs: number | null;
}

/** At a time, a vehicle had these trailers and no others, the nearest first. */
export interface Observation {
  readonly vehicleId: number;
  readonly trailerIds: readonly number[];
  readonly atMs: number;
}

/** What an observation changes. */
export interface CouplingChanges {
  /** Couplings that end at the time of the observation. */
  readonly ended: readonly number[];
  /** Couplings that would end when they began, so that nothing is left of them. */
  readonly removed: readonly number[];
  readonly added: readonly {
    readonly trailerId: number;
    readonly position: number;
    readonly endMs: number | null;
  }[];
}

const earliest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
};

/** The place of a trailer: its own in the sequence if it is free, else the first free one; null for none. */
function placeOf(wanted: number, taken: ReadonlySet<number>): number | null {
  const places = [wanted, ...Array.from({ length: MAX_TRAILERS }, (_, n) => n + 1)];
  return places.find((place) => place <= MAX_TRAILERS && !taken.has(place)) ?? null;
}

/**
 * Brings couplings in line with an observation. A coupling that it confirms stays as it is. A new one
 * lasts until the next known coupling of the trailer or of that place, or until the end of the coupling
 * that it replaces, so that observations that arrive late leave the later ones unchanged.
 *
 * @param known couplings of the vehicle and of the trailers that last beyond the time
 */
export function observed(
  known: readonly KnownCoupling[],
  { atMs, trailerIds, vehicleId }: Observation,
): CouplingChanges {
  const current = known.filter(
    ({ startMs, endMs }) => startMs <= atMs && (endMs === null || endMs > atMs),
  );
  const confirms = (one: KnownCoupling) =>
    one.vehicleId === vehicleId && trailerIds.includes(one.trailerId);
  const kept = current.filter(confirms);
  const wrong = current.filter((one) => !confirms(one));
  const taken = new Set(kept.map(({ position }) => position));
  const added: CouplingChanges['added'][number][] = [];
  for (const [index, trailerId] of [...new Set(trailerIds)].entries()) {
    if (kept.some((one) => one.trailerId === trailerId)) continue;
    const position = placeOf(index + 1, taken);
    if (position === null) continue;
    taken.add(position);
    const next = known.filter(
      (one) =>
        one.startMs > atMs &&
        (one.trailerId === trailerId || (one.vehicleId === vehicleId && one.position === position)),
    );
    const replaced = wrong.filter((one) => one.trailerId === trailerId);
    const endMs = earliest([
      ...next.map(({ startMs }) => startMs),
      ...replaced.map((one) => one.endMs),
    ]);
    added.push({ trailerId, position, endMs });
  }
  const idsWhere = (isLeft: boolean) =>
    wrong.filter(({ startMs }) => startMs < atMs === isLeft).map(({ id }) => id);
  return { ended: idsWhere(true), removed: idsWhere(false), added };
}
