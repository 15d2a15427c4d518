import type { Database } from '../platform/db/index.ts';
import type { CameraChannel } from '../platform/video-hub.ts';

/** The registered number of a tracker; null if the tracker does not exist. */
export async function trackerNumber(
  { pool }: Pick<Database, 'pool'>,
  trackerId: number,
): Promise<string | null> {
  const { rows } = await pool.query<{ number: string }>({
    name: 'video-tracker-number',
    text: 'select number from trackers where id = $1',
    values: [trackerId],
  });
  return rows[0]?.number ?? null;
}

/** The ids of the trackers with this number, ignoring leading zeros. */
export async function trackersWithNumber(
  { pool }: Pick<Database, 'pool'>,
  digits: string,
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>({
    name: 'video-trackers-with-number',
    text: `select id from trackers where number = any($1::text[])`,
    values: [Array.from({ length: 9 }, (_, zeros) => '0'.repeat(zeros) + digits)],
  });
  return rows.map(({ id }) => id);
}

/** The allowed networks of a tracker and its vehicle; null if the tracker does not exist. */
export async function connectionRules(
  { pool }: Pick<Database, 'pool'>,
  trackerId: number,
): Promise<{ networks: string[]; vehicleId: number | null } | null> {
  const { rows } = await pool.query<{ networks: string[]; vehicleId: number | null }>({
    name: 'video-connection-rules',
    text: `select allowed_networks as networks, vehicle_id as "vehicleId" from trackers where id = $1`,
    values: [trackerId],
  });
  return rows[0] ?? null;
}

/** The stored kind and address of a camera; null if there is no entry. */
export async function cameraSource(
  { pool }: Pick<Database, 'pool'>,
  { trackerId, channel }: CameraChannel,
): Promise<{ source: 'jt1078' | 'rtsp' | 'upload'; address: string | null } | null> {
  const { rows } = await pool.query<{
    source: 'jt1078' | 'rtsp' | 'upload';
    address: string | null;
  }>({
    name: 'video-camera-source',
    text: 'select source, address from cameras where tracker_id = $1 and channel = $2',
    values: [trackerId, channel],
  });
  return rows[0] ?? null;
}
