import { EVENT } from '@roadworthy/domain';
import { addDays, daysOf } from '@roadworthy/domain/time';
import { isInHours } from '../../../engines/alert-rules.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { COUNT_LIMIT } from '../../../platform/paging.ts';
import { toMatch } from './alerts-dispatcher.ts';
import { eventInScope, matchingEvents, offlineVehicles } from './alerts-events.repository.ts';
import { conditionValues, type RuleConditions } from './rule-values.ts';

const DAYS = 7;
/** Events that are read; the hours of the rule are checked afterwards. */
const MOST_READ = 50_000;

/**
 * Counts the alerts that a rule would have created in the last seven days, for the vehicles that the
 * viewer can see. Of trackers that are offline, only the present time without connection counts.
 */
export async function previewRule(
  trx: Transaction,
  { viewer, customerId }: { viewer: Viewer; customerId: number },
  body: RuleConditions,
  nowMs: number,
) {
  const rule = conditionValues(body);
  // The first day is partial.
  const range = { startMs: addDays(nowMs, -DAYS, rule.time_zone), endMs: nowMs };
  const days = daysOf(range, rule.time_zone).slice(-DAYS);
  const from = new Date(days[0]?.startMs ?? range.startMs);
  const of = { customerId, rule, from };
  const inScope = eventInScope(viewer);
  const events = await matchingEvents(trx, of, MOST_READ, inScope);
  if (rule.event_codes.includes(EVENT.deviceOffline) && rule.min_duration_s !== null) {
    events.push(...(await offlineVehicles(trx, of, MOST_READ, inScope)));
  }
  const hits = events.filter((event) => isInHours(toMatch(rule), event.occurred_ms));
  return {
    count: Math.min(hits.length, COUNT_LIMIT),
    count_is_limit: hits.length > COUNT_LIMIT || events.length >= MOST_READ,
    vehicles: new Set(hits.map((event) => event.vehicle_id)).size,
    days: days.map(({ date, startMs, endMs }) => ({
      date,
      count: hits.filter(({ occurred_ms: ms }) => ms >= startMs && ms < endMs).length,
    })),
  };
}
