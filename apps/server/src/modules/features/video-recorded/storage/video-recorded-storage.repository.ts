import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** What a customer has set, or the product's own. */
export interface VideoSettings {
  readonly retentionDays: number;
  readonly quotaBytes: number;
  readonly liveLimitS: number;
}

/** Clips that nobody keeps are removed after this many days. */
const RETENTION_DAYS = 30;
/** Some 2,000 clips of 30 s of four cameras at 1 Mbit/s. */
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

/** Makes sure that a customer has a row of settings, with the product's own values. */
export async function ensureSettings(trx: Transaction, customerId: number): Promise<void> {
  await trx
    .insertInto('video_settings')
    .values({ customer_id: customerId, quota_bytes: QUOTA_BYTES })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** How many days clips of a customer are kept that nobody keeps. */
export async function videoKeptDays(trx: Transaction, customerId: number): Promise<number> {
  return (await videoSettings(trx, customerId)).retentionDays;
}

/** Keeps clips of a customer for so many days; those that nobody keeps get their new end at once. */
export async function keepVideoFor(
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

/** How much a customer's video takes, in bytes. */
export async function usedBytes(trx: Transaction, customerId: number): Promise<number> {
  const { rows } = await sql<{ used: string }>`
    select coalesce(sum(size_bytes), 0) as used from files
    where customer_id = ${customerId} and purpose in ('video', 'video-thumbnail')
      and (kept_until is null or kept_until > now())`.execute(trx);
  return Number(rows[0]?.used);
}

/** How many clips a customer has, and what those take that are kept, in bytes. */
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
 * Marks that a customer is told of the filling store.
 *
 * @returns whether it is time to tell: not told within the last week
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

/** Who administers a customer, to be written to. */
export async function administratorsOf(trx: Transaction, customerId: number) {
  return trx
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('customer_id', '=', customerId)
    .where('is_active', '=', true)
    .where((eb) => eb.or([eb('role', '=', 'ADMIN'), eb('is_customer_admin', '=', true)]))
    .orderBy('id')
    .limit(20)
    .execute();
}

/** Whose vehicle it is; null for one that is not there. */
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

/** Customers that have video, to look after. */
export async function customersWithVideo(trx: Transaction): Promise<number[]> {
  const rows = await trx.selectFrom('video_requests').select('customer_id').distinct().execute();
  return rows.map(({ customer_id }) => customer_id);
}

/** Requests past their time, some at once. */
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
