import { LIVE_DURATION_S } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { exactText, expiresText, id, idText, longId, textOf, utc, utcInput } from './fields.ts';
import { DOCUMENT } from './form-files.ts';
import { byId } from './shapes.ts';
import { cameraNumber, liveMode, reason } from './video-recorded-shapes.ts';

const WATCH = { kind: 'module', anyOf: ['videos'] } as const;

/** A piece or a picture of a camera, with the place of the vehicle nearest to its end. */
const videoItem = z
  .object({
    /** Relative to the video host (F-27); signed and expiring. The same piece has the same address. */
    URL: z.string(),
    /** Null where the vehicle's place is not known. */
    Latitude: z.number().nullable(),
    Longitude: z.number().nullable(),
    /** Degrees clockwise from north. */
    Heading: z.number(),
    EndDateTime: utc,
    Camera: cameraNumber,
    /** Faster than 0, or its last two places are more than 20 m apart (F-P05). */
    Moving: z.boolean(),
  })
  .meta({ id: 'VideoItem' });

/** A camera of R-103: an empty object where it gave no picture yet (F-23). */
const cameraItem = videoItem.partial().meta({ id: 'CameraItem' });

const liveSession = z
  .object({
    id: longId,
    live_mode: liveMode,
    /** Whether really live video is on offer at `/video-evidence/api/live_sessions/{id}/socket/`. */
    stream: z.boolean(),
    /** Opens the socket, once, within a minute. */
    ticket: z.string(),
    /** When the server ends it. */
    ends_at: utc,
    cameras: z.array(
      z.object({
        camera: cameraNumber,
        name: z.string(),
        /** Address of R-102: its fragmented MP4, as long as the session runs (F-42). */
        source: z.string(),
      }),
    ),
  })
  .meta({ id: 'LiveSession' });

const byVehicle = z.object({ vehicle: idText });

const WRITE = { kind: 'module', anyOf: ['videos'], write: true } as const;

/** Live video (area F, RP-13, RP-14). Its socket is described in docs/live-video.md. */
export const videoLive = {
  chunks: endpoint({
    method: 'GET',
    path: '/api/latest_vehicle_video/{vehicle}/',
    ids: ['R-101', 'F-27'],
    summary:
      'List the newest MP4 segments of about 8 s of every camera, oldest first. The cameras keep sending for 30 s.',
    refuses: [409, 429],
    access: WATCH,
    params: byVehicle,
    query: z.object({
      Storage: exactText(20).optional(),
      SubSamplingInterval: z.coerce.number().min(0).max(1000).optional(),
    }),
    answer: z.array(videoItem),
  }),
  snapshots: endpoint({
    method: 'GET',
    path: '/api/live_vehicle_snapshots/{vehicle}/',
    ids: ['R-103'],
    summary:
      'Get the newest frame of every camera: a JPEG, or an MP4 of one frame if the server cannot make a JPEG. The cameras keep sending for 30 s.',
    refuses: [409, 429],
    access: WATCH,
    params: byVehicle,
    answer: z.array(cameraItem),
  }),
  source: endpoint({
    method: 'GET',
    path: '/api/live_source/{session}/{camera}.mp4',
    ids: ['R-102', 'F-42'],
    summary: 'Stream a camera of your live session as one continuous fragmented MP4.',
    refuses: [429],
    access: WATCH,
    params: z.object({ session: idText, camera: z.coerce.number().int().min(1).max(32) }),
    raw: 'file',
  }),
  piece: endpoint({
    method: 'GET',
    path: '/api/live_source/{session}/{camera}/{piece}/',
    ids: ['R-101', 'R-103'],
    summary: 'Get a segment or frame by the signed address from R-101 and R-103.',
    access: { kind: 'public' },
    params: z.object({
      session: idText,
      camera: z.coerce.number().int().min(1).max(32),
      piece: exactText(80),
    }),
    query: z.object({
      expires: expiresText.optional(),
      signature: exactText(100).optional(),
    }),
    raw: 'file',
  }),
  begin: endpoint({
    method: 'POST',
    path: '/video-evidence/api/live_sessions/',
    ids: ['RP-13', 'F-39'],
    summary:
      "Start live video of a vehicle. Without a duration it runs until it is stopped or the customer's limit is reached.",
    refuses: [429],
    access: WATCH,
    body: z.object({
      vehicle: id,
      /** seconds */
      duration: z.int().min(LIVE_DURATION_S.min).max(LIVE_DURATION_S.max).nullable().default(null),
      /** Why a person watches, for the viewing log. */
      reason: reason.default(''),
    }),
    answer: liveSession,
    status: 201,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/video-evidence/api/live_sessions/{id}/',
    ids: ['RP-14', 'F-15'],
    summary: 'End one of your live sessions.',
    access: WATCH,
    params: byId,
  }),
  still: endpoint({
    method: 'POST',
    path: '/video-evidence/api/stills/',
    ids: ['F-P01'],
    summary:
      'Save a video frame, the file `document`, to the vehicle file with its time, camera and place.',
    access: WRITE,
    files: { document: DOCUMENT },
    multipart: z.object({
      vehicle: idText,
      camera: z.coerce.number().int().min(1).max(32),
      /** When the picture was filmed. */
      taken_at: utcInput,
      description: textOf(90).min(2),
    }),
    answer: z.object({ activity: id, place: z.string().nullable() }).meta({ id: 'VideoStill' }),
    status: 201,
  }),
} as const;
