import type { HOURS_MEASURES } from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { all, ofCustomer } from '../../../platform/db/index.ts';
import { lacks, type Moments, noonOf } from './earned-recognition-cases.ts';

type HoursMeasure = (typeof HOURS_MEASURES)[number];

const WORKING_TIME = sql`('working_time_week', 'working_time_average', 'working_time_break',
  'night_work')`;

const ofDrivers = (viewer: Viewer, more: readonly RawBuilder<unknown>[]) =>
  all([
    ofCustomer(viewer, 'r.customer_id'),
    sql`r.driver_id in (select id from driver_sight)`,
    ...more,
  ]);

/** Infringements that count: those that the analysis still finds and nobody dismissed. */
const COUNTS = sql`not r.is_outdated and r.state <> 'dismissed'`;

interface DriverSpans {
  readonly viewer: Viewer;
  readonly span: 'day' | 'week';
  readonly zone: string;
  readonly within: RawBuilder<unknown>;
  /** Kinds of activities that make a day or week count. */
  readonly kinds: RawBuilder<unknown>;
  /** Infringements whose days or weeks count, and those that fail them. */
  readonly rules: RawBuilder<unknown>;
  readonly fails: RawBuilder<unknown>;
}

/**
 * Days or weeks of drivers, with and without infringements. One with an infringement counts even if
 * nothing was driven in it.
 */
function driverSpans({ viewer, span, zone, within, kinds, rules, fails }: DriverSpans) {
  const first = sql`date_trunc(${sql.lit(span)}, r.started_at at time zone ${zone})::date`;
  return sql`(select driver_id, day, bool_or(is_bad) as is_bad from (
      select r.driver_id, ${first} as day, false as is_bad from driver_activities r
      where ${ofDrivers(viewer, [within, sql`r.kind in ${kinds}`])} group by 1, 2
      union all
      select r.driver_id, ${first}, bool_or(${fails}) from hours_infringements r
      where ${ofDrivers(viewer, [within, COUNTS, rules])} group by 1, 2) e
    group by driver_id, day) s`;
}

/** Files of a card or vehicle unit with the day on which the next was due, and when it came. */
function downloadDuties(viewer: Viewer): RawBuilder<unknown> {
  const day = sql`coalesce(r.last_day, (r.received_at at time zone 'UTC')::date)`;
  return sql`(select f.id, f.holder, f.holder_id,
      tachograph_due_on(f.customer_id, f.holder = 'd', f.day) as due_on,
      (lead(f.received_at) over (partition by f.holder, f.holder_id order by f.day)
        at time zone 'UTC')::date as next_on
    from (select min(r.id) as id, r.customer_id, ${day} as day, min(r.received_at) as received_at,
        case when d.driver_id is null then 'v' else 'd' end as holder,
        coalesce(d.driver_id, d.vehicle_id) as holder_id
      from tachograph_downloads d cross join lateral (
        select c.* from tachograph_files c
        where c.driver_id = d.driver_id and c.kind = 'driver_card'
        union all
        select u.* from tachograph_files u
        where u.vehicle_id = d.vehicle_id and u.kind = 'vehicle_unit') r
      where ${all([
        ofCustomer(viewer, 'd.customer_id'),
        sql`d.is_current and d.exempt_at is null`,
        sql`(d.driver_id in (select id from driver_sight) or d.vehicle_id in (select id from sight))`,
      ])}
      group by r.customer_id, ${day}, d.driver_id, d.vehicle_id) f) q`;
}

/**
 * Records of a figure of drivers' hours, with the columns of `maintenanceCases`. The drivers are in the
 * table expression `driver_sight`, the vehicles in `sight`.
 *
 * @param zone in which days and weeks begin, IANA
 */
export function hoursCases(
  viewer: Viewer,
  measure: HoursMeasure,
  { start, end }: Moments,
  zone: string,
): RawBuilder<unknown> {
  const within = sql`r.started_at >= ${start} and r.started_at < ${end}`;
  const span = { viewer, zone, within, fails: sql`true` };
  const ofDay = {
    ...span,
    span: 'day',
    kinds: sql`('driving')`,
    rules: sql`r.rule not in ${WORKING_TIME}`,
  } as const;
  switch (measure) {
    case 'H1':
      return sql`select 'H1' as measure, 'driver_day' as kind, s.driver_id as id,
          '' as reference_number, 'd' as holder, s.driver_id as holder_id, ${noonOf(sql`s.day`)} as at,
          ${lacks([['infringement', sql`s.is_bad`]])} as lacks
        from ${driverSpans(ofDay)}`;
    case 'H2':
      return sql`select 'H2' as measure, 'driver_day' as kind, s.driver_id as id,
          '' as reference_number, 'd' as holder, s.driver_id as holder_id, ${noonOf(sql`s.day`)} as at,
          ${lacks([['serious_infringement', sql`s.is_bad`]])} as lacks
        from ${driverSpans({ ...ofDay, fails: sql`coalesce(r.severity in ('VSI', 'MSI'), false)` })}`;
    case 'H3':
      return sql`select 'H3' as measure, 'driver_week' as kind, s.driver_id as id,
          '' as reference_number, 'd' as holder, s.driver_id as holder_id, ${noonOf(sql`s.day`)} as at,
          ${lacks([['working_time', sql`s.is_bad`]])} as lacks
        from ${driverSpans({
          ...span,
          span: 'week',
          kinds: sql`('driving', 'work')`,
          rules: sql`r.rule in ${WORKING_TIME}`,
        })}`;
    case 'H4': {
      const day = sql`(r.started_at at time zone ${zone})::date`;
      const own = (more: RawBuilder<unknown>) =>
        all([
          ofCustomer(viewer, 'r.customer_id'),
          sql`r.vehicle_id in (select d.vehicle_id from tachograph_downloads d
            join sight on sight.id = d.vehicle_id where d.is_current and d.exempt_at is null)`,
          within,
          more,
        ]);
      // A gap of the tracker is no driving that the tachograph does not know.
      return sql`select 'H4' as measure, 'vehicle_day' as kind, s.vehicle_id as id,
          '' as reference_number, 'v' as holder, s.vehicle_id as holder_id, ${noonOf(sql`s.day`)} as at,
          ${lacks([['unaccounted', sql`s.is_bad`]])} as lacks
        from (select vehicle_id, day, bool_or(is_bad) as is_bad from (
          select r.vehicle_id, ${day} as day, false as is_bad from trips r
          where ${own(sql`true`)} group by 1, 2
          union all
          select r.vehicle_id, ${day}, true from unaccounted_driving r where ${own(
            sql`r.kind <> 'tracker_gap' and r.state <> 'explained' and not r.is_outdated`,
          )} group by 1, 2) e group by vehicle_id, day) s`;
    }
    case 'H5': {
      // Exclude what is not yet due.
      const at = noonOf(sql`least(q.due_on, q.next_on)`);
      return sql`select 'H5' as measure, 'download' as kind, q.id, '' as reference_number, q.holder,
          q.holder_id, ${at} as at, ${lacks([
            ['not_downloaded', sql`q.next_on is null`],
            ['late_download', sql`q.next_on > q.due_on`],
          ])} as lacks
        from ${downloadDuties(viewer)}
        where ${at} >= ${start} and ${at} < ${end}
          and (q.next_on is not null or q.due_on < (now() at time zone 'UTC')::date)`;
    }
  }
}
