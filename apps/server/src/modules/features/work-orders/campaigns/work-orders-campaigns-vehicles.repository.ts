import type { RecallState, WorkOrderState } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { type Transaction, vehicleInScope } from '../../../../platform/db/index.ts';
import { containsPattern } from '../../../../platform/paging.ts';
import { RECALL_STATE, visibleVehiclesOf } from './work-orders-campaigns.repository.ts';

/** A vehicle of a campaign. */
export interface CampaignVehicleRow {
  readonly campaign_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly model: string | null;
  readonly vin: string | null;
  readonly state: RecallState;
  readonly work_order_id: number | null;
  readonly reference_number: string | null;
  readonly order_state: WorkOrderState | null;
  readonly done_on: string | null;
  readonly reason: string | null;
}

/** The columns of {@link CampaignVehicleRow}, from `visibleVehiclesOf`. */
export const CAMPAIGN_VEHICLE_COLUMNS = sql`c.campaign_id, v.id as vehicle_id,
  v.registration, v.manufacturer_model as model, v.vin, ${RECALL_STATE} as state, w.id as work_order_id,
  w.reference_number, w.state as order_state, c.done_on::text as done_on,
  c.not_affected_reason as reason`;

/** The visible vehicles of campaigns, by registration. */
export async function vehiclesOfCampaigns(
  trx: Transaction,
  viewer: Viewer,
  ids: readonly number[],
): Promise<readonly CampaignVehicleRow[]> {
  const { rows } = await sql<CampaignVehicleRow>`select ${CAMPAIGN_VEHICLE_COLUMNS}
    from ${visibleVehiclesOf(viewer)} where c.campaign_id = any(${[...ids]}::int[])
    order by v.registration, v.id`.execute(trx);
  return rows;
}

/** Whether a campaign has a work order. */
export async function hasOrders(trx: Transaction, id: number): Promise<boolean> {
  const { rows } = await sql`select from recall_vehicles
    where campaign_id = ${id} and work_order_id is not null limit 1`.execute(trx);
  return rows.length > 0;
}

/**
 * The visible vehicles of a customer with these registrations or VINs, and those of a model.
 *
 * @param plates without spaces, in capitals
 */
export async function vehiclesNamed(
  trx: Transaction,
  viewer: Viewer,
  customerId: number,
  { model, plates }: { readonly plates: readonly string[]; readonly model: string },
) {
  const of = sql`from vehicles v where v.customer_id = ${customerId} and v.is_active
    and ${vehicleInScope(viewer, 'v.id')}`;
  const named = await sql<{ id: number; plate: string }>`select v.id, p.plate
    from unnest(${[...plates]}::text[]) p (plate)
    join lateral (select v.id ${of} and (upper(replace(v.registration, ' ', '')) = p.plate
      or upper(replace(v.vin, ' ', '')) = p.plate)) v on true`.execute(trx);
  const ofModel =
    model === ''
      ? []
      : (
          await sql<{ id: number }>`select v.id ${of}
            and v.manufacturer_model ilike ${containsPattern(model)}`.execute(trx)
        ).rows;
  const found = new Set(named.rows.map(({ plate }) => plate));
  return {
    ids: [...new Set([...named.rows, ...ofModel].map(({ id }) => id))],
    unknown: plates.filter((plate) => !found.has(plate)),
  };
}

/** Adds vehicles to a campaign; those that it has stay as they are. Returns the new ones. */
export async function addVehicles(
  trx: Transaction,
  of: { readonly id: number; readonly customerId: number },
  ids: readonly number[],
): Promise<readonly number[]> {
  const { rows } = await sql<{
    vehicle_id: number;
  }>`insert into recall_vehicles (campaign_id, vehicle_id, customer_id)
    select ${of.id}, v, ${of.customerId} from unnest(${[...ids]}::int[]) v
    on conflict do nothing returning vehicle_id`.execute(trx);
  return rows.map(({ vehicle_id }) => vehicle_id);
}

/** All vehicles of a campaign, also those that the viewer does not see. */
export async function countVehicles(trx: Transaction, id: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from recall_vehicles
    where campaign_id = ${id}`.execute(trx);
  return rows[0]?.n ?? 0;
}

/** What a person says of a vehicle. */
export async function storeVehicle(
  trx: Transaction,
  of: { readonly id: number; readonly vehicleId: number },
  values: { readonly doneOn: string | null; readonly reason: string | null },
): Promise<void> {
  await sql`update recall_vehicles set done_on = ${values.doneOn}::date,
      not_affected_reason = ${values.reason}
    where campaign_id = ${of.id} and vehicle_id = ${of.vehicleId}`.execute(trx);
}

/** The work order of a vehicle. */
export async function storeOrder(
  trx: Transaction,
  of: { readonly id: number; readonly vehicleId: number },
  orderId: number,
): Promise<void> {
  await sql`update recall_vehicles set work_order_id = ${orderId}
    where campaign_id = ${of.id} and vehicle_id = ${of.vehicleId}`.execute(trx);
}
