import { INSPECTION_CATEGORY, type Measure, type Shortcoming } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { ofCustomer, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { depotIsVisible } from '../../core/fleet/index.ts';
import { all, type RecordScope, vehiclesOfScope } from '../records/index.ts';

/** A half-open range of times: the start is inclusive. */
export interface Moments {
  readonly start: Date;
  readonly end: Date;
}

/** The shortcoming to report if a condition holds. */
const lacks = (of: readonly (readonly [Shortcoming, RawBuilder<unknown>])[]) =>
  sql`array_remove(array[${sql.join(
    of.map(([name, condition]) => sql`case when ${condition} then ${name}::text end`),
  )}], null)`;

const hasItem = (result: 'defect' | 'repaired', more = '') =>
  sql`jsonb_path_exists(r.items, ${sql.raw(`'$[*] ? (@.result == "${result}"${more})'`)})`;

/** M1: the record of a completed inspection is complete. */
const COMPLETE = lacks([
  ['not_completed', sql`r.status = '3'`],
  ['odometer', sql`r.odometer_m is null`],
  ['place', sql`coalesce(r.place, '') = ''`],
  ['items', sql`jsonb_array_length(r.items) = 0`],
  [
    'tyres',
    sql`r.tyre_result = 'none' or jsonb_path_exists(r.tyres, '$[*] ? (@.tread_mm == null)')`,
  ],
  ['brakes', sql`r.brake_method is null`],
]);
/** M2: it is signed and names the person who fixed each defect. */
const CORRECT = lacks([
  ['signature', sql`r.signed_at is null and r.signature_file_id is null`],
  ['declaration', sql`r.declaration = ''`],
  ['repaired_by', hasItem('repaired', ' && @.repaired_by == null')],
  ['open_defect', sql`r.is_roadworthy and ${hasItem('defect')}`],
]);

/** Noon of a day is on the same day in every zone that a fleet drives in. */
const noonOf = (day: RawBuilder<unknown>) => sql`(${day} + time '12:00') at time zone 'UTC'`;

/** Records of one measure: kind, id, reference, vehicle, time and shortcomings. */
function casesOf(viewer: Viewer, measure: Measure, { start, end }: Moments): RawBuilder<unknown> {
  const own = (more: readonly RawBuilder<unknown>[]) =>
    all([
      ofCustomer(viewer, 'r.customer_id'),
      sql`r.vehicle_id in (select id from sight)`,
      ...more,
    ]);
  const within = (at: RawBuilder<unknown>) => sql`${at} >= ${start} and ${at} < ${end}`;
  switch (measure) {
    case 'M1':
    case 'M2':
      return sql`select ${measure}::text as measure, 'inspection' as kind, r.id, r.reference_number,
          r.vehicle_id, r.inspected_at as at, ${measure === 'M1' ? COMPLETE : CORRECT} as lacks
        from inspection_records r where ${own([
          within(sql`r.inspected_at`),
          measure === 'M1' ? sql`r.status <> '1'` : sql`r.status not in ('1', '3')`,
        ])}`;
    case 'M3':
      // Exclude what is not yet due, and vehicles that were off the road when it was.
      return sql`select 'M3' as measure, 'schedule' as kind, r.id, '' as reference_number,
          r.vehicle_id, ${noonOf(sql`r.latest_on`)} as at, ${lacks([
            ['not_done', sql`r.fulfilled_at is null`],
            ['late', sql`(r.fulfilled_at at time zone 'UTC')::date > r.latest_on`],
          ])} as lacks
        from scheduled_activities r
        join schedule_types y on y.id = r.schedule_type_id and y.category = ${INSPECTION_CATEGORY}
        where ${own([
          within(noonOf(sql`r.latest_on`)),
          sql`(r.fulfilled_at is not null or r.latest_on < (now() at time zone 'UTC')::date)`,
          sql`not exists (select from vor_entries e where e.vehicle_id = r.vehicle_id
            and e.since < ${noonOf(sql`r.latest_on`)} and e.reason <> 'inspection_overdue'
            and (e.returned_at is null or e.returned_at > ${noonOf(sql`r.latest_on`)}))`,
        ])}`;
    case 'M4':
      // Exclude defects that can still be fixed in time.
      return sql`select 'M4' as measure, 'defect' as kind, r.id, r.reference_number, r.vehicle_id,
          r.reported_at as at, ${lacks([['not_signed_off', sql`r.signed_off_at is null`]])} as lacks
        from defect_records r where ${own([
          within(sql`r.reported_at`),
          sql`(r.signed_off_at is not null or r.due_at is null or r.due_at < now())`,
        ])}`;
    case 'M5':
      // A retest within three months does not count as a first test.
      return sql`select 'M5' as measure, 'test' as kind, r.id,
          coalesce(r.reference_number, '') as reference_number, r.vehicle_id, r.document_at as at,
          ${lacks([['not_passed', sql`r.status <> 'Pass'`]])} as lacks
        from vehicle_activities r join activity_types y on y.id = r.activity_type_id
          and y.reference = 'MOT'
        where ${own([
          within(sql`r.document_at`),
          sql`not r.archived and r.status in ('Pass', 'PRS', 'Fail')`,
          sql`not exists (select from vehicle_activities b where b.vehicle_id = r.vehicle_id
            and b.activity_type_id = r.activity_type_id and not b.archived
            and b.document_at < r.document_at
            and b.document_at > r.document_at - interval '3 months')`,
        ])}`;
  }
}

/** A count of a depot (null: of all), a measure and a period, counted from 1. */
export interface FigureCount {
  measure: Measure;
  /** Null with `is_total` for all, without for vehicles of no depot. */
  depot_id: number | null;
  depot_name: string | null;
  is_total: boolean;
  period: number;
  passed: number;
  of: number;
}

/**
 * Counts what passed, by measure, depot and period.
 *
 * @param starts of the periods, oldest first; the last one ends with `end`
 */
export async function figureCounts(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
  measures: readonly Measure[],
  starts: readonly Date[],
  end: Date,
): Promise<FigureCount[]> {
  const range = { start: starts[0] ?? end, end };
  const cases = measures.map((measure) => casesOf(viewer, measure, range));
  const { rows } = await sql<FigureCount>`
    with sight as materialized (${vehiclesOfScope(trx, viewer, scope)}),
    cases as materialized (select c.measure, c.vehicle_id, cardinality(c.lacks) = 0 as is_passed,
      width_bucket(c.at, ${[...starts]}::timestamptz[]) as period
      from (${sql.join(cases, sql` union all `)}) c),
    counted as (
      select c.measure, null::int as depot_id, null::text as depot_name, true as is_total, c.period,
        count(*) filter (where c.is_passed) as passed, count(*) as of
      from cases c group by c.measure, c.period
      union all
      select c.measure, p.id, p.name, false, c.period, count(*) filter (where c.is_passed), count(*)
      from cases c left join (select w.vehicle_id, g.id, g.name from vehicle_depots w
          join depots g on g.id = w.depot_id where ${depotIsVisible(viewer)}
            ${scope.depotId === null ? sql`` : sql`and g.id = ${scope.depotId}`}
            ${scope.regionId === null ? sql`` : sql`and g.region_id = ${scope.regionId}`}) p
        on p.vehicle_id = c.vehicle_id
      where c.period = ${starts.length} group by c.measure, p.id, p.name, c.period)
    select measure, depot_id, depot_name, is_total, period, passed::int, of::int from counted
    order by lower(depot_name) nulls last, depot_id, measure`.execute(trx);
  return rows;
}

/** A record behind a figure. */
export interface CaseRow {
  id: number;
  kind: 'inspection' | 'schedule' | 'defect' | 'test';
  reference_number: string;
  vehicle_id: number;
  registration: string;
  depot_id: number | null;
  depot_name: string | null;
  at: Date;
  lacks: Shortcoming[];
}

/** Selects a figure and its records. */
export interface CaseFilter extends RecordScope {
  readonly measure: Measure;
  readonly hasNoDepot: boolean;
  readonly isPassed: boolean | null;
}

/** A page of the records behind a figure, failed ones first, and their count. */
export async function casePage(
  trx: Transaction,
  viewer: Viewer,
  filter: CaseFilter,
  moments: Moments,
  page: Page,
): Promise<{ count: number; rows: CaseRow[] }> {
  const { measure, hasNoDepot, isPassed } = filter;
  const to = sql.raw(page.descending ? 'desc' : 'asc');
  const by = page.orderBy === 'registration' ? sql`v.registration` : sql`c.at`;
  const order = page.orderBy === null ? sql`cardinality(c.lacks) = 0, c.at desc` : sql`${by} ${to}`;
  const conditions = [
    ...(page.search === ''
      ? []
      : [
          sql`(v.registration ilike ${containsPattern(page.search)}
      or c.reference_number ilike ${containsPattern(page.search)})`,
        ]),
    ...(isPassed === null ? [] : [sql`(cardinality(c.lacks) = 0) = ${isPassed}`]),
    ...(hasNoDepot ? [sql`p.depot_id is null`] : []),
  ];
  const { rows } = await sql<CaseRow & { hits: number }>`
    with sight as materialized (${vehiclesOfScope(trx, viewer, filter)})
    select c.id, c.kind, c.reference_number, c.vehicle_id, v.registration, p.depot_id, p.depot_name,
      c.at, c.lacks, (count(*) over ())::int as hits
    from (${casesOf(viewer, measure, moments)}) c join vehicles v on v.id = c.vehicle_id
    left join lateral (select g.id as depot_id, g.name as depot_name from vehicle_depots w
      join depots g on g.id = w.depot_id
      where w.vehicle_id = c.vehicle_id and ${depotIsVisible(viewer)}
      order by g.id = ${filter.depotId ?? 0} desc, g.name limit 1) p on true
    where ${all(conditions)} order by ${order}, c.id limit ${page.limit} offset ${page.offset}
    `.execute(trx);
  return { count: rows[0]?.hits ?? 0, rows: rows.map(({ hits: _hits, ...row }) => row) };
}

/** Effective targets and triggers of a customer; null for those of the installation. */
export async function measureLimits(
  trx: Transaction,
  customerId: number | null,
): Promise<{ measure: Measure; target: number; trigger: number }[]> {
  const { rows } = await sql<{ measure: Measure; target: number; trigger: number }>`
    select distinct on (measure) measure, target_pct as target, trigger_pct as trigger
    from earned_recognition_limits where customer_id is null or customer_id = ${customerId}
    order by measure, customer_id nulls last`.execute(trx);
  return rows;
}
