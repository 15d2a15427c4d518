import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { ClockFault, Transaction } from '../../../platform/db/index.ts';

/** Records are counted so far (requirement R-P07). */
export const COUNT_LIMIT = 10_000;

/** What of a tracker, of when: device time, or time of arrival where its clock was wrong. */
export interface RawPeriod {
  readonly trackerId: number;
  readonly start: Date;
  readonly end: Date;
}

export interface RawRow {
  digest: string;
  vehicle_id: number;
  received_at: Date;
  device_time: Date;
  fault: ClockFault | null;
  decoded: Record<string, unknown>;
}

/** The vehicles in sight that the tracker ever was on: positions are found by their vehicle. */
async function vehiclesOf(trx: Transaction, viewer: Viewer, trackerId: number): Promise<number[]> {
  const scope =
    viewer.depotScope === 'all'
      ? sql`true`
      : sql`f.vehicle_id in (select vehicle_id from vehicle_depots
          where depot_id = any(${[...viewer.depotScope]}::int[]))`;
  const { rows } = await sql<{ id: number }>`select distinct f.vehicle_id as id
    from tracker_fittings f where f.tracker_id = ${trackerId} and ${scope}`.execute(trx);
  return rows.map(({ id }) => id);
}

/** What a tracker sent within a period, newest first; the count ends at its limit. */
export async function rawRecords(
  trx: Transaction,
  viewer: Viewer,
  { trackerId, start, end }: RawPeriod,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ count: number; rows: RawRow[] }> {
  const vehicles = sql`${await vehiclesOf(trx, viewer, trackerId)}::int[]`;
  const most = Math.min(offset + limit, COUNT_LIMIT + 1);
  const sound = (columns: ReturnType<typeof sql>, rows: number) => sql`select ${columns}
    from positions p where p.vehicle_id = any(${vehicles}) and p.tracker_id = ${trackerId}
      and p.device_time >= ${start} and p.device_time < ${end}
    order by p.device_time desc, p.record_digest limit ${rows}`;
  const faulty = (columns: ReturnType<typeof sql>, rows: number) => sql`select ${columns}
    from clock_fault_records c where c.tracker_id = ${trackerId}
      and c.vehicle_id = any(${vehicles}) and c.received_at >= ${start} and c.received_at < ${end}
    limit ${rows}`;
  const { rows } = await sql<RawRow>`select * from (
      (${sound(
        sql`p.record_digest::text as digest, p.vehicle_id, p.received_at, p.device_time,
          null::text as fault, jsonb_strip_nulls(to_jsonb(p)
            - '{customer_id,vehicle_id,tracker_id,record_digest,device_time,received_at}'::text[]) as decoded`,
        most,
      )})
      union all
      (${faulty(
        sql`c.record_digest::text as digest, c.vehicle_id, c.received_at, c.device_time, c.fault,
          c.record as decoded`,
        most,
      )})
    ) records order by device_time desc, digest limit ${limit} offset ${offset}`.execute(trx);
  const counted = await sql<{ count: number }>`select
      (select count(*) from (${sound(sql`1`, COUNT_LIMIT + 1)}) a)::int
      + (select count(*) from (${faulty(sql`1`, COUNT_LIMIT + 1)}) b)::int as count`.execute(trx);
  return { count: counted.rows[0]?.count ?? 0, rows };
}
