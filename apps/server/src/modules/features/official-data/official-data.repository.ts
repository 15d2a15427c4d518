import type {
  MotDefect,
  MotOdometer,
  MotResult,
  MotStatus,
  OfficialCause,
  OfficialFailure,
  OfficialFlag,
  OfficialState,
  TaxStatus,
  VehicleSource,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { exactPage, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { visibleVehicles } from '../../core/fleet/index.ts';

/** The official data of a vehicle. Days are YYYY-MM-DD. */
export interface OfficialRow {
  readonly vehicle_id: number;
  readonly registration: string;
  readonly flags: readonly OfficialFlag[];
  readonly tax_status: TaxStatus | null;
  readonly tax_due_on: string | null;
  readonly mot_status: MotStatus | null;
  readonly mot_due_on: string | null;
  readonly mot_source: VehicleSource | null;
  readonly last_mot_on: string | null;
  readonly last_mot_result: MotResult | null;
  readonly checked_at: Date | null;
  readonly dvla_state: OfficialState | null;
  readonly dvla_failure: OfficialFailure | null;
  readonly dvla_asked_at: Date | null;
  readonly dvla_fetched_at: Date | null;
  readonly dvsa_state: OfficialState | null;
  readonly dvsa_failure: OfficialFailure | null;
  readonly dvsa_asked_at: Date | null;
  readonly dvsa_fetched_at: Date | null;
  readonly make: string | null;
  readonly model: string | null;
  readonly colour: string | null;
  readonly fuel: string | null;
  readonly year_of_manufacture: number | null;
  readonly first_used_on: string | null;
  readonly co2_g_per_km: number | null;
  readonly engine_cc: number | null;
  readonly revenue_weight_kg: number | null;
  readonly euro_status: string | null;
  readonly type_approval: string | null;
  readonly wheelplan: string | null;
  readonly v5c_issued_on: string | null;
  readonly is_marked_for_export: boolean | null;
  readonly outstanding_recall: string | null;
}

export interface OfficialFilter {
  /** The id of a row is that of its vehicle. */
  readonly id?: number | undefined;
  readonly vehicle?: number | undefined;
  readonly depot?: number | undefined;
  readonly flag?: OfficialFlag | undefined;
}

const MOT_DUE = sql`coalesce(o.dvsa_mot_due_on, o.dvla_mot_due_on)`;

/** The condition of each flag. */
const flagIs = (today: string): Readonly<Record<OfficialFlag, RawBuilder<boolean>>> => ({
  untaxed: sql<boolean>`coalesce(o.tax_status in ('untaxed', 'not_taxed_for_road_use'), false)`,
  sorn: sql<boolean>`coalesce(o.tax_status = 'sorn', false)`,
  mot_overdue: sql<boolean>`coalesce(${MOT_DUE} < ${today}::date, o.mot_status = 'not_valid', false)`,
  mot_failed: sql<boolean>`coalesce(o.last_mot_result = 'failed', false)`,
  difference: sql<boolean>`exists (select from official_differences d
    where d.vehicle_id = o.vehicle_id and d.resolved_at is null)`,
  not_found: sql<boolean>`coalesce(o.dvla_state = 'not_found', false)
    or coalesce(o.dvsa_state = 'not_found', false)`,
  failed: sql<boolean>`coalesce(o.dvla_state = 'failed', false)
    or coalesce(o.dvsa_state = 'failed', false)`,
});

function flagsOf(today: string): RawBuilder<unknown> {
  const flags = Object.entries(flagIs(today)).map(
    ([name, condition]) => sql`case when ${condition} then ${sql.lit(name)} end`,
  );
  return sql`array_remove(array[${sql.join(flags)}]::text[], null)`;
}

function conditionsOf({ depot, flag, id, vehicle }: OfficialFilter, search: string, today: string) {
  return [
    ...(id === undefined ? [] : [sql`o.vehicle_id = ${id}`]),
    ...(vehicle === undefined ? [] : [sql`o.vehicle_id = ${vehicle}`]),
    ...(depot === undefined
      ? []
      : [
          sql`o.vehicle_id in (select p.vehicle_id from vehicle_depots p where p.depot_id = ${depot})`,
        ]),
    ...(flag === undefined ? [] : [sql`(${flagIs(today)[flag]})`]),
    ...(search === '' ? [] : [sql`v.registration ilike ${containsPattern(search)}`]),
    sql`true`,
  ];
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  tax_due_on: sql`o.tax_due_on`,
  mot_due_on: MOT_DUE,
  checked_at: sql`o.checked_at`,
};

/**
 * A page of the official data of visible vehicles.
 *
 * @param today YYYY-MM-DD in the person's time zone
 */
export function officialPage(
  trx: Transaction,
  viewer: Viewer,
  filter: OfficialFilter,
  page: Page,
  today: string,
) {
  const to = page.descending ? sql`desc nulls last` : sql`asc nulls last`;
  const column = ORDERS[page.orderBy ?? ''] ?? sql`v.registration`;
  return exactPage<OfficialRow>(trx, page, {
    columns: sql`o.vehicle_id, v.registration, ${flagsOf(today)} as flags, o.tax_status,
      o.tax_due_on::text, o.mot_status, ${MOT_DUE}::text as mot_due_on,
      case when o.dvsa_mot_due_on is not null then 'dvsa'
        when o.dvla_mot_due_on is not null then 'dvla' end as mot_source,
      o.last_mot_on::text, o.last_mot_result, o.checked_at, o.dvla_state, o.dvla_failure,
      o.dvla_asked_at, o.dvla_fetched_at, o.dvsa_state, o.dvsa_failure, o.dvsa_asked_at,
      o.dvsa_fetched_at, o.make, o.model, o.colour, o.fuel, o.year_of_manufacture,
      o.first_used_on::text, o.co2_g_per_km, o.engine_cc, o.revenue_weight_kg, o.euro_status,
      o.type_approval, o.wheelplan, o.v5c_issued_on::text, o.is_marked_for_export,
      o.outstanding_recall`,
    matching: sql`from official_vehicles o
      join (${visibleVehicles(trx, viewer)}) v on v.id = o.vehicle_id
      where ${sql.join(conditionsOf(filter, page.search, today), sql` and `)}`,
    order: sql`${column} ${to}, o.vehicle_id`,
  });
}

export interface TestRow {
  readonly id: number;
  readonly number: string | null;
  readonly completed_at: Date;
  readonly result: MotResult;
  readonly expires_on: string | null;
  readonly odometer_m: number | null;
  readonly odometer: MotOdometer | null;
  readonly registration: string | null;
  readonly defects: readonly MotDefect[];
}

/** The MOT tests of a vehicle, newest first. */
export async function testsOf(
  trx: Transaction,
  vehicleId: number,
  limit: number,
): Promise<readonly TestRow[]> {
  const { rows } = await sql<TestRow>`select id, number, completed_at, result, expires_on::text,
      odometer_m::float8 as odometer_m, odometer, registration, defects
    from official_mot_tests where vehicle_id = ${vehicleId}
    order by completed_at desc, id limit ${limit}`.execute(trx);
  return rows;
}

export interface CheckRow {
  readonly asked_at: Date;
  readonly cause: OfficialCause;
  readonly user_name: string | null;
  readonly dvla: OfficialState | OfficialFailure | null;
  readonly dvsa: OfficialState | OfficialFailure | null;
}

/** The last checks of a vehicle, newest first. */
export async function checksOf(
  trx: Transaction,
  vehicleId: number,
  limit: number,
): Promise<readonly CheckRow[]> {
  const { rows } = await sql<CheckRow>`select asked_at, cause, user_name, dvla, dvsa
    from official_checks where vehicle_id = ${vehicleId} order by id desc limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** When a vehicle was last checked; null if never. */
export async function lastCheck(
  trx: Transaction,
  vehicleId: number,
): Promise<{ checkedAt: Date | null; isFound: boolean } | undefined> {
  const { rows } = await sql<{ checkedAt: Date | null; isFound: boolean }>`
    select o.checked_at as "checkedAt", (o.dvla_state is null or o.dvla_state = 'found')
      and (o.dvsa_state is null or o.dvsa_state = 'found') as "isFound"
    from official_vehicles o where o.vehicle_id = ${vehicleId}`.execute(trx);
  return rows[0];
}
