import { type Selectable, sql } from 'kysely';
import type { Tables, Transaction, VideoFileKind } from '../../../../platform/db/index.ts';

type Row = Selectable<Tables['video_requests']>;

/** A request that this process has claimed. */
export type Claimed = Pick<
  Row,
  | 'id'
  | 'customer_id'
  | 'vehicle_id'
  | 'tracker_id'
  | 'started_at'
  | 'duration_s'
  | 'cameras'
  | 'attempts'
  | 'give_up_at'
>;

/**
 * Claims due requests that have no lease or an expired one. At most one request per device, because
 * a device has one link.
 *
 * @param lease identifies this claim of this process
 */
export async function claimDue(
  trx: Transaction,
  lease: string,
  limit: number,
  leaseS: number,
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    update video_requests set lease = ${lease}, attempts = attempts + 1,
      leased_until = now() + make_interval(secs => ${leaseS})
    where id in (
      select r.id from video_requests r
      where r.state in ('requested', 'uploading') and r.next_try_at <= now()
        and (r.leased_until is null or r.leased_until < now())
        and not exists (select from video_requests o where o.tracker_id = r.tracker_id
          and o.id <> r.id and o.leased_until > now())
        and not exists (select from video_requests o where o.tracker_id = r.tracker_id
          and o.state in ('requested', 'uploading') and o.next_try_at <= now()
          and (o.leased_until is null or o.leased_until < now())
          and (o.next_try_at, o.id) < (r.next_try_at, r.id))
      order by r.next_try_at, r.id limit ${limit} for update skip locked)
    returning id, customer_id, vehicle_id, tracker_id, started_at, duration_s, cameras, attempts,
      give_up_at`.execute(trx);
  return rows;
}

/**
 * Stores the progress and renews the lease.
 *
 * @returns false if the request was cancelled, removed or claimed by another process
 */
export async function renewLease(
  trx: Transaction,
  id: string,
  lease: string,
  leaseS: number,
  progress: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    update video_requests set leased_until = now() + make_interval(secs => ${leaseS})
      ${progress === null ? sql`` : sql`, progress = ${progress}, state = 'uploading', error = null`}
    where id = ${id} and lease = ${lease} and state in ('requested', 'uploading')
    returning id`.execute(trx);
  return rows.length > 0;
}

/** The outcome of a try. */
export type Ending =
  | { readonly state: 'ready'; readonly expiresAt: Date }
  | { readonly state: 'failed'; readonly error: string; readonly expiresAt: Date }
  | { readonly state: 'requested'; readonly error: string | null; readonly nextTryAt: Date };

/** Stores the outcome of a try, if this process still holds the lease. */
export async function endTry(
  trx: Transaction,
  id: string,
  lease: string,
  ending: Ending,
): Promise<void> {
  await trx
    .updateTable('video_requests')
    .set({
      state: ending.state,
      error: ending.state === 'ready' ? null : ending.error,
      lease: null,
      leased_until: null,
      ...(ending.state === 'ready' ? { ready_at: sql<Date>`now()`, progress: 100 } : {}),
      ...(ending.state === 'requested'
        ? { next_try_at: ending.nextTryAt }
        : {
            expires_at: sql<Date | null>`case when keep then null else ${ending.expiresAt}::timestamptz end`,
          }),
    })
    .where('id', '=', id)
    .where('lease', '=', lease)
    .where('state', 'in', ['requested', 'uploading'])
    .execute();
}

/** Releases the requests of a process that stops, so that the next one can start at once. */
export async function releaseLeases(trx: Transaction, leases: readonly string[]): Promise<void> {
  if (leases.length === 0) return;
  await trx
    .updateTable('video_requests')
    .set({ lease: null, leased_until: null, attempts: sql<number>`greatest(attempts - 1, 0)` })
    .where('lease', 'in', [...leases])
    .execute();
}

/**
 * Wakes the waiting requests of a device that is back online, with all their tries available again.
 *
 * @returns whether a request was waiting
 */
export async function wakeRequests(trx: Transaction, trackerId: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('video_requests')
    .set({ next_try_at: sql<Date>`now()`, attempts: 0 })
    .where('tracker_id', '=', trackerId)
    .where('state', '=', 'requested')
    .where('error', '=', 'device_offline')
    .where('next_try_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Cameras of a request whose video was fetched. Files that the device uploaded unasked are shorter.
 */
export async function camerasHere(trx: Transaction, requestId: string): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('video_request_files')
    .select('camera')
    .where('request_id', '=', requestId)
    .where('kind', '=', 'video')
    .where('media_key', 'is', null)
    .execute();
  return new Set(rows.map(({ camera }) => camera));
}

/** Removes the unasked alarm video that a fetched video replaces: it shows less of the same. */
export async function dropSentVideo(
  trx: Transaction,
  requestId: string,
  camera: number,
): Promise<void> {
  await trx
    .deleteFrom('video_request_files')
    .where('request_id', '=', requestId)
    .where('camera', '=', camera)
    .where('kind', '=', 'video')
    .where('media_key', 'is not', null)
    .execute();
}

export interface NewRequestFile {
  readonly customerId: number;
  readonly requestId: string;
  readonly fileId: string;
  readonly camera: number;
  readonly kind: VideoFileKind;
  readonly start: Date;
  readonly end: Date;
  readonly widthPx?: number;
  readonly heightPx?: number;
  readonly codec?: string;
  readonly mediaKey?: string;
}

/**
 * Links a file to a request, once.
 *
 * @returns false if the request has such a file already; the row of the new file is then deleted
 */
export async function keepRequestFile(trx: Transaction, file: NewRequestFile): Promise<boolean> {
  const row = await trx
    .insertInto('video_request_files')
    .values({
      customer_id: file.customerId,
      request_id: file.requestId,
      file_id: file.fileId,
      camera: file.camera,
      kind: file.kind,
      started_at: file.start,
      ended_at: file.end,
      width_px: file.widthPx ?? null,
      height_px: file.heightPx ?? null,
      codec: file.codec ?? null,
      media_key: file.mediaKey ?? null,
    })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row !== undefined) return true;
  await trx.deleteFrom('files').where('id', '=', file.fileId).execute();
  return false;
}

/** The registration of a vehicle, for a file name. */
export async function registrationOf(trx: Transaction, vehicleId: number): Promise<string> {
  const row = await trx
    .selectFrom('vehicles')
    .select('registration')
    .where('id', '=', vehicleId)
    .executeTakeFirst();
  return row?.registration ?? '';
}
