import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** The settings of a customer, or the defaults. */
export interface VideoSettings {
  readonly retentionDays: number;
  readonly quotaBytes: number;
  readonly liveLimitS: number;
}

/** Clips that are not marked to keep are deleted after this many days. */
const RETENTION_DAYS = 30;
/** About 2,000 clips of 30 s of four cameras at 1 Mbit/s. */
const QUOTA_BYTES = 50_000_000_000;
const LIVE_LIMIT_S = 1800;

/** The settings of a customer. */
export async function videoSettings(trx: Transaction, customerId: number): Promise<VideoSettings> {
  const row = await trx
    .selectFrom('video_settings')
    .select(['retention_days', 'quota_bytes', 'live_limit_s'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return {
    retentionDays: row?.retention_days ?? RETENTION_DAYS,
    quotaBytes: row === undefined ? QUOTA_BYTES : Number(row.quota_bytes),
    liveLimitS: row?.live_limit_s ?? LIVE_LIMIT_S,
  };
}

/** Inserts the default settings of a customer if there are none. */
export async function ensureSettings(trx: Transaction, customerId: number): Promise<void> {
  await trx
    .insertInto('video_settings')
    .values({ customer_id: customerId, quota_bytes: QUOTA_BYTES })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Days for which clips of a customer are stored if they are not marked to keep. */
export async function videoKeptDays(trx: Transaction, customerId: number): Promise<number> {
  return (await videoSettings(trx, customerId)).retentionDays;
}

/** Changes the retention of a customer; existing clips get their new expiry at once. */
export async function setVideoRetention(
  trx: Transaction,
  customerId: number,
  retentionDays: number,
): Promise<void> {
  await updateSettings(trx, customerId, {
    ...(await videoSettings(trx, customerId)),
    retentionDays,
  });
}

export async function updateSettings(
  trx: Transaction,
  customerId: number,
  settings: VideoSettings,
): Promise<void> {
  await ensureSettings(trx, customerId);
  await trx
    .updateTable('video_settings')
    .set({
      retention_days: settings.retentionDays,
      quota_bytes: settings.quotaBytes,
      live_limit_s: settings.liveLimitS,
    })
    .where('customer_id', '=', customerId)
    .execute();
  await sql`update video_requests
    set expires_at = coalesce(ready_at, created_at) + make_interval(days => ${settings.retentionDays})
    where customer_id = ${customerId} and not keep and state in ('ready', 'failed')`.execute(trx);
}

/** The storage that a customer's video uses, in bytes. */
export async function usedBytes(trx: Transaction, customerId: number): Promise<number> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(size_bytes), 0) as used from files
    where customer_id = ${customerId} and purpose in ('video', 'video-thumbnail')
      and (kept_until is null or kept_until > now())`.execute(trx);
  return Number(rows[0]?.used);
}

/** The number of clips of a customer, and the size of those marked to keep, in bytes. */
export async function clipSums(
  trx: Transaction,
  customerId: number,
): Promise<{ clips: number; keptBytes: number }> {
  const { rows } = await sql<{ clips: number; kept: string }>`
    select count(distinct r.id)::int as clips,
      coalesce(sum(f.size_bytes) filter (where r.keep), 0) as kept
    from video_requests r
    join video_request_files rf on rf.request_id = r.id
    join files f on f.id = rf.file_id
    where r.customer_id = ${customerId} and r.state = 'ready'`.execute(trx);
  return { clips: rows[0]?.clips ?? 0, keptBytes: Number(rows[0]?.kept ?? 0) };
}

/**
 * Records that a customer is warned of the used quota.
 *
 * @returns whether a warning is due: none was sent within the last week
 */
export async function markWarned(trx: Transaction, customerId: number): Promise<boolean> {
  await ensureSettings(trx, customerId);
  const { numUpdatedRows } = await trx
    .updateTable('video_settings')
    .set({ warned_at: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .where((eb) =>
      eb.or([
        eb('warned_at', 'is', null),
        eb('warned_at', '<', sql<Date>`now() - interval '7 days'`),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The customer of a vehicle; null if the vehicle does not exist. */
export async function customerOfVehicle(
  trx: Transaction,
  vehicleId: number,
): Promise<number | null> {
  const row = await trx
    .selectFrom('vehicles')
    .select('customer_id')
    .where('id', '=', vehicleId)
    .executeTakeFirst();
  return row?.customer_id ?? null;
}

/** Customers that have video. */
export async function customersWithVideo(trx: Transaction): Promise<number[]> {
  const rows = await trx.selectFrom('video_requests').select('customer_id').distinct().execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** Expired requests, in batches. */
export async function expiredRequests(trx: Transaction, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('video_requests')
    .select('id')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where('keep', '=', false)
    .where('state', 'in', ['ready', 'failed'])
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}
