import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** A part that was issued for the vehicle before, under a warranty that has not ended. */
export interface PartWarrantyRow {
  readonly line_id: number;
  readonly order_id: number;
  readonly reference_number: string;
  readonly issued_at: Date;
  /** The last day, YYYY-MM-DD. */
  readonly until: string;
}

/**
 * The lines of an order that repeat a part whose warranty has not ended: it was issued earlier for the same
 * vehicle, stayed on it, and the months in the catalogue are not over when this line is issued, or today.
 */
export async function partWarrantiesOf(
  trx: Transaction,
  orderId: number,
): Promise<readonly PartWarrantyRow[]> {
  const { rows } = await sql<PartWarrantyRow>`
    select distinct on (l.id) l.id as line_id, b.id as order_id, b.reference_number, e.issued_at,
      (e.issued_at + make_interval(months => p.warranty_months))::date::text as until
    from work_orders o
    join work_order_lines l on l.work_order_id = o.id
    join parts p on p.id = l.part_id and p.warranty_months is not null
    join work_orders b on b.vehicle_id = o.vehicle_id and b.state <> 'cancelled'
    join work_order_lines e on e.work_order_id = b.id and e.part_id = l.part_id and e.id <> l.id
      and e.issued_at is not null and e.quantity > 0 and not e.is_superseded
    where o.id = ${orderId}
      and (l.issued_at is null or e.issued_at < l.issued_at)
      and coalesce(l.issued_at, now()) < e.issued_at + make_interval(months => p.warranty_months)
      -- Two lines of one order are one repair.
      and b.id <> o.id
    order by l.id, e.issued_at desc`.execute(trx);
  return rows;
}
