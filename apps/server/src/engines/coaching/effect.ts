import type { EffectVerdict } from '@roadworthy/domain';

/** Driving of a period: metres, and the number of events by code. */
export interface DrivenPeriod {
  readonly distanceM: number;
  readonly events: ReadonlyMap<number, number>;
}

/** Events of one type, or of all, in both periods; rates per 1,000 km. */
export interface ComparedEvents {
  readonly before: number;
  readonly after: number;
  readonly rateBefore: number | null;
  readonly rateAfter: number | null;
}

export interface CoachingEffect {
  readonly verdict: EffectVerdict;
  /** Null if a period is below the minimum distance. */
  readonly chance: number | null;
  readonly all: ComparedEvents;
  readonly byCode: ReadonlyMap<number, ComparedEvents>;
}

const THOUSAND_KM_M = 1_000_000;
/** A difference that chance explains less often than this counts. */
const SIGNIFICANCE = 0.05;

/** Events per 1,000 km. */
export const eventRate = (events: number, distanceM: number): number =>
  (events * THOUSAND_KM_M) / distanceM;

/**
 * Natural logarithms of the factorials of 0 to n.
 */
function logFactorials(n: number): number[] {
  const all = [0];
  for (let k = 1; k <= n; k += 1) all.push((all[k - 1] ?? 0) + Math.log(k));
  return all;
}

/**
 * Two-sided probability that events fall as unevenly on two periods by chance. Given their sum, the
 * events of the second period are binomial with the share of its distance (conditional test of two
 * Poisson rates; Przyborowski and Wilenski, Biometrika 31, 1940).
 *
 * @param share of the second period in the distance of both, 0 to 1
 */
export function chanceOf(before: number, after: number, share: number): number {
  const n = before + after;
  if (n === 0 || share <= 0 || share >= 1) return 1;
  const logs = logFactorials(n);
  const log = (k: number) => logs[k] ?? 0;
  const probability = (k: number) =>
    Math.exp(log(n) - log(k) - log(n - k) + k * Math.log(share) + (n - k) * Math.log(1 - share));
  // Results that are equally likely differ by rounding.
  const most = probability(after) * (1 + 1e-9);
  let sum = 0;
  for (let k = 0; k <= n; k += 1) {
    const one = probability(k);
    if (one <= most) sum += one;
  }
  return Math.min(1, sum);
}

/**
 * Compares the driving before and after a coaching session.
 *
 * @param minimumM distance that each period must have; below it there are no rates
 */
export function coachingEffect(
  before: DrivenPeriod,
  after: DrivenPeriod,
  minimumM: number,
): CoachingEffect {
  const isEnough = before.distanceM >= minimumM && after.distanceM >= minimumM;
  const compare = (first: number, second: number): ComparedEvents => ({
    before: first,
    after: second,
    rateBefore: isEnough ? eventRate(first, before.distanceM) : null,
    rateAfter: isEnough ? eventRate(second, after.distanceM) : null,
  });
  const sum = ({ events }: DrivenPeriod) => [...events.values()].reduce((all, n) => all + n, 0);
  const all = compare(sum(before), sum(after));
  const codes = new Set([...before.events.keys(), ...after.events.keys()]);
  const byCode = new Map(
    [...codes].map((code) => [
      code,
      compare(before.events.get(code) ?? 0, after.events.get(code) ?? 0),
    ]),
  );
  if (!isEnough) return { verdict: 'too_little', chance: null, all, byCode };
  const share = after.distanceM / (before.distanceM + after.distanceM);
  const chance = chanceOf(all.before, all.after, share);
  const isLess = (all.rateAfter ?? 0) < (all.rateBefore ?? 0);
  const verdict = chance >= SIGNIFICANCE ? 'unclear' : isLess ? 'improved' : 'worsened';
  return { verdict, chance, all, byCode };
}
