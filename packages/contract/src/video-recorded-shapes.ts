import { VIDEO_ERRORS, VIDEO_REQUEST_KINDS, VIDEO_REQUEST_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { eventCode, id, longId, textOf, utc } from './fields.ts';

/** A camera channel of a vehicle, from 1. */
export const cameraNumber = z.int().min(1).max(32);
export const liveMode = z.enum(['snapshot', 'stream']);
export const cameraSource = z.enum(['jt1078', 'rtsp', 'upload']);
export const note = textOf(2000);
export const reason = textOf(300);
export const tags = z.array(textOf(40).min(1)).max(20);

/** a vehicle with cameras. */
export const activeDevice = z
  .object({
    vehicle: id,
    registration: z.string(),
    last_seen: utc.nullable(),
    live_mode: liveMode,
    cameras: z.array(z.object({ camera: cameraNumber, name: z.string() })),
    /** The earliest video on the device; null if it has not reported it yet. */
    oldest_footage: utc.nullable(),
  })
  .meta({ id: 'ActiveDevice' });

/** The cameras of a vehicle and whether their device is in contact. */
export const cameraState = z
  .object({
    vehicle: z.object({ id, registration: z.string() }),
    cameras: z.array(z.object({ camera: cameraNumber, name: z.string() })),
    last_seen: utc.nullable(),
    /** Offline after a day without contact; online in private use, which hides the state. */
    state: z.enum(['online', 'offline']),
    /** The earliest video on the device; null if it has not reported it yet. */
    oldest_footage: utc.nullable(),
  })
  .meta({ id: 'CameraState' });

/** A camera as administrators keep it. */
export const camera = z
  .object({
    id,
    vehicle: z.object({ id, registration: z.string() }).nullable(),
    channel: cameraNumber,
    name: z.string(),
    source: cameraSource,
    /** Of an RTSP camera; its password is never shown. */
    address: z.string().nullable(),
    live_mode: liveMode,
    is_active: z.boolean(),
  })
  .meta({ id: 'Camera' });

/** Of a camera that is changed; a password of `***` in its address means the one it has. */
export const cameraBody = z
  .object({
    vehicle: id,
    channel: cameraNumber,
    name: textOf(60).min(1),
    source: cameraSource,
    address: textOf(500).nullable().default(null),
    live_mode: liveMode,
    is_active: z.boolean().default(true),
  })
  .meta({ id: 'CameraBody' });

export const videoFile = z
  .object({
    camera: cameraNumber,
    kind: z.enum(['video', 'burnt-in', 'picture']),
    media_type: z.string(),
    /** Signed and expiring, for looking at it. */
    URL: z.string(),
    /** The same for saving it. */
    download_URL: z.string(),
    /** bytes */
    size: z.int().nonnegative(),
    /** The actual range, which can be shorter than the requested one. */
    start: utc,
    end: utc,
    width: z.int().nullable(),
    height: z.int().nullable(),
    /** RFC 6381 */
    codec: z.string().nullable(),
  })
  .meta({ id: 'VideoFile' });

export const videoRequest = z
  .object({
    id: longId,
    start: utc,
    /** seconds */
    duration: z.int(),
    vehicle: id,
    registration: z.string(),
    live: z.boolean(),
    state: z.enum(VIDEO_REQUEST_STATES),
    /** Why it waits (state requested) or failed; texts in the locales. */
    error: z.enum(VIDEO_ERRORS).nullable(),
    /** 0 to 100 */
    progress: z.int(),
    kind: z.enum(VIDEO_REQUEST_KINDS),
    cameras: z.array(cameraNumber),
    files: z.array(videoFile),
    /** Signed, expiring address of a JPEG of 320 by 180 pixels for lists; null if there is none. */
    thumbnail: z.string().nullable().optional(),
    /** The incident that asked for it; its id is null while it is derived again. */
    event: z.object({ id: longId.nullable(), code: z.int(), name: z.string(), at: utc }).nullable(),
    requested_by: z.string(),
    reason: z.string(),
    notes: z.string(),
    tags: z.array(z.string()),
    keep: z.boolean(),
    created_at: utc,
    ready_at: utc.nullable(),
    /** Until when it waits for a device that is not connected. */
    waits_until: utc,
    /** When retention removes it; null while it is kept or not ready. */
    expires_at: utc.nullable(),
    /** The copy with the data burnt into the picture. */
    burnt_in: z.enum(['none', 'making', 'ready', 'failed']),
  })
  .meta({ id: 'VideoRequest' });

const stretch = z.object({ camera: cameraNumber, start: utc, end: utc });

/** The recordings of a vehicle, on the device and on the server. */
export const recordings = z
  .object({
    /** How the device answered; `none` for a vehicle whose cameras cannot be asked. */
    device: z.enum(['done', 'offline', 'refused', 'timeout', 'none']),
    /** When the device said so. */
    asked_at: utc.nullable(),
    on_device: z.array(stretch),
    here: z.array(stretch.extend({ request: longId })),
    /** Requests that are on their way. */
    coming: z.array(stretch.extend({ request: longId })),
  })
  .meta({ id: 'Recordings' });

export const videoShare = z
  .object({
    id: longId,
    note: z.string(),
    created_by: z.string(),
    created_at: utc,
    expires_at: utc,
    revoked_at: utc.nullable(),
    views: z.int(),
    last_view_at: utc.nullable(),
  })
  .meta({ id: 'VideoShare' });

/** What a share link shows. */
export const sharedVideo = z
  .object({
    registration: z.string(),
    start: utc,
    duration: z.int(),
    cameras: z.array(cameraNumber),
    event: z.object({ code: z.int(), name: z.string(), at: utc }).nullable(),
    files: z.array(videoFile),
    /** Speeds in km/h. */
    trail: z.array(
      z.object({
        lat: z.number(),
        long: z.number(),
        dir: z.number(),
        speed: z.number(),
        timestamp: utc,
      }),
    ),
    note: z.string(),
    expires_at: utc,
  })
  .meta({ id: 'SharedVideo' });

export const videoView = z
  .object({
    id: longId,
    kind: z.enum(['live', 'recorded', 'downloaded', 'shared']),
    vehicle: z.object({ id, registration: z.string() }),
    /** The viewer; for a share link its note and its creator. */
    who: z.string(),
    user: id.nullable(),
    at: utc,
    reason: z.string(),
    request: longId.nullable(),
    cameras: z.array(cameraNumber),
  })
  .meta({ id: 'VideoView' });

export const clipRule = z
  .object({
    event_code: eventCode,
    is_active: z.boolean(),
    before_s: z.int().min(0).max(60),
    after_s: z.int().min(0).max(60),
    /** Empty for all cameras of the vehicle. */
    cameras: z.array(cameraNumber).max(4),
  })
  .meta({ id: 'ClipRule' });

export const storageBody = z
  .object({
    retention_days: z.int().min(1).max(3650),
    quota_bytes: z.int().min(1_000_000).max(1_000_000_000_000_000),
    /** The limit of one live session, seconds. */
    live_limit_s: z.int().min(30).max(14_400),
  })
  .meta({ id: 'VideoStorageBody' });

export const storage = storageBody
  .extend({
    quota_bytes: z.int().positive(),
    used_bytes: z.int().nonnegative(),
    /** Of those, what is kept past retention. */
    kept_bytes: z.int().nonnegative(),
    clips: z.int().nonnegative(),
    state: z.enum(['ok', 'nearly-full', 'full']),
    /** Whether this server can burn data into a picture (ffmpeg is there). */
    can_burn_in: z.boolean(),
  })
  .meta({ id: 'VideoStorage' });

export const upload = z
  .object({
    id: z.uuid(),
    /** Signed; good for the upload alone, for a day. */
    address: z.string(),
    size: z.int(),
    /** bytes that are here; the next piece begins there */
    received: z.int(),
    /** The clip, once the last piece is here and the file is right. */
    request: longId.nullable(),
  })
  .meta({ id: 'VideoUpload' });
