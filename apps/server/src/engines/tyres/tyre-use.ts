import type { ScrapReason, TyrePlaceKind } from '@roadworthy/domain';

/** A moment with the odometer of the vehicle, metres; null if nothing tells it. */
export interface UseMoment {
  /** ms since 1970 UTC */
  readonly atMs: number;
  readonly odometerM: number | null;
}

/** A tread depth that was measured during a fitting, mm. */
export interface UseTread extends UseMoment {
  readonly treadMm: number;
}

/** A tyre at a position of a vehicle, within the period. */
export interface UsedFitting {
  /** The later of the fitting and the start of the period, and the earlier of the removal and its end. */
  readonly from: UseMoment;
  readonly to: UseMoment;
  /** All of this fitting, also before and after the period, in any sequence. */
  readonly treads: readonly UseTread[];
  readonly place: TyrePlaceKind;
  /** Tread of the tyre when its present life began, mm, and what this life cost; null if not known. */
  readonly newTreadMm: number | null;
  readonly lifeCost: number | null;
  /** Tread at which it must be changed here, mm. */
  readonly limitMm: number;
}

/** The wear of a fitting in the period, between its first and last known tread. */
export interface Wear {
  readonly mm: number;
  /** Metres over the same time; null without an odometer. */
  readonly runM: number | null;
  /** Whether a tread between two measurements was interpolated. */
  readonly isInterpolated: boolean;
}

const runBetween = (a: UseMoment, b: UseMoment): number | null =>
  a.odometerM === null || b.odometerM === null ? null : Math.max(0, b.odometerM - a.odometerM);

/**
 * The tread at a moment between two measurements: in proportion to the distance run between them, or to the time
 * where no distance is known. Null before the first and after the last measurement: nothing is extrapolated.
 */
export function treadAt(
  sorted: readonly UseTread[],
  at: UseMoment,
): { readonly treadMm: number; readonly isInterpolated: boolean } | null {
  const exact = sorted.find(({ atMs }) => atMs === at.atMs);
  if (exact !== undefined) return { treadMm: exact.treadMm, isInterpolated: false };
  const before = sorted.findLast(({ atMs }) => atMs < at.atMs);
  const after = sorted.find(({ atMs }) => atMs > at.atMs);
  if (before === undefined || after === undefined) return null;
  const whole = runBetween(before, after);
  const part = runBetween(before, at);
  const share =
    whole === null || part === null || whole === 0
      ? (at.atMs - before.atMs) / (after.atMs - before.atMs)
      : Math.min(1, part / whole);
  const treadMm = before.treadMm + (after.treadMm - before.treadMm) * share;
  return { treadMm, isInterpolated: true };
}

/**
 * The wear of a fitting in the period. Each end is the tread at the end of the period, interpolated between the
 * measurements around it; without a measurement beyond an end, the last one within the period.
 *
 * @returns null with fewer than two known treads at different times
 */
export function wearOf({
  from,
  to,
  treads,
}: Pick<UsedFitting, 'from' | 'to' | 'treads'>): Wear | null {
  const sorted = [...treads].sort((a, b) => a.atMs - b.atMs);
  const within = sorted.filter(({ atMs }) => atMs >= from.atMs && atMs <= to.atMs);
  const end = (at: UseMoment, nearest: UseTread | undefined) => {
    const found = treadAt(sorted, at);
    if (found !== null) return { ...at, ...found };
    return nearest === undefined ? null : { ...nearest, isInterpolated: false };
  };
  const first = end(from, within[0]);
  const last = end(to, within.at(-1));
  if (first === null || last === null || last.atMs <= first.atMs) return null;
  return {
    mm: first.treadMm - last.treadMm,
    runM: runBetween(first, last),
    isInterpolated: first.isInterpolated || last.isInterpolated,
  };
}

/** A tyre with what happened to it in the period. Costs are without VAT, in the currency of the customer. */
export interface UsedTyre {
  readonly id: number;
  readonly make: string;
  readonly model: string;
  readonly isFittedNow: boolean;
  /** Whether its purchase day is in the period; null if nobody entered it. */
  readonly isBought: boolean | null;
  /** Of the purchase; null if nobody entered it. */
  readonly cost: number | null;
  /** Costs of the retreads of its life so far; null for one whose cost nobody entered. */
  readonly retreadCosts: readonly (number | null)[];
  /** Retreads that came back in the period. */
  readonly retreads: number;
  /** Why it was scrapped in the period; null if it was not. */
  readonly scrapped: ScrapReason | null;
  readonly fittings: readonly UsedFitting[];
}

/** What one tyre did in the period. */
export interface TyreUse {
  readonly id: number;
  /** Metres at positions that run; null if no odometer tells any of it, or it was not fitted. */
  readonly runM: number | null;
  /** Whether it ran for a time without an odometer. */
  readonly lacksDistance: boolean;
  /** Wear with a distance, and that distance; 0 without. */
  readonly wornMm: number;
  readonly wornRunM: number;
  readonly isInterpolated: boolean;
  /** Of the tyre so far, with its retreads; null if a cost is missing. */
  readonly totalCost: number | null;
  /** What it wore off its cost, and over which distance; null without cost, new tread, wear or distance. */
  readonly wornCost: number | null;
  readonly costedRunM: number;
}

/** The share of the cost of its life that a fitting wore off; null if something is not known. */
function wornCostOf({ lifeCost, limitMm, newTreadMm }: UsedFitting, wear: Wear): number | null {
  if (lifeCost === null || newTreadMm === null || wear.runM === null) return null;
  const usableMm = newTreadMm - limitMm;
  // A tyre of which nothing is usable has no price of a millimetre.
  return usableMm <= 0 ? null : (lifeCost / usableMm) * wear.mm;
}

/** What one tyre did in the period. */
export function useOfTyre(tyre: UsedTyre): TyreUse {
  const running = tyre.fittings.filter(({ place }) => place !== 'spare');
  const runs = running.map(({ from, to }) => runBetween(from, to));
  const known = runs.filter((run) => run !== null);
  const worn = running.flatMap((fitting) => {
    const wear = wearOf(fitting);
    return wear === null || wear.runM === null
      ? []
      : [{ wear, runM: wear.runM, cost: wornCostOf(fitting, wear) }];
  });
  const costed = worn.filter(({ cost }) => cost !== null);
  const costs = [tyre.cost, ...tyre.retreadCosts];
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    id: tyre.id,
    runM: known.length === 0 ? null : sum(known),
    lacksDistance: known.length < runs.length,
    wornMm: sum(worn.map(({ wear }) => wear.mm)),
    wornRunM: sum(worn.map(({ runM }) => runM)),
    isInterpolated: worn.some(({ wear }) => wear.isInterpolated),
    totalCost: costs.every((cost) => cost !== null) ? sum(costs as number[]) : null,
    wornCost: costed.length === 0 ? null : sum(costed.map(({ cost }) => cost ?? 0)),
    costedRunM: sum(costed.map(({ runM }) => runM)),
  };
}
