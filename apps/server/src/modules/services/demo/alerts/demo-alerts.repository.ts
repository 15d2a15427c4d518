import type { Transaction } from '../../../../platform/db/index.ts';
import { ALERT_RULES } from './demo-alerts-catalogue.ts';

const DAY_MS = 86_400_000;
/**
 * Rules apply to events after their creation: an earlier date gives alerts from the history at
 * once.
 */
const MADE_DAYS_AGO = 3;

/** Inserts the alert rules of a demo customer, without those for depots that it does not have. */
export async function insertAlertRules(
  trx: Transaction,
  customerId: number,
  depots: readonly { readonly id: number; readonly name: string }[],
  nowMs: number,
): Promise<void> {
  const rules = ALERT_RULES.flatMap(({ depots: names, ...rule }) => {
    const ids = depots.filter(({ name }) => names.includes(name)).map(({ id }) => id);
    return ids.length < names.length ? [] : [{ ...rule, depot_ids: ids }];
  });
  await trx
    .insertInto('alert_rules')
    .values(
      rules.map((rule) => ({
        ...rule,
        event_codes: [...rule.event_codes],
        weekdays: [...rule.weekdays],
        emails: [...rule.emails],
        vehicle_ids: [],
        customer_id: customerId,
        time_zone: 'Europe/London',
        notify_in_app: true,
        webhook_url: null,
        webhook_secret: null,
        created_by: null,
        created_at: new Date(nowMs - MADE_DAYS_AGO * DAY_MS),
      })),
    )
    .execute();
}
