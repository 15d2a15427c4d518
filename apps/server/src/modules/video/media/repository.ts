import type { Transaction } from '../../../platform/db/index.ts';

/** Whether a file that a device sent is here from before. */
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

/** The clip that an incident asked for. */
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
