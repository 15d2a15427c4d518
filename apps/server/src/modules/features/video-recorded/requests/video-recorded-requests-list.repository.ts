import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type {
  Transaction,
  VideoRequestKind,
  VideoRequestState,
} from '../../../../platform/db/index.ts';
import { containsPattern, type Page } from '../../../../platform/paging.ts';
import {
  REQUEST_COLUMNS,
  type RequestRow,
  visibleRequests,
} from './video-recorded-requests.repository.ts';

/** Filter of the list; the end is exclusive. */
export interface RequestFilter {
  readonly vehicleId?: number | undefined;
  readonly depotId?: number | undefined;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly state?: VideoRequestState | undefined;
  readonly kind?: VideoRequestKind | undefined;
  readonly camera?: number | undefined;
  readonly codes: readonly number[];
  readonly tag?: string | undefined;
  readonly keep?: boolean | undefined;
}

function filtered(trx: Transaction, viewer: Viewer, filter: RequestFilter, search: string) {
  let query = visibleRequests(trx, viewer);
  const { vehicleId, depotId, start, end, state, kind, camera, codes, tag, keep } = filter;
  if (vehicleId !== undefined) query = query.where('r.vehicle_id', '=', vehicleId);
  if (depotId !== undefined) {
    query = query.where('r.vehicle_id', 'in', (eb) =>
      eb.selectFrom('vehicle_depots').select('vehicle_id').where('depot_id', '=', depotId),
    );
  }
  // A clip matches if it overlaps the range.
  if (start !== undefined) {
    query = query.where(
      sql<boolean>`r.started_at + make_interval(secs => r.duration_s) > ${start}`,
    );
    // Lets the index be used: no clip is longer than a day.
    query = query.where('r.started_at', '>', new Date(start.getTime() - 86_400_000));
  }
  if (end !== undefined) query = query.where('r.started_at', '<', end);
  if (state !== undefined) query = query.where('r.state', '=', state);
  if (kind !== undefined) query = query.where('r.kind', '=', kind);
  if (camera !== undefined) query = query.where(sql<boolean>`${camera} = any(r.cameras)`);
  if (codes.length > 0) query = query.where('r.event_code', 'in', [...codes]);
  if (tag !== undefined) query = query.where(sql<boolean>`${tag} = any(r.tags)`);
  if (keep !== undefined) query = query.where('r.keep', '=', keep);
  if (search !== '') {
    const pattern = containsPattern(search);
    query = query.where((eb) =>
      eb.or([
        eb('v.registration', 'ilike', pattern),
        eb('r.notes', 'ilike', pattern),
        eb('r.reason', 'ilike', pattern),
        sql<boolean>`exists (select from unnest(r.tags) as g (tag) where g.tag ilike ${pattern})`,
      ]),
    );
  }
  return query;
}

/** A page of the visible requests, by default newest first (RP-10). */
export async function requestPage(
  trx: Transaction,
  viewer: Viewer,
  filter: RequestFilter,
  page: Page,
): Promise<{ count: number; rows: RequestRow[] }> {
  const query = filtered(trx, viewer, filter, page.search);
  const counted = query.select((eb) => eb.fn.countAll<string>().as('count'));
  const direction = page.orderBy !== null && !page.descending ? 'asc' : 'desc';
  const rows = await query
    .selectAll('r')
    .select([...REQUEST_COLUMNS])
    // One statement, so that rows and count match when a clip is added in between.
    .select(sql<string>`(${counted})`.as('total'))
    .orderBy(page.orderBy === 'created_at' ? 'r.created_at' : 'r.started_at', direction)
    .orderBy('r.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const [first] = rows;
  const total = first?.total ?? (await counted.executeTakeFirstOrThrow()).count;
  return { count: Number(total), rows };
}
