import type { AnswerOf, contract } from '@roadworthy/contract';
import { eventType, VIDEO_ERRORS, type VideoError } from '@roadworthy/domain';
import type { Files } from '../../../../platform/files/index.ts';
import type { RequestFileRow, RequestRow } from './video-recorded-requests.repository.ts';

type VideoRequest = AnswerOf<typeof contract.videoRecorded.read>;
export type VideoFile = VideoRequest['files'][number];

/** The display name of an event code. */
export function eventName(code: number): string {
  return eventType(code)?.name ?? `Event ${code}`;
}

/**
 * A file with addresses for one reader.
 *
 * @param reader `u12` for a user, `s5` for a share: the name in the viewing log
 */
export function toVideoFile(
  files: Pick<Files, 'signedAddress'>,
  row: RequestFileRow,
  reader: string,
): VideoFile {
  return {
    camera: row.camera,
    kind: row.kind === 'video' || row.kind === 'burnt-in' ? row.kind : 'picture',
    media_type: row.media_type,
    URL: files.signedAddress(row.file_id, { reader }),
    download_URL: files.signedAddress(row.file_id, { reader, isDownload: true }),
    size: Number(row.size_bytes),
    start: row.started_at.toISOString(),
    end: row.ended_at.toISOString(),
    width: row.width_px,
    height: row.height_px,
    codec: row.codec,
  };
}

function errorOf(code: string | null): VideoError | null {
  return VIDEO_ERRORS.find((known) => known === code) ?? null;
}

/** A database request in the form of the API, for one reader. */
export function toVideoRequest(
  files: Pick<Files, 'signedAddress'>,
  row: RequestRow,
  ownFiles: readonly RequestFileRow[],
  thumbnailId: string | null,
  reader: string,
): VideoRequest {
  return {
    id: Number(row.id),
    start: row.started_at.toISOString(),
    duration: row.duration_s,
    vehicle: row.vehicle_id,
    registration: row.registration,
    live: row.live,
    state: row.state,
    error: errorOf(row.error),
    progress: row.state === 'ready' ? 100 : row.progress,
    kind: row.kind,
    cameras: row.cameras,
    files: ownFiles.map((file) => toVideoFile(files, file, reader)),
    thumbnail: thumbnailId === null ? null : files.signedAddress(thumbnailId, { reader }),
    event:
      row.event_code === null || row.event_at === null
        ? null
        : {
            id: row.event_id === null ? null : Number(row.event_id),
            code: row.event_code,
            name: eventName(row.event_code),
            at: row.event_at.toISOString(),
          },
    requested_by: row.requested_by_name,
    reason: row.reason,
    notes: row.notes,
    tags: row.tags,
    keep: row.keep,
    created_at: row.created_at.toISOString(),
    ready_at: row.ready_at?.toISOString() ?? null,
    waits_until: row.give_up_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    burnt_in: row.burnt_in,
  };
}
