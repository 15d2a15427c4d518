import type { AnswerOf, contract } from '@roadworthy/contract';
import { type EffectWeeks, eventType, MIN_EFFECT_M, toApiDateTime } from '@roadworthy/domain';
import { type ComparedEvents, coachingEffect } from '../../../../engines/coaching/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict } from '../../../../platform/errors.ts';
import { checkMaySeeEvents } from '../coaching-access.ts';
import { visibleSession } from '../sessions/coaching-sessions.service.ts';
import { distanceOf, eventCounts } from './coaching-effect.repository.ts';

type Effect = AnswerOf<typeof contract.coaching.effect>;

const WEEK_MS = 7 * 86_400_000;
const wholeSecond = (timeMs: number) => Math.floor(timeMs / 1000) * 1000;

const toCompared = ({ rateAfter, rateBefore, ...counts }: ComparedEvents) => ({
  ...counts,
  rate_before: rateBefore,
  rate_after: rateAfter,
});

/** The effect of sessions on the driving of their drivers. */
export class CoachingEffects {
  constructor(private readonly db: Database) {}

  /**
   * Compares the weeks before the session was held with those after it, up to now.
   *
   * @throws HttpError 404 if it is not visible, 409 if it was not held
   */
  read(viewer: Viewer, id: number, weeks: EffectWeeks, nowMs: number): Promise<Effect> {
    checkMaySeeEvents(viewer);
    return this.db.asViewer(viewer, async (trx) => {
      const { driver_id: driverId, held_ms: heldMs } = await visibleSession(trx, viewer, id);
      if (heldMs === null) throw conflict('coaching.not_held');
      // The answer names whole seconds, so that the list of the same period has the same events.
      const heldAtMs = wholeSecond(heldMs);
      const endMs = heldAtMs + weeks * WEEK_MS;
      const before = await driven(trx, viewer, driverId, heldAtMs - weeks * WEEK_MS, heldAtMs);
      const untilMs = Math.min(endMs, wholeSecond(nowMs));
      const after = await driven(trx, viewer, driverId, heldAtMs, untilMs);
      const { all, byCode, chance, verdict } = coachingEffect(before, after, MIN_EFFECT_M);
      return {
        weeks,
        minimum: MIN_EFFECT_M,
        before: before.period,
        after: after.period,
        is_complete: nowMs >= endMs,
        verdict,
        chance,
        all: toCompared(all),
        by_type: [...byCode]
          .map(([eventCode, one]) => ({
            eventCode,
            name: eventType(eventCode)?.name ?? `Event ${eventCode}`,
            ...toCompared(one),
          }))
          .sort((a, b) => b.before + b.after - a.before - a.after || a.eventCode - b.eventCode),
      };
    });
  }
}

async function driven(
  trx: Transaction,
  viewer: Viewer,
  driverId: number,
  startMs: number,
  endMs: number,
) {
  const range = { start: new Date(startMs), end: new Date(endMs) };
  const distanceM = await distanceOf(trx, viewer, driverId, range);
  return {
    distanceM,
    events: await eventCounts(trx, viewer, driverId, range),
    period: { start: toApiDateTime(startMs), end: toApiDateTime(endMs), distance: distanceM },
  };
}
