import {
  type AssetKind,
  type BrakeCategory,
  type BrakeMethod,
  type BrakeRegime,
  type BrakeResult,
  INSPECTION_CATEGORY,
  type VehicleType,
  type VehicleUse,
} from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { ms, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern } from '../../../../platform/paging.ts';
import { depotIsVisible, visibleVehicles } from '../../../core/fleet/index.ts';

/** How far back tests are read: a year, and a quarter before it. */
const TESTS_SINCE = sql`now() - interval '65 weeks'`;

/** A vehicle with all that decides what is due of its brakes. Times in ms since 1970 UTC. */
export interface BrakeVehicleRow {
  readonly id: number;
  readonly customer_id: number;
  readonly registration: string;
  readonly type: VehicleType;
  /** Null for the kind of the type. */
  readonly kind: AssetKind | null;
  readonly depot_id: number | null;
  readonly depot_name: string | null;
  readonly created_ms: number;
  readonly registered_ms: number | null;
  readonly is_off_road: boolean;
  readonly category: BrakeCategory | null;
  readonly regime: BrakeRegime | null;
  readonly assessment: string | null;
  readonly assessed_by: string | null;
  /** YYYY-MM-DD */
  readonly review_on: string | null;
  readonly licence_weeks: number | null;
  readonly use: VehicleUse | null;
  readonly plan_version: number | null;
  /** Interval of the open schedule of safety inspections, as in "8w". */
  readonly schedule_interval: string | null;
  readonly last_inspected_ms: number | null;
  readonly tests: readonly {
    readonly tested_ms: number;
    readonly method: BrakeMethod;
    readonly result: BrakeResult;
    readonly is_laden: boolean;
    readonly is_annual: boolean;
  }[];
}

/** Selects vehicles; null for any. */
export interface BrakeVehicleFilter {
  readonly vehicleId: number | null;
  readonly depotId: number | null;
  readonly search: string;
}

/** The visible vehicles with their plans and recent tests, by registration. */
export async function brakeVehicles(
  trx: Transaction,
  viewer: Viewer,
  { depotId, search, vehicleId }: BrakeVehicleFilter,
): Promise<readonly BrakeVehicleRow[]> {
  const { rows } = await sql<BrakeVehicleRow>`
    select v.id, v.customer_id, v.registration, v.type, v.kind, d.depot_id, d.depot_name,
      ${ms('v.created_at')} as created_ms,
      (extract(epoch from v.first_registered_on::timestamp) * 1000)::float8 as registered_ms,
      exists (select from vor_entries e where e.vehicle_id = v.id and e.returned_at is null)
        as is_off_road,
      p.category, p.regime, p.assessment, p.assessed_by,
      to_char(p.review_on, 'YYYY-MM-DD') as review_on, p.licence_weeks, p.use,
      p.version as plan_version,
      (select s.interval from scheduled_activities s
        join schedule_types y on y.id = s.schedule_type_id and y.category = ${INSPECTION_CATEGORY}
        where s.vehicle_id = v.id and s.fulfilled_at is null order by s.due_at limit 1)
        as schedule_interval,
      (extract(epoch from greatest(
        (select max(s.fulfilled_at) from scheduled_activities s
          join schedule_types y on y.id = s.schedule_type_id
            and y.category = ${INSPECTION_CATEGORY}
          where s.vehicle_id = v.id),
        (select max(r.inspected_at) from inspection_records r
          where r.vehicle_id = v.id and r.status not in ('1', '3')))) * 1000)::float8
        as last_inspected_ms,
      coalesce(b.tests, '[]'::jsonb) as tests
    from vehicles v
    left join brake_plans p on p.vehicle_id = v.id
    left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
      join depots g on g.id = w.depot_id where w.vehicle_id = v.id and ${depotIsVisible(viewer)}
      order by g.name limit 1) d on true
    left join lateral (select jsonb_agg(jsonb_build_object('tested_ms', ${ms('t.tested_at')},
        'method', t.method, 'result', t.result, 'is_laden', t.counts_as_laden,
        'is_annual', t.is_annual_test)) as tests
      from brake_tests t where t.vehicle_id = v.id and t.voided_at is null
        and t.tested_at >= ${TESTS_SINCE}
        and not exists (select from inspection_records c
          where c.id = t.inspection_record_id and c.status = '1')) b on true
    where v.id in (select id from (${visibleVehicles(trx, viewer)}) visible)
      and ${vehicleId === null ? sql`true` : sql`v.id = ${vehicleId}`}
      and ${
        depotId === null
          ? sql`true`
          : sql`exists (select from vehicle_depots w where w.vehicle_id = v.id
              and w.depot_id = ${depotId})`
      }
      and ${search === '' ? sql`true` : sql`v.registration ilike ${containsPattern(search)}`}
    order by v.registration, v.id`.execute(trx);
  return rows;
}
