import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  type AssetKind,
  daysOffRoad,
  isAdministrator,
  toApiDateTime,
  type VehicleType,
} from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ofCustomer, type Transaction, vehicleInScope } from '../../../../platform/db/index.ts';
import { depotIsVisible } from '../../../core/fleet/index.ts';
import { checkPlaces } from '../../../features/vehicle-check/index.ts';

type Overview = AnswerOf<typeof contract.overviews.vehicle>;

interface VehicleRow {
  id: number;
  registration: string;
  type: VehicleType;
  model: string | null;
  fuel: string;
  vin: string | null;
  first_registered_on: string | null;
  kind: AssetKind | null;
  axles: number | null;
  gross_weight_kg: number | null;
  train_weight_kg: number | null;
  trailer_number: string | null;
  owner: string | null;
  is_international_haulage: boolean;
  /** Whether its vehicle unit was downloaded. */
  has_unit: boolean;
  is_active: boolean;
  customer_name: string;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  depots: { id: number; name: string }[];
}

/** A vehicle that the viewer may see; administrators also see archived ones. */
export async function vehicleRow(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<VehicleRow | undefined> {
  const { rows } = await sql<VehicleRow>`
    select v.id, v.registration, v.type, v.manufacturer_model as model, v.kind, v.axles,
      v.gross_weight_kg, v.train_weight_kg, v.trailer_number, v.owner, v.fuel_name as fuel, v.vin,
      to_char(v.first_registered_on, 'YYYY-MM-DD') as first_registered_on, v.is_active,
      v.is_international_haulage, exists (select from tachograph_files f
        where f.vehicle_id = v.id and f.kind = 'vehicle_unit') as has_unit,
      c.name as customer_name, d.id as driver_id, d.first_name, d.surname,
      coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
        from vehicle_depots w join depots g on g.id = w.depot_id
        where w.vehicle_id = v.id and ${depotIsVisible(viewer)}), '[]') as depots
    from vehicles v join customers c on c.id = v.customer_id
      left join drivers d on d.id = v.driver_id
    where v.id = ${id} and (v.is_active or ${isAdministrator(viewer)})
      and ${ofCustomer(viewer, 'v.customer_id')} and ${vehicleInScope(viewer, 'v.id')}`.execute(
    trx,
  );
  return rows[0];
}

/** Open entries of a visible vehicle: since when it is off the road, for how many days and at what cost. */
export async function offRoadOf(
  trx: Transaction,
  vehicleId: number,
): Promise<NonNullable<Overview['off_road']>> {
  const { rows } = await sql<{ since: Date; cost_per_day: string | null }>`
    select since, cost_per_day from vor_entries
    where vehicle_id = ${vehicleId} and returned_at is null order by since`.execute(trx);
  const first = rows[0]?.since.getTime();
  if (first === undefined) return { since: null, days: null, cost: null };
  const nowMs = Date.now();
  return {
    since: toApiDateTime(first),
    days: daysOffRoad(first, nowMs),
    cost: rows.reduce(
      (sum, { since, cost_per_day: cost }) =>
        sum + Number(cost ?? 0) * daysOffRoad(since.getTime(), nowMs),
      0,
    ),
  };
}

/** The cost of the off-road entries that began within the last 365 days, or are open. */
export async function offRoadCost(trx: Transaction, vehicleId: number): Promise<number> {
  const { rows } = await sql<{ since: Date; returned_at: Date | null; cost_per_day: string }>`
    select since, returned_at, cost_per_day from vor_entries
    where vehicle_id = ${vehicleId} and cost_per_day is not null
      and (returned_at is null or since > now() - interval '365 days')`.execute(trx);
  const nowMs = Date.now();
  return rows.reduce(
    (sum, { since, returned_at: back, cost_per_day: cost }) =>
      sum + Number(cost) * daysOffRoad(since.getTime(), back?.getTime() ?? nowMs),
    0,
  );
}

/** The cost of the defects that were reported within the last 365 days. */
export async function defectCost(trx: Transaction, vehicleId: number): Promise<number> {
  const { rows } = await sql<{ cost: string }>`select coalesce(sum(cost), 0) as cost
    from defect_records
    where vehicle_id = ${vehicleId} and reported_at > now() - interval '365 days'`.execute(trx);
  return Number(rows[0]?.cost ?? 0);
}

/** The newest check of a visible vehicle. */
export async function lastCheck(
  trx: Transaction,
  viewer: Viewer,
  vehicleId: number,
): Promise<NonNullable<Overview['check']>> {
  const { rows } = await sql<{ id: number; done_at: Date; defects: number }>`
    select id, done_at, defects from vehicle_reports where vehicle_id = ${vehicleId}
    order by done_at desc, id desc limit 1`.execute(trx);
  const [last] = rows;
  if (last === undefined) return { last_at: null, defects: 0, last: null };
  const { defects, done_at, id } = last;
  const place = (await checkPlaces(trx, viewer, [id])).get(id) ?? null;
  return { last_at: toApiDateTime(done_at.getTime()), defects, last: place };
}

type Devices = NonNullable<Overview['devices']>;
type TrackerRow = Omit<Devices['trackers'][number], 'last_contact'> & {
  readonly last_seen_at: Date | null;
};

/** The devices that are fitted to a visible vehicle. */
export async function devicesOf(trx: Transaction, vehicleId: number): Promise<Devices> {
  const trackers = await sql<TrackerRow>`
    select id, number, model, protocol, last_seen_at from trackers
    where vehicle_id = ${vehicleId} and archived_at is null order by number`.execute(trx);
  const cameras = await sql<Devices['cameras'][number]>`
    select c.id, c.name, c.channel, c.source, c.is_active, c.tracker_id as tracker
    from trackers t join cameras c on c.tracker_id = t.id
    where t.vehicle_id = ${vehicleId} and t.archived_at is null
    order by c.channel, c.id`.execute(trx);
  return {
    trackers: trackers.rows.map(({ last_seen_at: at, ...tracker }) => ({
      ...tracker,
      last_contact: at === null ? null : toApiDateTime(at.getTime()),
    })),
    cameras: cameras.rows,
  };
}
