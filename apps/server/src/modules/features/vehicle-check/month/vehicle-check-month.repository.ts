import type { CheckType } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { REPORT_COLUMNS, type ReportListRow } from '../lists/vehicle-check-lists.repository.ts';

/** Reports of a depot of one type between two times, the oldest first, up to a limit. */
export async function reportsBetween(
  trx: Transaction,
  of: { readonly depotId: number; readonly kind: CheckType },
  range: { readonly start: Date; readonly end: Date },
  limit: number,
): Promise<ReportListRow[]> {
  const { rows } = await sql<ReportListRow>`select ${REPORT_COLUMNS}
    from vehicle_reports r join vehicles v on v.id = r.vehicle_id
    where r.depot_id = ${of.depotId} and r.kind = ${of.kind}
      and r.done_at >= ${range.start} and r.done_at < ${range.end}
    order by r.done_at, r.id limit ${limit}`.execute(trx);
  return rows;
}

/** Name and customer of a depot, and the customer's logo. */
export async function depotHead(trx: Transaction, depotId: number) {
  const { rows } = await sql<{
    name: string;
    customer_id: number;
    customer: string;
    logo_file_id: string | null;
  }>`
    select g.name, g.customer_id, c.name as customer, c.logo_file_id
    from depots g join customers c on c.id = g.customer_id where g.id = ${depotId}`.execute(trx);
  return rows[0];
}
