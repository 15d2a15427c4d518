import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { type DriverName, visibleDrivers } from '../../../core/fleet/index.ts';
import {
  levelIs,
  type ShiftFilter,
  shiftIsVisible,
} from '../shifts/driver-planning-shifts.repository.ts';

/** A week, its end exclusive. */
interface Week {
  readonly from: Date;
  readonly until: Date;
}

/**
 * A page of the drivers of a board, by name. A filter by depot keeps the drivers whose vehicle is of the depot, and
 * those with a shift from it in the week; one by level or vehicle those with such a shift.
 */
export async function boardDrivers(
  trx: Transaction,
  viewer: Viewer,
  { depot, driver, level, vehicle }: ShiftFilter,
  week: Week,
  page: Page,
): Promise<{ count: number; rows: readonly DriverName[] }> {
  const hasShift = (condition: RawBuilder<unknown>) => sql`exists (select from planned_shifts s
    where s.driver_id = d.id and s.starts_at >= ${week.from} and s.starts_at < ${week.until}
      and ${shiftIsVisible(viewer)} and ${condition})`;
  const conditions = [
    sql`d.archived_at is null`,
    await visibleDrivers(trx, viewer),
    ...(driver === undefined ? [] : [sql`d.id = ${driver}`]),
    ...(depot === undefined
      ? []
      : [
          sql`(d.id in (select v.driver_id from vehicle_depots p join vehicles v on v.id = p.vehicle_id
              where p.depot_id = ${depot}) or ${hasShift(sql`s.depot_id = ${depot}`)})`,
        ]),
    ...(level === undefined ? [] : [hasShift(levelIs(level))]),
    ...(vehicle === undefined
      ? []
      : [hasShift(sql`(s.vehicle_id = ${vehicle} or s.trailer_id = ${vehicle})`)]),
    ...(page.search === ''
      ? []
      : [sql`d.first_name || ' ' || d.surname ilike ${containsPattern(page.search)}`]),
  ];
  const to = page.descending ? sql`desc` : sql`asc`;
  return exactPage<DriverName>(trx, page, {
    columns: sql`d.id, d.first_name, d.surname`,
    matching: sql`from drivers d where ${sql.join(conditions, sql` and `)}`,
    order: sql`lower(d.surname) ${to}, lower(d.first_name) ${to}, d.id ${to}`,
  });
}

/** Visible shifts of today whose last check found a breach or a warning. */
export async function countAttention(
  trx: Transaction,
  viewer: Viewer,
  { from, until }: Week,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from planned_shifts s
    where ${shiftIsVisible(viewer)} and ${levelIs('attention')}
      and s.starts_at >= ${from} and s.starts_at < ${until}`.execute(trx);
  return rows[0]?.count ?? 0;
}
