import { type Activity, isRest } from './activity.ts';
import { hours } from './infringement.ts';

/** An uninterrupted rest. On a ferry or train it may contain the permitted interruptions. */
export interface RestPeriod {
  readonly startMs: number;
  readonly endMs: number;
  /** Length in ms without interruptions. */
  readonly restMs: number;
}

/** Interruptions of a rest on a ferry or train: at most two, at most one hour in all (article 9.1). */
const FERRY_INTERRUPTIONS = 2;
const FERRY_INTERRUPTED_MS = hours(1);

const lengthMs = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }) =>
  endMs - startMs;

/**
 * Every maximal rest of a gapless timeline, in sequence of time. Rests on a ferry or train are joined
 * over their interruptions if the joined rest is a regular daily rest (11 hours) or longer, as
 * article 9.1 requires; otherwise each part counts alone.
 */
export function restPeriods(timeline: readonly Activity[]): readonly RestPeriod[] {
  const plain: (RestPeriod & { readonly isFerry: boolean })[] = [];
  for (const activity of timeline) {
    if (!isRest(activity)) continue;
    const last = plain.at(-1);
    if (last !== undefined && last.endMs === activity.startMs) {
      plain[plain.length - 1] = {
        startMs: last.startMs,
        endMs: activity.endMs,
        restMs: last.restMs + lengthMs(activity),
        isFerry: last.isFerry || activity.isFerry === true,
      };
    } else {
      const { startMs, endMs, isFerry } = activity;
      plain.push({ startMs, endMs, restMs: lengthMs(activity), isFerry: isFerry === true });
    }
  }
  const joined: RestPeriod[] = [];
  for (let index = 0; index < plain.length; index += 1) {
    const reach = ferryReach(plain, index);
    const parts = plain.slice(index, reach + 1);
    const first = parts[0];
    const last = parts.at(-1);
    if (first === undefined || last === undefined) break;
    joined.push({
      startMs: first.startMs,
      endMs: last.endMs,
      restMs: parts.reduce((sum, { restMs }) => sum + restMs, 0),
    });
    index = reach;
  }
  return joined;
}

/** The index of the last rest that joins the one at `from` over interruptions on a ferry or train. */
function ferryReach(
  rests: readonly (RestPeriod & { readonly isFerry: boolean })[],
  from: number,
): number {
  let interruptedMs = 0;
  let sumMs = rests[from]?.restMs ?? 0;
  let reach = from;
  for (let next = from + 1; next <= from + FERRY_INTERRUPTIONS; next += 1) {
    const before = rests[next - 1];
    const rest = rests[next];
    if (before === undefined || rest === undefined || !(before.isFerry || rest.isFerry)) break;
    interruptedMs += rest.startMs - before.endMs;
    if (interruptedMs > FERRY_INTERRUPTED_MS) break;
    sumMs += rest.restMs;
    if (sumMs >= hours(11)) reach = next;
  }
  return reach;
}
