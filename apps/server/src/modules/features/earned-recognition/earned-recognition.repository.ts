import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  HOURS_MEASURES,
  type MAINTENANCE_MEASURES,
  MEASURES,
  type Measure,
  type Shortcoming,
} from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { all, type Transaction } from '../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../platform/paging.ts';
import { depotIsVisible, visibleDrivers } from '../../core/fleet/index.ts';
import { type RecordScope, vehiclesOfScope } from '../records/index.ts';
import { type Moments, maintenanceCases } from './earned-recognition-cases.ts';
import { hoursCases } from './earned-recognition-hours-cases.ts';

type HoursMeasure = (typeof HOURS_MEASURES)[number];
type MaintenanceMeasure = (typeof MAINTENANCE_MEASURES)[number];

const isHours = (measure: Measure): measure is HoursMeasure =>
  (HOURS_MEASURES as readonly Measure[]).includes(measure);

const casesOf = (viewer: Viewer, measure: Measure, range: Moments, zone: string) =>
  isHours(measure)
    ? hoursCases(viewer, measure, range, zone)
    : maintenanceCases(viewer, measure as MaintenanceMeasure, range);

/**
 * The table expressions `sight`, the vehicles of the scope, and `driver_sight`, the drivers: of a depot
 * or region, those whose vehicle is there.
 */
async function sights(trx: Transaction, viewer: Viewer, scope: RecordScope) {
  const isAll = scope.depotId === null && scope.regionId === null;
  const ofVehicles = sql`exists (select from vehicles v join sight on sight.id = v.id
    where v.driver_id = d.id)`;
  return sql`sight as materialized (${vehiclesOfScope(trx, viewer, scope)}),
    driver_sight as materialized (select d.id from drivers d
      where ${await visibleDrivers(trx, viewer)} and ${isAll ? sql`true` : ofVehicles})`;
}

/** The visible depots of vehicles ('v') and of drivers by their vehicle ('d'). */
const places = (viewer: Viewer, scope: RecordScope) => sql`
  select distinct o.holder, o.holder_id, g.id, g.name from vehicle_depots w
  join depots g on g.id = w.depot_id join vehicles v on v.id = w.vehicle_id
  cross join lateral (values ('v', v.id), ('d', v.driver_id)) as o (holder, holder_id)
  where o.holder_id is not null and ${depotIsVisible(viewer)}
    ${scope.depotId === null ? sql`` : sql`and g.id = ${scope.depotId}`}
    ${scope.regionId === null ? sql`` : sql`and g.region_id = ${scope.regionId}`}`;

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

/** The figures to count, and the periods. */
export interface FigureRange {
  readonly measures: readonly Measure[];
  /** Of the periods, oldest first; the last one ends with `end`. */
  readonly starts: readonly Date[];
  readonly end: Date;
  /** In which days begin, IANA. */
  readonly zone: string;
}

/** Counts what passed, by measure, depot and period. */
export async function figureCounts(
  trx: Transaction,
  viewer: Viewer,
  scope: RecordScope,
  { measures, starts, end, zone }: FigureRange,
): Promise<FigureCount[]> {
  const range = { start: starts[0] ?? end, end };
  const cases = measures.map((measure) => casesOf(viewer, measure, range, zone));
  const { rows } = await sql<FigureCount>`
    with ${await sights(trx, viewer, scope)},
    cases as materialized (select c.measure, c.holder, c.holder_id,
      cardinality(c.lacks) = 0 as is_passed,
      width_bucket(c.at, ${[...starts]}::timestamptz[]) as period
      from (${sql.join(cases, sql` union all `)}) c),
    counted as (
      select c.measure, null::int as depot_id, null::text as depot_name, true as is_total, c.period,
        count(*) filter (where c.is_passed) as passed, count(*) as of
      from cases c group by c.measure, c.period
      union all
      select c.measure, p.id, p.name, false, c.period, count(*) filter (where c.is_passed), count(*)
      from cases c left join (${places(viewer, scope)}) p
        on p.holder = c.holder and p.holder_id = c.holder_id
      where c.period = ${starts.length} group by c.measure, p.id, p.name, c.period)
    select measure, depot_id, depot_name, is_total, period, passed::int, of::int from counted
    order by lower(depot_name) nulls last, depot_id, measure`.execute(trx);
  return rows;
}

/** A record behind a figure. */
export interface CaseRow {
  id: number;
  kind: CaseKind;
  reference_number: string;
  vehicle_id: number | null;
  registration: string | null;
  driver_id: number | null;
  first_name: string | null;
  surname: string | null;
  depot_id: number | null;
  depot_name: string | null;
  at: Date;
  lacks: Shortcoming[];
}
type CaseKind = AnswerOf<typeof contract.earnedRecognition.records>['results'][number]['kind'];

/** Selects a figure and its records. */
export interface CaseFilter extends RecordScope {
  readonly measure: Measure;
  readonly hasNoDepot: boolean;
  readonly isPassed: boolean | null;
}

/**
 * A page of the records behind a figure, failed ones first, and their count.
 *
 * @param zone in which days begin, IANA
 */
export async function casePage(
  trx: Transaction,
  viewer: Viewer,
  filter: CaseFilter,
  { moments, zone }: { readonly moments: Moments; readonly zone: string },
  page: Page,
): Promise<{ count: number; rows: CaseRow[] }> {
  const { measure, hasNoDepot, isPassed } = filter;
  const to = sql.raw(page.descending ? 'desc' : 'asc');
  const name = sql`coalesce(v.registration, d.first_name || ' ' || d.surname)`;
  const by = page.orderBy === 'registration' ? name : sql`c.at`;
  const order = page.orderBy === null ? sql`cardinality(c.lacks) = 0, c.at desc` : sql`${by} ${to}`;
  const found = containsPattern(page.search);
  const conditions = [
    ...(page.search === ''
      ? []
      : [sql`(${name} ilike ${found} or c.reference_number ilike ${found})`]),
    ...(isPassed === null ? [] : [sql`(cardinality(c.lacks) = 0) = ${isPassed}`]),
    ...(hasNoDepot ? [sql`p.depot_id is null`] : []),
  ];
  const { rows } = await sql<CaseRow & { hits: number }>`
    with ${await sights(trx, viewer, filter)},
    places as (${places(viewer, { regionId: null, depotId: null, vehicleId: null })})
    select c.id, c.kind, c.reference_number, v.id as vehicle_id, v.registration, d.id as driver_id,
      d.first_name, d.surname, p.depot_id, p.depot_name, c.at, c.lacks,
      (count(*) over ())::int as hits
    from (${casesOf(viewer, measure, moments, zone)}) c
    left join vehicles v on c.holder = 'v' and v.id = c.holder_id
    left join drivers d on c.holder = 'd' and d.id = c.holder_id
    left join lateral (select g.id as depot_id, g.name as depot_name from places g
      where g.holder = c.holder and g.holder_id = c.holder_id
      order by g.id = ${filter.depotId ?? 0} desc, g.name limit 1) p on true
    where ${all(conditions)} order by ${order}, c.id limit ${page.limit} offset ${page.offset}
    `.execute(trx);
  return { count: rows[0]?.hits ?? 0, rows: rows.map(({ hits: _hits, ...row }) => row) };
}

/**
 * Effective targets and triggers of a customer, in the order of the figures; null for those of the
 * installation.
 */
export async function measureLimits(
  trx: Transaction,
  customerId: number | null,
): Promise<{ measure: Measure; target: number; trigger: number }[]> {
  const { rows } = await sql<{ measure: Measure; target: number; trigger: number }>`
    select distinct on (measure) measure, target_pct as target, trigger_pct as trigger
    from earned_recognition_limits where customer_id is null or customer_id = ${customerId}
    order by measure, customer_id nulls last`.execute(trx);
  return rows.sort((a, b) => MEASURES.indexOf(a.measure) - MEASURES.indexOf(b.measure));
}
