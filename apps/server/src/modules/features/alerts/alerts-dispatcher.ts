import { EVENT } from '@roadworthy/domain';
import { ruleMatches } from '../../../engines/alert-rules.ts';
import type { DerivedEvent } from '../../../platform/bus/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Services } from '../../../platform/services.ts';
import {
  activeRules,
  depotsOf,
  geofenceFlags,
  insertAlert,
  insertDeliveries,
  type RuleRow,
} from './alerts.repository.ts';
import { DELIVERY_JOB, type DeliveryJob } from './alerts-delivery.ts';

const unique = <T>(values: readonly T[]) => [...new Set(values)];

function toMatch(row: RuleRow) {
  return {
    eventCodes: row.event_codes,
    vehicleIds: row.vehicle_ids,
    depotIds: row.depot_ids,
    weekdays: row.weekdays,
    fromMinute: row.from_minute,
    untilMinute: row.until_minute,
    timeZone: row.time_zone,
  };
}

function targets(rule: RuleRow) {
  return [
    ...rule.emails.map((target) => ({ channel: 'email' as const, target })),
    ...(rule.webhook_url === null
      ? []
      : [{ channel: 'webhook' as const, target: rule.webhook_url }]),
  ];
}

type Flags = ReadonlyMap<number, { readonly onEntry: boolean; readonly onExit: boolean }>;

/** Geofence events cause alerts only if the geofence has the flag (requirement M-P10). */
function isWanted(event: DerivedEvent, flags: Flags): boolean {
  if (event.geofenceId === null) return true;
  const flag = flags.get(event.geofenceId);
  if (event.eventCode === EVENT.geofenceEntered) return flag?.onEntry ?? false;
  if (event.eventCode === EVENT.geofenceLeft) return flag?.onExit ?? false;
  return true;
}

/**
 * Creates alerts for events, one per rule and event, although events are delivered at least once.
 * The alert and its deliveries are written in one transaction; the delivery jobs are sent
 * afterwards, and a periodic job finds deliveries left over by a process that stopped in between.
 */
export class AlertDispatcher {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'jobs' | 'log'>) {}

  /** Resolves when the alerts of the events are stored, or that has failed. */
  handle(events: readonly DerivedEvent[]): Promise<void> {
    this.#last = this.#last
      .then(() => this.#dispatch(events))
      .catch((error) => {
        this.services.log.warn({ err: error }, 'could not create alerts');
      });
    return this.#last;
  }

  async #dispatch(events: readonly DerivedEvent[]): Promise<void> {
    if (events.length === 0) return;
    const { db, jobs, bus } = this.services;
    const created = await db.asSystem((trx) => this.#keep(trx, events));
    for (const deliveryId of created.deliveries) {
      await jobs.send<DeliveryJob>(DELIVERY_JOB, { deliveryId });
    }
    for (const customerId of created.customers) bus.publish('alerts.changed', { customerId });
  }

  async #keep(trx: Transaction, events: readonly DerivedEvent[]) {
    const customers = new Set<number>();
    const deliveries: string[] = [];
    const rules = await activeRules(
      trx,
      unique(events.map(({ customerId }) => customerId)),
      unique(events.map(({ eventCode }) => eventCode)),
    );
    if (rules.length === 0) return { customers, deliveries };
    const depots = await depotsOf(trx, unique(events.map(({ vehicleId }) => vehicleId)));
    const geofences = events.flatMap(({ geofenceId }) => (geofenceId === null ? [] : [geofenceId]));
    const flags = await geofenceFlags(trx, unique(geofences));
    for (const event of events.filter((one) => isWanted(one, flags))) {
      const located = { ...event, depotIds: depots.get(event.vehicleId) ?? [] };
      for (const rule of rules) {
        if (rule.customer_id !== event.customerId || !ruleMatches(toMatch(rule), located)) continue;
        // A rule applies only to events after it was made.
        if (event.occurredMs < rule.created_at.getTime()) continue;
        const alertId = await insertAlert(trx, { ...event, rule });
        if (alertId === null) continue;
        customers.add(event.customerId);
        deliveries.push(...(await insertDeliveries(trx, event.customerId, alertId, targets(rule))));
      }
    }
    return { customers, deliveries };
  }
}
