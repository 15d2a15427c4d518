import { type Selectable, sql } from 'kysely';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Tables, Transaction, VideoFileKind } from '../../../../platform/db/index.ts';
import { visibleVehicles } from '../../../core/fleet/index.ts';

type Row = Selectable<Tables['video_requests']>;

/** A request with its vehicle and, if it still exists, the incident that caused it. */
export type RequestRow = Row & { registration: string; event_id: string | null };

/** A file of a request as listed. */
export interface RequestFileRow {
  readonly request_id: string;
  readonly file_id: string;
  readonly camera: number;
  readonly kind: VideoFileKind;
  readonly media_type: string;
  readonly size_bytes: string;
  readonly started_at: Date;
  readonly ended_at: Date;
  readonly width_px: number | null;
  readonly height_px: number | null;
  readonly codec: string | null;
}

const EVENT_ID = sql<string | null>`(select e.id from fleet_events e
  where e.vehicle_id = r.vehicle_id and e.event_code = r.event_code and e.occurred_at = r.event_at
  order by e.id limit 1)`;

/** Requests of visible vehicles as `r`, with their vehicle as `v`. */
export function visibleRequests(trx: Transaction, viewer: Viewer) {
  return trx
    .selectFrom('video_requests as r')
    .innerJoin('vehicles as v', 'v.id', 'r.vehicle_id')
    .where('r.vehicle_id', 'in', visibleVehicles(trx, viewer).clearSelect().select('v.id'));
}

/** The columns that all queries of a request select. */
export const REQUEST_COLUMNS = [
  sql<string>`v.registration`.as('registration'),
  EVENT_ID.as('event_id'),
] as const;

/** One request that the viewer may see. */
export async function visibleRequest(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  { hold }: { hold: boolean } = { hold: false },
): Promise<RequestRow | undefined> {
  const query = visibleRequests(trx, viewer)
    .selectAll('r')
    .select([...REQUEST_COLUMNS])
    .where('r.id', '=', String(id));
  return (hold ? query.forUpdate('r') : query).executeTakeFirst();
}

/** The files of requests, sorted by camera, without trails and thumbnails. */
export async function filesOfRequests(
  trx: Transaction,
  ids: readonly string[],
): Promise<RequestFileRow[]> {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('video_request_files as rf')
    .innerJoin('files as f', 'f.id', 'rf.file_id')
    .select([
      'rf.request_id',
      'rf.file_id',
      'rf.camera',
      'rf.kind',
      'rf.started_at',
      'rf.ended_at',
      'rf.width_px',
      'rf.height_px',
      'rf.codec',
      'f.media_type',
      'f.size_bytes',
    ])
    .where('rf.request_id', 'in', [...ids])
    .where('rf.kind', 'not in', ['trail', 'thumbnail'])
    .orderBy('rf.camera')
    .orderBy('rf.kind', 'desc')
    .orderBy('rf.id')
    .execute();
}

export interface NewRequest {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly trackerId: number | null;
  readonly kind: Row['kind'];
  readonly start: Date;
  readonly durationS: number;
  readonly cameras: readonly number[];
  readonly live: boolean;
  readonly reason: string;
  readonly notes?: string;
  readonly tags?: readonly string[];
  readonly requestedBy: number | null;
  readonly requestedByName: string;
  readonly idempotencyKey?: string | null;
  readonly event?: { readonly code: number; readonly at: Date };
  /** The device cannot deliver the recording before this moment. */
  readonly nextTryAt: Date;
  readonly giveUpAt: Date;
}

/**
 * Inserts a request.
 *
 * @returns its id, or null if the same exists already (idempotency key, incident)
 */
export async function insertRequest(trx: Transaction, request: NewRequest): Promise<number | null> {
  const row = await trx
    .insertInto('video_requests')
    .values({
      customer_id: request.customerId,
      vehicle_id: request.vehicleId,
      tracker_id: request.trackerId,
      kind: request.kind,
      started_at: request.start,
      duration_s: request.durationS,
      cameras: [...request.cameras],
      live: request.live,
      error: null,
      reason: request.reason,
      notes: request.notes ?? '',
      tags: [...(request.tags ?? [])],
      event_code: request.event?.code ?? null,
      event_at: request.event?.at ?? null,
      requested_by: request.requestedBy,
      requested_by_name: request.requestedByName,
      idempotency_key: request.idempotencyKey ?? null,
      next_try_at: request.nextTryAt,
      give_up_at: request.giveUpAt,
      lease: null,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row === undefined ? null : Number(row.id);
}

/** The request that a person made with an idempotency key; null if there is none. */
export async function requestOfKey(
  trx: Transaction,
  userId: number,
  key: string,
): Promise<number | null> {
  const row = await trx
    .selectFrom('video_requests')
    .select('id')
    .where('requested_by', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  return row === undefined ? null : Number(row.id);
}

/** The fields of a request that a person may change. */
export async function updateWords(
  trx: Transaction,
  id: string,
  words: { notes: string; tags: readonly string[]; keep: boolean },
  expiresAt: Date | null,
): Promise<void> {
  await trx
    .updateTable('video_requests')
    .set({ ...words, tags: [...words.tags], expires_at: expiresAt })
    .where('id', '=', id)
    .execute();
}

/** Cancels a request that is not ready. The fetching process finds its lease gone and stops. */
export async function endRequest(
  trx: Transaction,
  id: string,
  error: string,
  expiresAt: Date,
): Promise<void> {
  await trx
    .updateTable('video_requests')
    .set({ state: 'failed', error, expires_at: expiresAt, lease: null, leased_until: null })
    .where('id', '=', id)
    .execute();
}

/** Resets a request; its stored files remain. */
export async function restartRequest(trx: Transaction, id: string, giveUpAt: Date): Promise<void> {
  await trx
    .updateTable('video_requests')
    .set({
      state: 'requested',
      error: null,
      attempts: 0,
      next_try_at: sql<Date>`now()`,
      give_up_at: giveUpAt,
      expires_at: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Makes a waiting request due at once. */
export async function hurryRequest(trx: Transaction, id: string): Promise<void> {
  await trx
    .updateTable('video_requests')
    .set({ next_try_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Deletes requests with their file rows; the job of the file store deletes the files. */
export async function deleteRequests(trx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('video_requests')
    .where('id', 'in', [...ids])
    .execute();
}
