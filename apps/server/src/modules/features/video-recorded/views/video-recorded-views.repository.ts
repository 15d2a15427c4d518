import { sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction, VideoViewKind } from '../../../../platform/db/index.ts';
import type { Page } from '../../../../platform/paging.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

/** One entry of the viewing log. */
export interface NewView {
  readonly customerId: number;
  readonly kind: VideoViewKind;
  readonly vehicleId: number;
  readonly cameras: readonly number[];
  readonly userId: number | null;
  readonly userName: string;
  readonly reason: string;
  readonly requestId?: number;
  readonly sessionId?: number;
  readonly shareId?: number;
}

/**
 * Reads of a clip by one person within this time count as one viewing: a player sends many
 * requests.
 */
const SAME_VIEWING = sql`interval '30 minutes'`;

/** Inserts an entry. Returns its id. */
export async function insertView(trx: Transaction, view: NewView): Promise<number> {
  const { id } = await trx
    .insertInto('video_views')
    .values({
      customer_id: view.customerId,
      kind: view.kind,
      vehicle_id: view.vehicleId,
      cameras: [...view.cameras],
      user_id: view.userId,
      user_name: view.userName,
      reason: view.reason,
      request_id: view.requestId ?? null,
      session_id: view.sessionId ?? null,
      share_id: view.shareId ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

/** Whether this viewing is in the log already. */
export async function isLogged(
  trx: Transaction,
  view: Pick<NewView, 'kind' | 'requestId' | 'userId' | 'shareId'>,
): Promise<boolean> {
  const { rows } = await sql`select from video_views
    where request_id = ${view.requestId ?? null} and kind = ${view.kind}
      and user_id is not distinct from ${view.userId}
      and share_id is not distinct from ${view.shareId ?? null}
      and viewed_at > now() - ${SAME_VIEWING} limit 1`.execute(trx);
  return rows.length > 0;
}

export interface ViewFilter {
  readonly vehicleId?: number | undefined;
  readonly requestId?: number | undefined;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
  readonly kind?: VideoViewKind | undefined;
}

/** A page of the viewing log of visible vehicles, newest first. */
export async function viewPage(trx: Transaction, viewer: Viewer, filter: ViewFilter, page: Page) {
  const vehicleIds = visibleVehicles(trx, viewer).clearSelect().select('v.id');
  let query = trx
    .selectFrom('video_views as w')
    .innerJoin('vehicles as a', 'a.id', 'w.vehicle_id')
    .where('w.vehicle_id', 'in', vehicleIds);
  if (filter.vehicleId !== undefined) query = query.where('w.vehicle_id', '=', filter.vehicleId);
  if (filter.requestId !== undefined) {
    query = query.where('w.request_id', '=', String(filter.requestId));
  }
  if (filter.start !== undefined) query = query.where('w.viewed_at', '>=', filter.start);
  if (filter.end !== undefined) query = query.where('w.viewed_at', '<', filter.end);
  if (filter.kind !== undefined) query = query.where('w.kind', '=', filter.kind);
  const { count } = await query
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const direction = page.orderBy !== null && !page.descending ? 'asc' : 'desc';
  const rows = await query
    .selectAll('w')
    .select('a.registration')
    .orderBy('w.viewed_at', direction)
    .orderBy('w.id', direction)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count: Number(count), rows };
}
