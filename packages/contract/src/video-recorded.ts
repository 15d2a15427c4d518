import { VIDEO_REQUEST_KINDS, VIDEO_REQUEST_STATES } from '@roadworthy/domain';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  eventCodeText,
  exactText,
  id,
  idText,
  int4,
  longId,
  moment,
  textOf,
  utc,
  utcInput,
} from './fields.ts';
import { byId, paged, pagedQuery } from './shapes.ts';
import * as shape from './video-recorded-shapes.ts';
import { uploadCalls } from './video-recorded-uploads.ts';

const READ = { kind: 'module', anyOf: ['videos'] } as const;
const WRITE = { kind: 'module', anyOf: ['videos'], write: true } as const;
const ADMINISTRATOR = { kind: 'administrator' } as const;

const codes = z
  .union([eventCodeText, z.array(eventCodeText).max(100)])
  .transform((given) => (Array.isArray(given) ? given : [given]))
  .default([]);

/** Cameras, recorded video and its storage (area F; live video is in `video-live.ts`). */
export const videoRecorded = {
  recordings: endpoint({
    method: 'GET',
    path: '/video-evidence/api/recordings/',
    ids: ['F-P01', 'F-P04'],
    summary:
      'List what the device of a vehicle has recorded and what the server has, in a range of up to 31 days.',
    access: READ,
    query: z.object({
      vehicle: idText,
      start: moment,
      end: moment,
      camera: z.coerce.number().int().min(1).max(32).optional(),
    }),
    answer: shape.recordings,
  }),
  list: endpoint({
    method: 'GET',
    path: '/video-evidence/api/video_requests/',
    ids: ['RP-10', 'F-P01'],
    summary: 'List requested, uploaded and event clips, newest first.',
    access: READ,
    query: pagedQuery(['start', 'created_at']).extend({
      vehicle: idText.optional(),
      /** A depot; all in scope where absent. */
      vehicle_group: idText.optional(),
      start: moment.optional(),
      end: moment.optional(),
      state: z.enum(VIDEO_REQUEST_STATES).optional(),
      kind: z.enum(VIDEO_REQUEST_KINDS).optional(),
      camera: z.coerce.number().int().min(1).max(32).optional(),
      /** Codes of the events that asked for clips. */
      event: codes,
      tag: textOf(40).optional(),
      keep: z.enum(['true', 'false']).optional(),
    }),
    answer: paged(shape.videoRequest),
  }),
  create: endpoint({
    method: 'POST',
    path: '/video-evidence/api/video_requests/',
    ids: ['RP-11', 'F-P03', 'F-40'],
    summary:
      'Request video of a vehicle. A repeat with the same Idempotency-Key returns the same request.',
    access: WRITE,
    body: z
      .object({
        vehicle: id,
        start: utcInput,
        /** seconds, in steps of 5: 30 to 120, live up to 30 */
        duration: int4,
        live: z.boolean().default(false),
        /** All cameras of the vehicle where absent. */
        cameras: z.array(shape.cameraNumber).min(1).max(4).optional(),
        reason: shape.reason.default(''),
        notes: shape.note.default(''),
        tags: shape.tags.default([]),
      })
      .meta({ id: 'VideoRequestBody' }),
    answer: shape.videoRequest,
    status: 201,
  }),
  read: endpoint({
    method: 'GET',
    path: '/video-evidence/api/video_requests/{id}/',
    ids: ['RP-12', 'F-P03'],
    summary: 'Get one request with its state and files.',
    access: READ,
    params: byId,
    answer: shape.videoRequest,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/video-evidence/api/video_requests/{id}/',
    ids: ['F-P01'],
    summary:
      'Notes, tags, and whether it is kept past retention; what is not given stays as it is, so that ' +
      'two changes at once do not undo each other.',
    access: WRITE,
    params: byId,
    body: z.object({ notes: shape.note, tags: shape.tags, keep: z.boolean() }).partial(),
    answer: shape.videoRequest,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/video-evidence/api/video_requests/{id}/',
    ids: ['F-P01'],
    summary: 'Delete a clip and its files. Its viewing log stays.',
    access: WRITE,
    params: byId,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/video-evidence/api/video_requests/{id}/cancel/',
    ids: ['F-P03'],
    summary: 'Cancel a queued or running request.',
    access: WRITE,
    params: byId,
    answer: shape.videoRequest,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/video-evidence/api/video_requests/{id}/retry/',
    ids: ['F-P03'],
    summary: 'Retry a failed request, or run a queued one now.',
    access: WRITE,
    params: byId,
    answer: shape.videoRequest,
  }),
  burnIn: endpoint({
    method: 'POST',
    path: '/video-evidence/api/video_requests/{id}/burnt_in/',
    ids: ['F-P01'],
    summary: 'Create a copy with time, place and speed burnt in, if the server has ffmpeg.',
    access: WRITE,
    params: byId,
    answer: shape.videoRequest,
    status: 202,
  }),
  data: endpoint({
    method: 'GET',
    path: '/video-evidence/api/video_requests/{id}/data/',
    ids: ['F-P01'],
    summary: 'Get the trail of a clip as GPX or CSV.',
    access: READ,
    params: byId,
    query: z.object({ format: z.enum(['gpx', 'csv']).default('gpx') }),
    raw: 'file',
  }),
  /** Sent when a person opens the player, with the reason; every read is logged anyway. */
  view: endpoint({
    method: 'POST',
    path: '/video-evidence/api/video_requests/{id}/views/',
    ids: ['F-P01'],
    summary: 'Record why a clip is watched or saved, for the viewing log.',
    access: READ,
    params: byId,
    body: z.object({ kind: z.enum(['recorded', 'downloaded']), reason: shape.reason }),
  }),
  shares: endpoint({
    method: 'GET',
    path: '/video-evidence/api/video_requests/{id}/shares/',
    ids: ['F-P01'],
    summary: 'List the share links of a clip.',
    access: READ,
    params: byId,
    answer: z.object({ results: z.array(shape.videoShare) }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/video-evidence/api/video_requests/{id}/shares/',
    ids: ['F-P01'],
    summary: 'Create a link that shows the clip without sign-in until it expires or is revoked.',
    access: WRITE,
    params: byId,
    body: z.object({
      expires_in_hours: z.int().min(1).max(720),
      /** The recipient. */
      note: textOf(200).default(''),
    }),
    /** The address is returned once: the server stores only a hash of its token. */
    answer: z.object({ id: longId, address: z.string(), expires_at: utc }),
    status: 201,
  }),
  revokeShare: endpoint({
    method: 'DELETE',
    path: '/video-evidence/api/video_requests/{id}/shares/{share}/',
    ids: ['F-P01'],
    summary: 'Revoke a link immediately.',
    access: WRITE,
    params: byId.extend({ share: idText }),
  }),
  /** A body instead of a path, so that no token is ever logged. */
  shared: endpoint({
    method: 'POST',
    path: '/video-evidence/api/shared/',
    ids: ['F-P01'],
    summary: 'Get the clip of a share link. Each request is recorded in the viewing log.',
    access: { kind: 'public' },
    body: z.object({ token: exactText(100).min(20) }),
    answer: shape.sharedVideo,
    ratePerMinute: 60,
  }),
  views: endpoint({
    method: 'GET',
    path: '/video-evidence/api/views/',
    ids: ['F-P01'],
    summary: 'List the viewing log: who watched which vehicle, when and why.',
    access: ADMINISTRATOR,
    query: pagedQuery(['at']).extend({
      vehicle: idText.optional(),
      request: idText.optional(),
      start: moment.optional(),
      end: moment.optional(),
      kind: z.enum(['live', 'recorded', 'downloaded', 'shared']).optional(),
    }),
    answer: paged(shape.videoView),
  }),
  clipRules: endpoint({
    method: 'GET',
    path: '/video-evidence/api/clip_rules/',
    ids: ['F-P01'],
    summary: 'Get the events that request a clip automatically.',
    access: READ,
    answer: z.object({ results: z.array(shape.clipRule) }),
  }),
  changeClipRules: endpoint({
    method: 'PUT',
    path: '/video-evidence/api/clip_rules/',
    customerWide: true,
    ids: ['F-P01'],
    summary: 'Replace the rules. Events that are not listed request no clip.',
    access: ADMINISTRATOR,
    body: z.object({ rules: z.array(shape.clipRule).max(100) }),
    answer: z.object({ results: z.array(shape.clipRule) }),
  }),
  storage: endpoint({
    method: 'GET',
    path: '/video-evidence/api/storage/',
    ids: ['F-P01'],
    summary: 'Get the retention, quota and used storage of clips.',
    access: READ,
    answer: shape.storage,
  }),
  changeStorage: endpoint({
    method: 'PUT',
    path: '/video-evidence/api/storage/',
    customerWide: true,
    ids: ['F-P01'],
    summary: 'Update the retention, the quota and the limit of live video.',
    access: ADMINISTRATOR,
    body: shape.storageBody,
    answer: shape.storage,
  }),
  ...uploadCalls,
} as const;
