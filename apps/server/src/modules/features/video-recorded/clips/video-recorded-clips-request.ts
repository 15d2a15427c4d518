import { type ClipRule, MAX_REQUEST_CAMERAS, VIDEO_WAIT_HOURS } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { wasPrivate } from '../../../core/fleet/index.ts';
import { camerasOfVehicle, keepsRecordings } from '../../cameras/index.ts';
import { insertRequest } from '../requests/video-recorded-requests.repository.ts';
import { clipsOfHour, isCovered } from './video-recorded-clips.repository.ts';

/** An incident for which a clip may be requested. */
export interface Incident {
  readonly customerId: number;
  readonly vehicleId: number;
  readonly eventCode: number;
  readonly occurredMs: number;
}

const HOUR_MS = 3_600_000;
/** A device closes a recording this long after it ends. */
const SETTLE_MS = 5000;
/**
 * Limits the clips that a faulty sensor can request, to protect the storage and the vehicle's link.
 */
const MAX_CLIPS_AN_HOUR = 12;

/**
 * Requests the clip of an incident. Does nothing if the same incident has a request already or
 * another requested clip shows the same stretch.
 *
 * @returns whether a clip was requested
 */
export async function requestClip(
  trx: Transaction,
  incident: Incident,
  rule: ClipRule,
  nowMs: number,
): Promise<boolean> {
  const { vehicleId, occurredMs } = incident;
  const known = await camerasOfVehicle(trx, vehicleId);
  const cameras = known
    .filter(keepsRecordings)
    .filter(({ channel }) => rule.cameras.length === 0 || rule.cameras.includes(channel))
    .slice(0, MAX_REQUEST_CAMERAS);
  const [first] = cameras;
  if (first === undefined) return false;
  const start = new Date(occurredMs - rule.beforeS * 1000);
  const end = new Date(occurredMs + rule.afterS * 1000);
  const channels = cameras.map(({ channel }) => channel);
  if (await wasPrivate(trx, vehicleId, { fromMs: start.getTime(), toMs: end.getTime() }))
    return false;
  if (await isCovered(trx, vehicleId, { start, end, cameras: channels })) return false;
  if ((await clipsOfHour(trx, vehicleId, start)) >= MAX_CLIPS_AN_HOUR) return false;
  const id = await insertRequest(trx, {
    customerId: incident.customerId,
    vehicleId,
    trackerId: first.trackerId,
    kind: 'event',
    start,
    durationS: Math.max(1, rule.beforeS + rule.afterS),
    cameras: channels,
    live: false,
    reason: '',
    requestedBy: null,
    requestedByName: '',
    event: { code: incident.eventCode, at: new Date(occurredMs) },
    nextTryAt: new Date(Math.max(nowMs, end.getTime() + SETTLE_MS)),
    giveUpAt: new Date(nowMs + VIDEO_WAIT_HOURS * HOUR_MS),
  });
  return id !== null;
}
