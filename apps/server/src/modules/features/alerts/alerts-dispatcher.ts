import { EVENT } from '@roadworthy/domain';
import { ruleMatches } from '../../../engines/alert-rules.ts';
import type { DerivedEvent } from '../../../platform/bus/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { enqueueDeliveries } from '../../../platform/deliveries/index.ts';
import type { Services } from '../../../platform/services.ts';
import {
  activeRules,
  depotsOf,
  geofenceFlags,
  geofencesAt,
  insertAlert,
  momentKey,
  type NewAlert,
  type RuleRow,
} from './alerts.repository.ts';

const unique = <T>(values: readonly T[]) => [...new Set(values)];

/** The conditions of a rule. */
export function toMatch(
  row: Pick<
    RuleRow,
    | 'event_codes'
    | 'vehicle_ids'
    | 'depot_ids'
    | 'weekdays'
    | 'from_minute'
    | 'until_minute'
    | 'time_zone'
    | 'geofence_ids'
    | 'min_speed_kmh'
  >,
) {
  return {
    eventCodes: row.event_codes,
    vehicleIds: row.vehicle_ids,
    depotIds: row.depot_ids,
    weekdays: row.weekdays,
    fromMinute: row.from_minute,
    untilMinute: row.until_minute,
    timeZone: row.time_zone,
    geofenceIds: row.geofence_ids,
    minSpeedKmh: row.min_speed_kmh,
  };
}

/** The deliveries of a rule's alert. */
function deliveriesOf(rule: RuleRow, alertId: string) {
  const targets = [
    ...rule.emails.map((target) => ['email', target] as const),
    ...rule.sms_numbers.map((target) => ['sms', target] as const),
    ...(rule.webhook_url === null ? [] : [['webhook', rule.webhook_url] as const]),
  ];
  return targets.map(([channel, target]) => ({
    customer_id: rule.customer_id,
    channel,
    queue: channel,
    kind: 'alert',
    target,
    delivery_key: `alert:${alertId}:${channel}:${target}`,
    alert_id: alertId,
  }));
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

/** Creates the alert of a rule and event with its deliveries. Returns false if it exists. */
export async function raiseAlert(
  trx: Transaction,
  rule: RuleRow,
  event: Omit<NewAlert, 'rule'>,
): Promise<boolean> {
  // A rule applies only to events after it was made.
  if (event.occurredMs < rule.created_at.getTime()) return false;
  const alertId = await insertAlert(trx, { ...event, rule });
  if (alertId === null) return false;
  await enqueueDeliveries(trx, deliveriesOf(rule, alertId));
  return true;
}

/**
 * Creates alerts for events, one per rule and event, although events are delivered at least once.
 * The alert and its deliveries are written in one transaction.
 */
export class AlertDispatcher {
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'log'>) {}

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
    const { db, bus } = this.services;
    const customers = await db.asSystem((trx) => this.#keep(trx, events));
    for (const customerId of customers) bus.publish('alerts.changed', { customerId });
  }

  async #keep(trx: Transaction, events: readonly DerivedEvent[]) {
    const customers = new Set<number>();
    const rules = await activeRules(
      trx,
      unique(events.map(({ customerId }) => customerId)),
      unique(events.map(({ eventCode }) => eventCode)),
    );
    if (rules.length === 0) return customers;
    const depots = await depotsOf(trx, unique(events.map(({ vehicleId }) => vehicleId)));
    const geofences = events.flatMap(({ geofenceId }) => (geofenceId === null ? [] : [geofenceId]));
    const flags = await geofenceFlags(trx, unique(geofences));
    const wanted = events.filter((one) => isWanted(one, flags));
    const hasPlaces = rules.some(({ geofence_ids: ids }) => ids.length > 0);
    const places = hasPlaces ? await geofencesAt(trx, wanted) : new Map<string, number[]>();
    for (const event of wanted) {
      const located = {
        ...event,
        depotIds: depots.get(event.vehicleId) ?? [],
        // A vehicle that leaves a geofence is outside at the end of its visit.
        geofenceIds:
          event.geofenceId === null ? (places.get(momentKey(event)) ?? []) : [event.geofenceId],
      };
      for (const rule of rules) {
        if (rule.customer_id !== event.customerId || !ruleMatches(toMatch(rule), located)) continue;
        if (await raiseAlert(trx, rule, event)) customers.add(event.customerId);
      }
    }
    return customers;
  }
}
