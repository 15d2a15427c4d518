import {
  INSPECTION_CATEGORY,
  type MAINTENANCE_MEASURES,
  type Shortcoming,
  UNPOWERED_KINDS,
} from '@roadworthy/domain';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { all, ofCustomer } from '../../../platform/db/index.ts';

/** A half-open range of times: the start is inclusive. */
export interface Moments {
  readonly start: Date;
  readonly end: Date;
}

type MaintenanceMeasure = (typeof MAINTENANCE_MEASURES)[number];

/**
 * The columns of a case, in this order: measure, kind, id, reference_number, holder ('v' for a
 * vehicle, 'd' for a driver), holder_id, at, lacks.
 */
const VEHICLE = sql`'v' as holder, r.vehicle_id as holder_id`;

/** The shortcomings whose conditions hold. */
export const lacks = (of: readonly (readonly [Shortcoming, RawBuilder<unknown>])[]) =>
  sql`array_remove(array[${sql.join(
    of.map(([name, condition]) => sql`case when ${condition} then ${name}::text end`),
  )}], null)`;

const hasItem = (result: 'defect' | 'repaired', more = '') =>
  sql`jsonb_path_exists(r.items, ${sql.raw(`'$[*] ? (@.result == "${result}"${more})'`)})`;

/** Trailers and plant have no odometer. */
const HAS_ODOMETER = sql`exists (select from vehicles o where o.id = r.vehicle_id
  and (o.kind is null or o.kind <> all(${[...UNPOWERED_KINDS]}::text[])))`;

/** M1: the record of a completed inspection is complete. */
const COMPLETE = lacks([
  ['not_completed', sql`r.status = '3'`],
  ['odometer', sql`r.odometer_m is null and ${HAS_ODOMETER}`],
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
export const noonOf = (day: RawBuilder<unknown>) => sql`(${day} + time '12:00') at time zone 'UTC'`;

/**
 * Records of a measure of maintenance. The vehicles are in the table expression `sight`.
 *
 * @param range half-open
 */
export function maintenanceCases(
  viewer: Viewer,
  measure: MaintenanceMeasure,
  { start, end }: Moments,
): RawBuilder<unknown> {
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
          ${VEHICLE}, r.inspected_at as at, ${measure === 'M1' ? COMPLETE : CORRECT} as lacks
        from inspection_records r where ${own([
          within(sql`r.inspected_at`),
          measure === 'M1' ? sql`r.status <> '1'` : sql`r.status not in ('1', '3')`,
        ])}`;
    case 'M3':
      // Exclude what is not yet due, and vehicles that were off the road when it was.
      return sql`select 'M3' as measure, 'schedule' as kind, r.id, '' as reference_number,
          ${VEHICLE}, ${noonOf(sql`r.latest_on`)} as at, ${lacks([
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
      return sql`select 'M4' as measure, 'defect' as kind, r.id, r.reference_number, ${VEHICLE},
          r.reported_at as at, ${lacks([['not_signed_off', sql`r.signed_off_at is null`]])} as lacks
        from defect_records r where ${own([
          within(sql`r.reported_at`),
          sql`(r.signed_off_at is not null or r.due_at is null or r.due_at < now())`,
        ])}`;
    case 'M5':
      // A retest within three months does not count as a first test.
      return sql`select 'M5' as measure, 'test' as kind, r.id,
          coalesce(r.reference_number, '') as reference_number, ${VEHICLE}, r.document_at as at,
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
