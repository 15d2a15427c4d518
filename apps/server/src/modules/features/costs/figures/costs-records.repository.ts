import type { CostKind, CostSource } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { costParts, type PartFilter } from './costs-parts.repository.ts';

/** A record behind a figure, with what it counts in the months. */
export interface CostRecordRow {
  readonly source: CostSource;
  readonly record_id: number;
  readonly vehicle_id: number;
  readonly registration: string;
  readonly kind: CostKind;
  readonly day: string;
  readonly amount: number;
  readonly name: string;
}

interface RecordPage {
  readonly count: number;
  readonly total: number;
  readonly rows: readonly CostRecordRow[];
}

/** A page of the records behind a figure, newest first unless sorted otherwise; the total is of all pages. */
export async function costRecordPage(
  trx: Transaction,
  viewer: Viewer,
  filter: PartFilter,
  page: Page,
): Promise<RecordPage> {
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  const column = page.orderBy === 'amount' ? sql`amount` : sql`day`;
  const search =
    page.search === '' ? sql`true` : sql`v.registration ilike ${containsPattern(page.search)}`;
  const { rows } = await sql<CostRecordRow & { count: number; total: number }>`
    with ${costParts(viewer, filter)},
    x as (select source, record_id, parts.vehicle_id, parts.kind, min(day) as day, sum(amount) as amount
      from parts join vehicles v on v.id = parts.vehicle_id where ${search} group by 1, 2, 3, 4),
    shown as (select * from x order by ${column} ${to}, source, record_id ${to}
      limit ${page.limit} offset ${page.offset})
    select s.source, s.record_id::float8 as record_id, s.vehicle_id, v.registration, s.kind,
      s.day::text as day, round(s.amount, 2)::float8 as amount, c.count, c.total,
      coalesce(case s.source
        when 'entry' then (select concat_ws(', ', nullif(e.supplier, ''), nullif(e.reference, ''))
          from cost_entries e where e.id = s.record_id)
        when 'plan' then (select p.supplier from cost_plans p where p.id = s.record_id)
        when 'defect' then (select d.reference_number from defect_records d where d.id = s.record_id)
        when 'work_order' then (select concat_ws(', ', o.reference_number, o.title) from work_orders o
          where o.id = s.record_id)
        when 'tyre' then (select t.serial from tyres t where t.id = s.record_id) end, '') as name
    from (select count(*)::int as count, coalesce(round(sum(amount), 2), 0)::float8 as total from x) c
    left join shown s on true left join vehicles v on v.id = s.vehicle_id
    order by ${page.orderBy === 'amount' ? sql`s.amount` : sql`s.day`} ${to}, s.source,
      s.record_id ${to}`.execute(trx);
  return {
    count: rows[0]?.count ?? 0,
    total: rows[0]?.total ?? 0,
    rows: rows.filter(({ source }) => source !== null),
  };
}
