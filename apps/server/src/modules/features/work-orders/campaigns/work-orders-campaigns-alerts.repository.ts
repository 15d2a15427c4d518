import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { RECALL_STATE } from './work-orders-campaigns.repository.ts';

/**
 * Inserts one alert for the vehicles `c` of the campaign `r` with the same depots, about the one with the first
 * registration: people see a vehicle by its depots, so whoever sees it sees the others of the alert.
 */
const insertAlerts = (
  trx: Transaction,
  {
    dueOn,
    vehicles,
  }: { readonly vehicles: RawBuilder<unknown>; readonly dueOn: RawBuilder<unknown> },
) =>
  sql`with hit as (select r.id as campaign_id, r.customer_id, r.is_safety, ${dueOn} as due_on,
      c.vehicle_id, v.registration, array(select d.depot_id from vehicle_depots d
        where d.vehicle_id = c.vehicle_id order by d.depot_id) as depots
    from recall_campaigns r join recall_vehicles c on c.campaign_id = r.id
      join vehicles v on v.id = c.vehicle_id and v.is_active
      left join work_orders w on w.id = c.work_order_id
    where ${vehicles} and ${RECALL_STATE} in ('open', 'planned'))
  insert into alerts (customer_id, rule_key, rule_name, severity, in_app, vehicle_id,
    recall_campaign_id, recall_vehicles, recall_due_on, occurred_at)
  select customer_id, 0, '', case when is_safety then 'critical' else 'information' end, false,
    (array_agg(vehicle_id order by registration, vehicle_id))[1], campaign_id, count(*)::int, due_on, now()
  from hit group by campaign_id, customer_id, is_safety, due_on, depots`.execute(trx);

/** Notifies people of the vehicles that a campaign newly hits. */
export async function insertHitAlerts(
  trx: Transaction,
  { id }: { readonly id: number },
  vehicles: readonly number[],
): Promise<void> {
  if (vehicles.length === 0) return;
  await insertAlerts(trx, {
    vehicles: sql`r.id = ${id} and c.vehicle_id = any(${[...vehicles]}::int[])`,
    dueOn: sql`null::date`,
  });
}

/** A campaign that is due today or later, and is not finished. */
export interface DueCampaignRow {
  readonly id: number;
  readonly customer_id: number;
  /** YYYY-MM-DD */
  readonly due_on: string;
  readonly reminded_days: number | null;
}

/** Locks the campaigns of all customers that are due today or later. @param today YYYY-MM-DD */
export async function lockDueCampaigns(
  trx: Transaction,
  today: string,
): Promise<readonly DueCampaignRow[]> {
  const { rows } =
    await sql<DueCampaignRow>`select id, customer_id, due_on::text as due_on, reminded_days
    from recall_campaigns where due_on >= ${today}::date order by id for update`.execute(trx);
  return rows;
}

/** Notifies people of the unfinished vehicles of a campaign, and keeps for how many days before its due day. */
export async function insertDueAlerts(trx: Transaction, id: number, days: number): Promise<void> {
  await sql`update recall_campaigns set reminded_days = ${days} where id = ${id}`.execute(trx);
  await insertAlerts(trx, { vehicles: sql`r.id = ${id}`, dueOn: sql`r.due_on` });
}
