import { EVENT } from '@roadworthy/domain';
import { isInHours } from '../../../engines/alert-rules.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import type { RuleRow } from './alerts.repository.ts';
import { raiseAlert, toMatch } from './alerts-dispatcher.ts';
import {
  type MatchedEvent,
  matchingEvents,
  offlineVehicles,
  rulesWithDuration,
  withoutAlert,
} from './alerts-events.repository.ts';

/** Events that began earlier raise no alert any more, so that an old one is not read for ever. */
const LOOK_BACK_MS = 8 * 86_400_000;
/** Alerts of a rule in one run. */
const MOST = 1000;

/** Events of a rule that have reached its duration, and have no alert yet. */
async function reached(trx: Transaction, rule: RuleRow, nowMs: number): Promise<MatchedEvent[]> {
  const durationMs = (rule.min_duration_s ?? 0) * 1000;
  const fromMs = Math.max(rule.created_at.getTime(), nowMs - LOOK_BACK_MS - durationMs);
  const of = { customerId: rule.customer_id, rule, from: new Date(fromMs) };
  const events = await matchingEvents(trx, of, MOST, withoutAlert(rule));
  const isForOffline = rule.event_codes.includes(EVENT.deviceOffline);
  return isForOffline ? [...events, ...(await offlineVehicles(trx, of, MOST))] : events;
}

async function raiseReached(trx: Transaction, rule: RuleRow, nowMs: number): Promise<number> {
  let count = 0;
  for (const event of await reached(trx, rule, nowMs)) {
    if (!isInHours(toMatch(rule), event.occurred_ms)) continue;
    const isNew = await raiseAlert(trx, rule, {
      vehicleId: event.vehicle_id,
      eventCode: event.event_code,
      occurredMs: event.occurred_ms,
      latitudeDeg: event.latitude,
      longitudeDeg: event.longitude,
      geofenceId: event.geofence_id,
    });
    if (isNew) count += 1;
  }
  return count;
}

/**
 * Creates the alerts of rules whose duration has been reached, each once.
 *
 * @returns their number
 */
export async function raiseByDuration(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  nowMs = Date.now(),
): Promise<number> {
  const rules = await db.asSystem(rulesWithDuration);
  let count = 0;
  for (const rule of rules) {
    const raised = await db.asSystem((trx) => raiseReached(trx, rule, nowMs));
    if (raised > 0) bus.publish('alerts.changed', { customerId: rule.customer_id });
    count += raised;
  }
  return count;
}

/** Registers the job that checks durations every minute. Call it before `jobs.start`. */
export function registerDurations(services: Pick<Services, 'db' | 'bus' | 'jobs' | 'log'>): void {
  services.jobs.register(
    'alert-durations',
    async () => {
      const count = await raiseByDuration(services);
      if (count > 0) services.log.info({ count }, 'alerts by duration were created');
    },
    '* * * * *',
  );
}
