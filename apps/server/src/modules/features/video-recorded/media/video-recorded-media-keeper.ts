import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { InternalError } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { DeviceMediaItem } from '../../../../platform/device-commands/index.ts';
import { HttpError } from '../../../../platform/errors.ts';
import { MEDIA_TYPES, storeFile } from '../../../../platform/files/index.ts';
import {
  MAX_CLIP_BYTES,
  type Mp4Facts,
  NotAVideo,
  probeMp4,
} from '../../../../platform/mp4-facts.ts';
import type { Services } from '../../../../platform/services.ts';
import { wasPrivate } from '../../../core/fleet/index.ts';
import { customRules } from '../clips/video-recorded-clips.repository.ts';
import { requestClip } from '../clips/video-recorded-clips-request.ts';
import { ruleFor, rulesOf } from '../clips/video-recorded-clips-rules.ts';
import { keepRequestFile } from '../fetching/video-recorded-fetching.repository.ts';
import { insertRequest } from '../requests/video-recorded-requests.repository.ts';
import { videoSettings } from '../storage/video-recorded-storage.repository.ts';
import { quotaOf } from '../storage/video-recorded-storage-quota.ts';
import { makeThumbnail } from '../thumbnails/video-recorded-thumbnails-make.ts';
import { makeReady } from '../uploads/video-recorded-uploads.repository.ts';
import { VIDEO_PURPOSE } from '../views/video-recorded-views-keeper.ts';
import {
  isKeptAlready,
  requestOfIncident,
  widenToFiles,
} from './video-recorded-media.repository.ts';

type AlarmOfMedia = NonNullable<DeviceMediaItem['alarm']>;
type MediaServices = Pick<Services, 'db' | 'files' | 'bus' | 'log'>;

/** Channels of driver assistance and driver monitoring: road camera and driver camera. */
const NAMED_CHANNELS: ReadonlyMap<number, number> = new Map([
  [0x64, 1],
  [0x65, 2],
]);
const MAX_CHANNEL = 32;
/** Kinds that serve as evidence; audio and data records are not shown anywhere. */
const SHOWN = ['picture', 'video'];
const ACCEPTED = [MEDIA_TYPES.jpeg, MEDIA_TYPES.png, MEDIA_TYPES.mp4];

function cameraOf({ channel }: DeviceMediaItem): number {
  const known = NAMED_CHANNELS.get(channel) ?? channel;
  return known >= 1 && known <= MAX_CHANNEL ? known : 1;
}

/**
 * The clip of an alarm. If a rule wants one it is fetched too, and the files of the device are
 * added to it; otherwise the clip has these files only.
 */
async function clipOfAlarm(
  trx: Transaction,
  item: DeviceMediaItem,
  alarm: AlarmOfMedia,
): Promise<{ id: number; isAsked: boolean } | null> {
  const incident = { ...item, ...alarm };
  const known = await requestOfIncident(trx, incident);
  if (known !== null) return { id: known, isAsked: false };
  const own = await customRules(trx, [item.customerId]);
  const rule = ruleFor(rulesOf(own, item.customerId), alarm.eventCode, alarm.occurredMs);
  if (rule !== null && (await requestClip(trx, incident, rule, Date.now()))) {
    const asked = await requestOfIncident(trx, incident);
    return asked === null ? null : { id: asked, isAsked: true };
  }
  return { id: await deviceClip(trx, item, alarm), isAsked: false };
}

/** Makes a clip that has only the files which the device sent. */
async function deviceClip(
  trx: Transaction,
  item: DeviceMediaItem,
  alarm: AlarmOfMedia | null,
): Promise<number> {
  const at = new Date(alarm?.occurredMs ?? item.takenAtMs);
  const id = await insertRequest(trx, {
    customerId: item.customerId,
    vehicleId: item.vehicleId,
    trackerId: item.trackerId,
    kind: alarm === null ? 'uploaded' : 'event',
    start: at,
    durationS: 1,
    cameras: [cameraOf(item)],
    live: false,
    reason: '',
    requestedBy: null,
    requestedByName: '',
    ...(alarm === null ? {} : { event: { code: alarm.eventCode, at } }),
    nextTryAt: at,
    giveUpAt: at,
  });
  // Null: another file of the same alarm was stored at the same time.
  const kept = id ?? (alarm === null ? null : await requestOfIncident(trx, { ...item, ...alarm }));
  if (kept === null) throw new InternalError('video.clip_not_created');
  const { retentionDays } = await videoSettings(trx, item.customerId);
  await makeReady(trx, kept, retentionDays);
  return kept;
}

function nameOf(item: DeviceMediaItem): string {
  const stamp = new Date(item.takenAtMs).toISOString().slice(0, 19).replaceAll(':', '');
  return `${stamp} camera ${cameraOf(item)}.${item.kind === 'video' ? 'mp4' : 'jpg'}`;
}

/** The properties of a video; null for a photo. */
async function factsOf(path: string, kind: DeviceMediaItem['kind']): Promise<Mp4Facts | null> {
  return kind === 'video' ? probeMp4(path) : null;
}

/**
 * The period that a file shows. A video of an alarm has the alarm in its middle: a camera records
 * for as long before as after it (T/JSATL 12).
 */
function stretchOf(item: DeviceMediaItem, facts: Mp4Facts | null): { start: Date; end: Date } {
  const lengthMs = Math.max(1, facts?.durationMs ?? 1);
  const beforeMs = facts === null || item.alarm === null ? 0 : Math.round(lengthMs / 2);
  const startMs = item.takenAtMs - beforeMs;
  return { start: new Date(startMs), end: new Date(startMs + lengthMs) };
}

async function store(services: MediaServices, item: DeviceMediaItem): Promise<boolean> {
  const { db, files } = services;
  const path = await files.temporaryPath('camera');
  try {
    await pipeline(item.open(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    const facts = await factsOf(path, item.kind);
    const file = await files.putFile(path, {
      customerId: item.customerId,
      purpose: VIDEO_PURPOSE,
      name: nameOf(item),
      maxBytes: MAX_CLIP_BYTES,
      accept: ACCEPTED,
    });
    try {
      const { kept, isAsked, id } = await db.asSystem(async (trx) => {
        const clip =
          item.alarm === null
            ? { id: await deviceClip(trx, item, null), isAsked: false }
            : await clipOfAlarm(trx, item, item.alarm);
        if (clip === null) throw new InternalError('video.clip_deleted');
        await storeFile(trx, file);
        const bound = await keepRequestFile(trx, {
          customerId: item.customerId,
          requestId: String(clip.id),
          fileId: file.id,
          camera: cameraOf(item),
          kind: file.mediaType === MEDIA_TYPES.mp4 ? 'video' : 'picture',
          ...stretchOf(item, facts),
          ...(facts === null ? {} : facts),
          mediaKey: item.key,
        });
        if (bound) await widenToFiles(trx, clip.id);
        return { kept: bound, ...clip };
      });
      if (kept) await makeThumbnail(services, String(id));
      else await files.discard([file]);
      return isAsked;
    } catch (error) {
      await files.discard([file]);
      throw error;
    }
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Stores media that devices send unasked: photos and videos of alarms in the clip of their event,
 * other photos as separate clips. Repeats are ignored. Files that are not a photo or video are
 * discarded, and so are all files while the quota is used up.
 *
 * @throws if the file could not be stored at the moment: the device must send it again
 */
export async function keepDeviceMedia(
  services: MediaServices,
  item: DeviceMediaItem,
): Promise<void> {
  const { db, log, bus } = services;
  if (!SHOWN.includes(item.kind) || item.cause === 'order') return;
  const isWanted = await db.asSystem(async (trx) => {
    if (await isKeptAlready(trx, item.customerId, item.key)) return false;
    const atMs = item.alarm?.occurredMs ?? item.takenAtMs;
    if (await wasPrivate(trx, item.vehicleId, { fromMs: atMs, toMs: atMs })) return false;
    return (await quotaOf(trx, item.customerId)).state !== 'full';
  });
  if (!isWanted) return;
  try {
    if (await store(services, item)) bus.publish('video.requested', {});
  } catch (error) {
    const isWrong =
      error instanceof NotAVideo || (error instanceof HttpError && error.statusCode < 500);
    if (!isWrong) throw error;
    log.warn({ trackerId: item.trackerId, kind: item.kind }, 'a device sent an unusable file');
  }
}
