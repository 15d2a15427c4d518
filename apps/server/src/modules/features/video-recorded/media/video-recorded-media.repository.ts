import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** Whether a file that a device sent is stored already. */
export async function isKeptAlready(
  trx: Transaction,
  customerId: number,
  key: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('video_request_files')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('media_key', '=', key)
    .executeTakeFirst();
  return row !== undefined;
}

/** The clip that was requested for an incident. */
export async function requestOfIncident(
  trx: Transaction,
  incident: { vehicleId: number; eventCode: number; occurredMs: number },
): Promise<number | null> {
  const row = await trx
    .selectFrom('video_requests')
    .select('id')
    .where('kind', '=', 'event')
    .where('vehicle_id', '=', incident.vehicleId)
    .where('event_code', '=', incident.eventCode)
    .where('event_at', '=', new Date(incident.occurredMs))
    .executeTakeFirst();
  return row === undefined ? null : Number(row.id);
}

/**
 * Sets the length and the cameras of a clip that has only unasked files from these files. A clip
 * that is fetched as well keeps its requested period.
 */
export async function widenToFiles(trx: Transaction, requestId: number): Promise<void> {
  await sql`
    update video_requests r set
      started_at = least(r.started_at, f.started_at),
      duration_s = greatest(r.duration_s, ceil(extract(epoch from
        f.ended_at - least(r.started_at, f.started_at)))::int),
      cameras = array(select distinct unnest(r.cameras || f.cameras) order by 1)
    from (
      select min(started_at) filter (where kind = 'video') as started_at,
        coalesce(max(ended_at) filter (where kind = 'video'), max(ended_at)) as ended_at,
        array_agg(camera) as cameras
      from video_request_files where request_id = ${requestId} and kind in ('video', 'picture')
    ) f
    where r.id = ${requestId} and r.state = 'ready'
      and f.cameras is not null`.execute(trx);
}
