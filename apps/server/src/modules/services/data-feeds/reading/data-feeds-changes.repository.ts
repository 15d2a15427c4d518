import type { FeedKind } from '@roadworthy/domain';
import { sql } from 'kysely';
import { ofCustomer, type Transaction } from '../../../../platform/db/index.ts';
import { visibleDrivers } from '../../../core/fleet/index.ts';
import { type Bounds, isInWindow, momentText } from './data-feeds-horizon.repository.ts';
import { type FeedReader, feedVehicles } from './data-feeds-vehicles.ts';
import type { RowKey } from './data-feeds-version.ts';

/** A note that a record was created, changed or deleted. */
export interface ChangeRow {
  readonly key: RowKey;
  readonly record_key: string;
  readonly changed_at: Date;
  readonly vehicle_id: number | null;
  /** The viewer may see the vehicle or the driver of the record. */
  readonly is_visible: boolean;
}

/** The changes of a window in the order in which they were noted. */
export async function changesIn(
  trx: Transaction,
  viewer: FeedReader,
  {
    kind,
    since,
    bounds,
    after,
    limit,
  }: {
    readonly kind: FeedKind;
    readonly since: string;
    readonly bounds: Bounds;
    readonly after: RowKey | null;
    readonly limit: number;
  },
): Promise<ChangeRow[]> {
  const [changedAt, id] = after ?? [];
  const beyond =
    after === null
      ? sql`true`
      : sql`(c.changed_at, c.id) > (${changedAt}::timestamptz, ${id}::bigint)`;
  const vehicles = feedVehicles(trx, viewer).clearSelect().select('v.id');
  const visible =
    viewer.depotScope === 'all' && viewer.vehicles === undefined
      ? sql`true`
      : sql`(c.vehicle_id in (${vehicles}) or c.driver_id in (select d.id from drivers d
          where ${await visibleDrivers(trx, viewer)}))`;
  const { rows } = await sql<ChangeRow>`
    select array[${momentText(sql`c.changed_at`)}, c.id::text] as key, c.record_key, c.changed_at, c.vehicle_id,
      coalesce(${visible}, false) as is_visible
    from feed_changes c
    where ${ofCustomer(viewer, 'c.customer_id')} and c.kind = ${kind}
      and c.changed_at >= ${since}::timestamptz and ${isInWindow('c', bounds)} and ${beyond}
    order by c.changed_at, c.id limit ${limit}`.execute(trx);
  return rows;
}
