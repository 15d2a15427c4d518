import type { ClipRule } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { ensureSettings } from '../storage/video-recorded-storage.repository.ts';

/** The clip rules of a customer and the moment from which they apply. */
export interface CustomerRules {
  /** Null if the default rules apply. */
  readonly from: Date | null;
  readonly rules: readonly ClipRule[];
}

/** The custom rules of customers. */
export async function customRules(
  trx: Transaction,
  customerIds: readonly number[],
): Promise<Map<number, CustomerRules>> {
  if (customerIds.length === 0) return new Map();
  const settings = await trx
    .selectFrom('video_settings')
    .select(['customer_id', 'clip_rules_from'])
    .where('customer_id', 'in', [...customerIds])
    .where('clip_rules_from', 'is not', null)
    .execute();
  const rows = await trx
    .selectFrom('video_clip_rules')
    .selectAll()
    .where('customer_id', 'in', [...customerIds])
    .orderBy('event_code')
    .execute();
  return new Map(
    settings.map(({ customer_id, clip_rules_from }) => [
      customer_id,
      {
        from: clip_rules_from,
        rules: rows
          .filter((row) => row.customer_id === customer_id)
          .map((row) => ({
            eventCode: row.event_code,
            isActive: row.is_active,
            beforeS: row.before_s,
            afterS: row.after_s,
            cameras: row.cameras,
          })),
      },
    ]),
  );
}

/** Replaces all rules. */
export async function replaceRules(
  trx: Transaction,
  customerId: number,
  rules: readonly ClipRule[],
): Promise<void> {
  await ensureSettings(trx, customerId);
  await trx
    .updateTable('video_settings')
    .set({ clip_rules_from: sql<Date>`now()` })
    .where('customer_id', '=', customerId)
    .execute();
  await trx.deleteFrom('video_clip_rules').where('customer_id', '=', customerId).execute();
  if (rules.length === 0) return;
  await trx
    .insertInto('video_clip_rules')
    .values(
      rules.map((rule) => ({
        customer_id: customerId,
        event_code: rule.eventCode,
        is_active: rule.isActive,
        before_s: rule.beforeS,
        after_s: rule.afterS,
        cameras: [...rule.cameras],
      })),
    )
    .execute();
}

/** The time at which each vehicle got its first camera that supports fetching recordings. */
export async function vehiclesWithCameras(
  trx: Transaction,
  vehicleIds: readonly number[],
): Promise<Map<number, Date>> {
  if (vehicleIds.length === 0) return new Map();
  const { rows } = await sql<{ vehicle_id: number; since: Date }>`
    select t.vehicle_id, min(c.created_at) as since
    from cameras c join trackers t on t.id = c.tracker_id
    where t.vehicle_id = any(${[...vehicleIds]}::int[]) and c.is_active and c.source = 'jt1078'
    group by t.vehicle_id`.execute(trx);
  return new Map(rows.map((row) => [row.vehicle_id, row.since]));
}

/** Whether a requested clip already shows the whole stretch by these cameras. */
export async function isCovered(
  trx: Transaction,
  vehicleId: number,
  stretch: { readonly start: Date; readonly end: Date; readonly cameras: readonly number[] },
): Promise<boolean> {
  const { rows } = await sql`select from video_requests
    where vehicle_id = ${vehicleId} and state <> 'failed'
      and started_at <= ${stretch.start} and started_at > ${stretch.start}::timestamptz - interval '1 day'
      and started_at + make_interval(secs => duration_s) >= ${stretch.end}
      and cameras @> ${[...stretch.cameras]}::smallint[] limit 1`.execute(trx);
  return rows.length > 0;
}

/** The number of clips requested for events of a vehicle within the hour before a moment. */
export async function clipsOfHour(trx: Transaction, vehicleId: number, at: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from video_requests
    where vehicle_id = ${vehicleId} and kind = 'event' and started_at <= ${at}
      and started_at > ${at}::timestamptz - interval '1 hour'`.execute(trx);
  return rows[0]?.count ?? 0;
}
