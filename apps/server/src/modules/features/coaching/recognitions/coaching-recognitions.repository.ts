import type { RecognitionReason } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { exactPage, type Transaction } from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import { visibleDrivers } from '../../../core/fleet/index.ts';

/** A recognition. The month is YYYY-MM, the time in ms since 1970 UTC. */
export interface RecognitionRow {
  readonly id: number;
  readonly customer_id: number;
  readonly driver_id: number;
  readonly first_name: string;
  readonly surname: string;
  readonly month: string;
  readonly reason: RecognitionReason;
  readonly text: string;
  readonly author: string | null;
  readonly created_ms: number;
}

const columns = sql`g.id, g.customer_id, g.driver_id, d.first_name, d.surname,
  to_char(g.month, 'YYYY-MM') as month, g.reason, g.text,
  (select trim(u.first_name || ' ' || u.last_name) from users u where u.id = g.author_id) as author,
  (extract(epoch from g.created_at) * 1000)::float8 as created_ms`;

/** A page of the recognitions of visible drivers, newest first. */
export async function recognitionPage(
  trx: Transaction,
  viewer: Viewer,
  filter: { readonly id?: number | undefined; readonly driver?: number | undefined },
  page: Page,
) {
  const conditions = [
    await visibleDrivers(trx, viewer),
    ...(filter.id === undefined ? [] : [sql`g.id = ${filter.id}`]),
    ...(filter.driver === undefined ? [] : [sql`g.driver_id = ${filter.driver}`]),
    ...(page.search === ''
      ? []
      : [sql`d.first_name || ' ' || d.surname ilike ${containsPattern(page.search)}`]),
  ];
  const to = page.orderBy !== null && !page.descending ? sql`asc` : sql`desc`;
  return exactPage<RecognitionRow>(trx, page, {
    columns,
    matching: sql`from driver_recognitions g join drivers d on d.id = g.driver_id
      where ${sql.join(conditions, sql` and `)}`,
    order: sql`g.created_at ${to}, g.id ${to}`,
  });
}

/** The last recognitions of a driver, newest first. */
export async function recognitionsOfDriver(
  trx: Transaction,
  driverId: number,
  limit: number,
): Promise<readonly RecognitionRow[]> {
  const { rows } = await sql<RecognitionRow>`select ${columns}
    from driver_recognitions g join drivers d on d.id = g.driver_id
    where g.driver_id = ${driverId} order by g.created_at desc, g.id desc limit ${limit}`.execute(
    trx,
  );
  return rows;
}

/** The drivers who have a recognition of a month for a reason. */
export async function recognisedDrivers(
  trx: Transaction,
  month: string,
  reason: RecognitionReason,
  driverIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ driver_id: number }>`select driver_id from driver_recognitions
    where driver_id = any(${[...driverIds]}::int[]) and month = ${`${month}-01`}::date
      and reason = ${reason}`.execute(trx);
  return new Set(rows.map(({ driver_id }) => driver_id));
}

/** Stores a recognition. Returns its id; undefined if the driver has one for the same month and reason. */
export async function insertRecognition(
  trx: Transaction,
  of: { readonly customerId: number; readonly userId: number },
  {
    driver,
    month,
    reason,
    text,
  }: {
    readonly driver: number;
    readonly month: string;
    readonly reason: RecognitionReason;
    readonly text: string;
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into driver_recognitions (customer_id, driver_id, month, reason, text, author_id)
    values (${of.customerId}, ${driver}, ${`${month}-01`}::date, ${reason}, ${text}, ${of.userId})
    on conflict (driver_id, month, reason) do nothing returning id`.execute(trx);
  return rows[0]?.id;
}

/** The account of a driver; undefined without an active one. */
export async function accountOfDriver(
  trx: Transaction,
  driverId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from users
    where driver_id = ${driverId} and is_active order by id limit 1`.execute(trx);
  return rows[0]?.id;
}
