import { sql } from 'kysely';
import type { Viewer } from '../../../platform/auth/index.ts';
import { type ClockFault, type Transaction, vehicleInScope } from '../../../platform/db/index.ts';
import { countOf, type ListCount, rowsToCount } from '../../../platform/paging.ts';

/** Filter by tracker and period: device time, or arrival time if the clock was wrong. */
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

/** The visible vehicles that ever had the tracker: positions are found by vehicle. */
async function vehiclesOf(trx: Transaction, viewer: Viewer, trackerId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select distinct f.vehicle_id as id
    from tracker_fittings f where f.tracker_id = ${trackerId}
      and ${vehicleInScope(viewer, 'f.vehicle_id')}`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * The records of a tracker within a period, newest first, and their number. Up to the page only the
 * keys are read; the records of the page are then read by key.
 */
export async function rawRecords(
  trx: Transaction,
  viewer: Viewer,
  { trackerId, start, end }: RawPeriod,
  page: { readonly limit: number; readonly offset: number },
): Promise<ListCount & { rows: RawRow[] }> {
  const vehicles = sql`${await vehiclesOf(trx, viewer, trackerId)}::int[]`;
  const keys = (most: number) => sql`
    (select p.vehicle_id, p.device_time, p.record_digest, false as is_faulty from positions p
      where p.vehicle_id = any(${vehicles}) and p.tracker_id = ${trackerId}
        and p.device_time >= ${start} and p.device_time < ${end}
      order by p.device_time desc, p.record_digest limit ${most})
    union all
    (select c.vehicle_id, c.device_time, c.record_digest, true as is_faulty
      from clock_fault_records c where c.tracker_id = ${trackerId}
        and c.vehicle_id = any(${vehicles}) and c.received_at >= ${start} and c.received_at < ${end}
      order by c.device_time desc, c.record_digest limit ${most})`;
  const { rows } = await sql<RawRow>`
    with k as materialized (select * from (${keys(page.offset + page.limit)}) k
      order by device_time desc, record_digest limit ${page.limit} offset ${page.offset})
    select k.record_digest::text as digest, k.vehicle_id, k.device_time, r.received_at, r.fault,
      r.decoded
    from k cross join lateral (
      select p.received_at, null::text as fault, jsonb_strip_nulls(to_jsonb(p)
          - '{customer_id,vehicle_id,tracker_id,record_digest,device_time,received_at}'::text[])
          as decoded
        from positions p where not k.is_faulty and p.vehicle_id = k.vehicle_id
          and p.device_time = k.device_time and p.record_digest = k.record_digest
      union all
      select c.received_at, c.fault, c.record from clock_fault_records c
        where k.is_faulty and c.vehicle_id = k.vehicle_id and c.device_time = k.device_time
          and c.record_digest = k.record_digest) r
    order by k.device_time desc, k.record_digest`.execute(trx);
  const most = rowsToCount(page, rows.length);
  if (most === 0) return { ...countOf(page, rows.length, 0), rows };
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from (${keys(most)}) k`.execute(trx);
  return { ...countOf(page, rows.length, counted.rows[0]?.count ?? 0), rows };
}
