import { text } from 'node:stream/consumers';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Files } from '../../../../platform/files/index.ts';
import { type TraceRow, traceRows } from '../../trace/index.ts';
import { trailFile } from './video-recorded-overlay.repository.ts';

/** A position of the vehicle during the clip. */
export type TrailPoint = Omit<TraceRow, 'odometerM' | 'ignition'>;

/** Margin on both ends, so that each moment of the clip lies between two positions. */
const MARGIN_MS = 30_000;
const MAX_POINTS = 5000;

interface Clip {
  readonly request_id: string;
  readonly vehicle_id: number;
  readonly started_at: Date;
  readonly duration_s: number;
}

/** The positions of a vehicle around a period, oldest first. */
export async function trailOfStretch(
  trx: Transaction,
  vehicleId: number,
  startMs: number,
  endMs: number,
): Promise<TrailPoint[]> {
  const rows = await traceRows(trx, vehicleId, {
    start: new Date(startMs - MARGIN_MS),
    end: new Date(endMs + MARGIN_MS),
    limit: MAX_POINTS,
  });
  return rows.map(({ timeMs, latitudeDeg, longitudeDeg, headingDeg, speedKmh }) => ({
    timeMs,
    latitudeDeg,
    longitudeDeg,
    headingDeg,
    speedKmh,
  }));
}

/**
 * The trail of a clip: from the positions while they exist, because a device may still add some,
 * else the one stored with the clip. The caller has checked that the viewer may see the clip.
 */
export async function trailOfClip(
  trx: Transaction,
  files: Pick<Files, 'read'>,
  clip: Clip,
): Promise<TrailPoint[]> {
  const startMs = clip.started_at.getTime();
  const points = await trailOfStretch(
    trx,
    clip.vehicle_id,
    startMs,
    startMs + clip.duration_s * 1000,
  );
  if (points.length > 0) return points;
  const stored = await trailFile(trx, clip.request_id);
  if (stored === undefined) return [];
  return JSON.parse(await text(await files.read(stored))) as TrailPoint[];
}
