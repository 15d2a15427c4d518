import type { CheckType } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';
import { pageOfRows, type VehicleColumns } from '../scope/vehicle-check-scope.repository.ts';
import type { RowFilter } from '../scope/vehicle-check-scope-filter.ts';

type Sql = RawBuilder<unknown>;

/** Condition: the registration of the vehicle of a row `r` matches a pattern. */
const isOfVehicleLike = (pattern: string): Sql =>
  sql`r.vehicle_id = any(array(select o.id from vehicles o where o.registration ilike ${pattern}))`;

/** Conditions of a filter's dates and vehicle, on the given time and vehicle columns. */
function ranged({ start, end, vehicleId }: RowFilter, at: Sql, vehicle: Sql): Sql[] {
  const parts: Sql[] = [];
  if (start !== null) parts.push(sql`${at} >= ${start}`);
  if (end !== null) parts.push(sql`${at} < ${end}`);
  if (vehicleId !== null) parts.push(sql`${vehicle} = ${vehicleId}`);
  return parts;
}

/**
 * Conditions of a filter on a row `r`.
 *
 * @param at its time column
 * @param isLike builds the condition that its texts match a pattern
 */
function conditions(filter: RowFilter, at: Sql, isLike: (pattern: string) => Sql): Sql[] {
  const parts = ranged(filter, at, sql`r.vehicle_id`);
  if (filter.search === '') return parts;
  const pattern = containsPattern(filter.search);
  return [...parts, sql`(${isOfVehicleLike(pattern)} or ${isLike(pattern)})`];
}

/** A report in a list. */
export interface ReportListRow extends VehicleColumns {
  readonly id: number;
  readonly kind: CheckType;
  readonly reference_number: string;
  readonly done_at: Date;
  readonly author: string;
  readonly odometer_m: string | null;
  readonly defects: number;
  readonly duration_s: number | null;
  readonly is_short: boolean;
}

/** The columns of a report `r` of a vehicle `v`. */
export const REPORT_COLUMNS = sql`r.id, r.kind, r.reference_number, r.done_at, r.author,
  r.odometer_m, r.defects, r.duration_s, r.is_short, r.vehicle_id, v.registration, v.type`;

/** A page of the reports of a depot of one type, the newest first. */
export function reportPage(
  trx: Transaction,
  of: { readonly depotId: number; readonly kind: CheckType; readonly result: string | null },
  filter: RowFilter,
  page: Page,
) {
  return pageOfRows<ReportListRow>(
    trx,
    {
      columns: REPORT_COLUMNS,
      from: sql`vehicle_reports r left join vehicles v on v.id = r.vehicle_id`,
      key: sql`r.id`,
      where: [
        sql`r.depot_id = ${of.depotId} and r.kind = ${of.kind}`,
        ...(of.result === null
          ? []
          : [of.result === 'pass' ? sql`r.defects = 0` : sql`r.defects > 0`]),
        ...conditions(
          filter,
          sql`r.done_at`,
          (pattern) => sql`r.search_text like upper(${pattern}::text)`,
        ),
      ],
      orders: {
        date: sql`r.done_at`,
        registration: sql`v.registration`,
        driver: sql`lower(r.author)`,
        odometer: sql`r.odometer_m`,
        result: sql`(r.defects > 0)`,
        defects: sql`r.defects`,
      },
      sparse: ['odometer'],
      own: sql`r.done_at desc`,
      last: sql`r.id desc`,
    },
    page,
  );
}

/** A vehicle with damages that are not fixed. */
export interface DamagedVehicle extends VehicleColumns {
  readonly open_damages: number;
  readonly major_damages: number;
  readonly oldest: Date;
  readonly off_road: boolean;
}

/** A page of the visible vehicles of a depot with open damages, the longest damaged first. */
export function damagedVehiclePage(
  trx: Transaction,
  viewer: Viewer,
  depotId: number,
  filter: RowFilter,
  page: Page,
) {
  const open = sql`(select d.vehicle_id, count(*)::int as open_damages,
      (count(*) filter (where d.severity = 'major'))::int as major_damages,
      min(d.reported_at) as oldest
    from vehicle_damages d where ${sql.join(
      [
        sql`d.fixed_at is null`,
        sql`d.vehicle_id in (select w.vehicle_id from vehicle_depots w where w.depot_id = ${depotId})`,
        sql`d.vehicle_id in (select id from (${visibleVehicles(trx, viewer)}) sight)`,
        ...ranged(filter, sql`d.reported_at`, sql`d.vehicle_id`),
      ],
      sql` and `,
    )} group by d.vehicle_id) r`;
  return pageOfRows<DamagedVehicle>(
    trx,
    {
      columns: sql`r.*, v.registration, v.type, exists (select from vor_entries e
        where e.vehicle_id = r.vehicle_id and e.returned_at is null) as off_road`,
      from: sql`${open} join vehicles v on v.id = r.vehicle_id`,
      key: sql`r.vehicle_id`,
      where: [
        sql`true`,
        ...(filter.search === ''
          ? []
          : [sql`v.registration ilike ${containsPattern(filter.search)}`]),
      ],
      orders: {
        oldest: sql`r.oldest`,
        registration: sql`v.registration`,
        open_damages: sql`r.open_damages`,
      },
      own: sql`r.oldest`,
      last: sql`r.vehicle_id`,
    },
    page,
  );
}

/** A damage with the photographs of its report that show it. */
export interface DamageListRow extends VehicleColumns {
  readonly id: number;
  readonly reported_at: Date;
  readonly reported_by: string;
  readonly part: string;
  readonly description: string;
  readonly severity: 'minor' | 'major';
  readonly fixed_at: Date | null;
  readonly fixed_by: string | null;
  readonly report_id: number | null;
  /** Files of its photographs, in order. */
  readonly photo_files: string[];
}

/** The columns of a damage `r` of a vehicle `v`. */
export const DAMAGE_COLUMNS = sql`r.id, r.reported_at, r.reported_by, r.part, r.description,
  r.severity, r.fixed_at, r.fixed_by, r.report_id, r.vehicle_id, v.registration, v.type,
  array(select p.file_id from record_photographs p
    where p.vehicle_report_id = r.report_id and p.position = any(r.photo_positions)
    order by p.position) as photo_files`;

/** A page of the damages reported at a depot, the newest first. */
export function damagePage(
  trx: Transaction,
  of: { readonly depotId: number; readonly state: 'open' | 'fixed' | null },
  filter: RowFilter,
  page: Page,
) {
  const state = of.state === 'open' ? sql`r.fixed_at is null` : sql`r.fixed_at is not null`;
  return pageOfRows<DamageListRow>(
    trx,
    {
      columns: DAMAGE_COLUMNS,
      from: sql`vehicle_damages r left join vehicles v on v.id = r.vehicle_id`,
      key: sql`r.id`,
      where: [
        sql`r.depot_id = ${of.depotId}`,
        ...(of.state === null ? [] : [state]),
        ...conditions(
          filter,
          sql`r.reported_at`,
          (pattern) => sql`r.description ilike ${pattern} or r.reported_by ilike ${pattern}`,
        ),
      ],
      orders: {
        reported_at: sql`r.reported_at`,
        registration: sql`v.registration`,
        part: sql`r.part`,
        severity: sql`r.severity`,
        fixed_at: sql`r.fixed_at`,
      },
      sparse: ['fixed_at'],
      own: sql`r.reported_at desc`,
      last: sql`r.id desc`,
    },
    page,
  );
}

/** A notice letter in a list. */
export interface LetterListRow {
  readonly id: number;
  readonly reference_number: string;
  readonly sent_at: Date;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly driver: string | null;
  readonly subject: string;
}

/** A page of the notice letters of a depot, the newest first. */
export function letterPage(trx: Transaction, depotId: number, filter: RowFilter, page: Page) {
  return pageOfRows<LetterListRow>(
    trx,
    {
      columns: sql`r.id, r.reference_number, r.sent_at, r.vehicle_id, v.registration, r.driver,
        r.subject`,
      from: sql`notice_letters r left join vehicles v on v.id = r.vehicle_id`,
      key: sql`r.id`,
      where: [
        sql`r.depot_id = ${depotId}`,
        ...conditions(
          filter,
          sql`r.sent_at`,
          (pattern) => sql`r.driver ilike ${pattern} or r.subject ilike ${pattern}
            or r.reference_number ilike ${pattern}`,
        ),
      ],
      orders: {
        date: sql`r.sent_at`,
        registration: sql`v.registration`,
        driver: sql`lower(r.driver)`,
        subject: sql`lower(r.subject)`,
      },
      sparse: ['driver'],
      own: sql`r.sent_at desc`,
      last: sql`r.id desc`,
    },
    page,
  );
}
