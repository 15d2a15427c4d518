import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { stringify } from 'csv-stringify/sync';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { toGpx } from '../../trace/index.ts';
import { visibleRequest } from '../requests/video-recorded-requests.repository.ts';
import type { RequestsService } from '../requests/video-recorded-requests.service.ts';
import { BURN_IN_JOB, type BurnInJob } from './burn-in.ts';
import { beginBurnIn } from './video-recorded-overlay.repository.ts';
import { canBurnIn } from './video-recorded-overlay-ffmpeg.ts';
import { type TrailPoint, trailOfClip } from './video-recorded-overlay-trail.ts';

/** A file that is generated per request. */
interface MadeFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const COLUMNS = ['time_utc', 'latitude', 'longitude', 'speed_kmh', 'heading_deg'];

function toCsv(points: readonly TrailPoint[]): Buffer {
  const rows = points.map((point) => [
    new Date(point.timeMs).toISOString(),
    point.latitudeDeg.toFixed(6),
    point.longitudeDeg.toFixed(6),
    point.speedKmh.toFixed(1),
    String(point.headingDeg),
  ]);
  return Buffer.from(stringify([COLUMNS, ...rows], { record_delimiter: 'windows', bom: true }));
}

function gpxOf(registration: string, vehicle: number, points: readonly TrailPoint[]) {
  const trace = {
    vehicle: { id: vehicle, registration },
    points: points.map((point) => ({
      lat: point.latitudeDeg,
      long: point.longitudeDeg,
      dir: point.headingDeg,
      timestamp: toApiDateTime(point.timeMs),
      speed: point.speedKmh,
      ignition: null,
    })),
    events: [],
    stops: [],
    summary: { distance: 0, driving_time: 0, idle_time: 0, stops: 0, max_speed: 0 },
  };
  return toGpx(trace, { stop: '', event: ({ name }) => name }, Date.now());
}

/** The data of a clip as a file, and a copy with the data burnt into the video. */
export class OverlayService {
  constructor(
    private readonly services: Pick<Services, 'db' | 'files' | 'jobs'>,
    private readonly requests: RequestsService,
  ) {}

  /** @throws HttpError 404 for a clip that the viewer cannot see */
  async data(viewer: Viewer, id: number, format: 'gpx' | 'csv'): Promise<MadeFile> {
    const { clip, points } = await this.services.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await visibleRequest(trx, viewer, id));
      const found = await trailOfClip(trx, this.services.files, { ...row, request_id: row.id });
      return { clip: row, points: found };
    });
    const stamp = clip.started_at.toISOString().slice(0, 19).replaceAll(':', '');
    const name = `${clip.registration.replace(/[^\w-]+/g, '_')}_${stamp}.${format}`;
    return format === 'csv'
      ? { name, type: 'text/csv; charset=utf-8', bytes: toCsv(points) }
      : {
          name,
          type: 'application/gpx+xml',
          bytes: await gpxOf(clip.registration, clip.vehicle_id, points),
        };
  }

  /**
   * Starts a copy with the data burnt into the video.
   *
   * @throws HttpError 404 for a clip that the viewer cannot see, 409 without ffmpeg or if it is not
   *   ready
   */
  async burnIn(
    viewer: Viewer,
    id: number,
  ): Promise<AnswerOf<typeof contract.videoRecorded.burnIn>> {
    const canBurn = await canBurnIn();
    const { db, jobs } = this.services;
    const requestId = await db.asViewer(viewer, async (trx) => {
      const row = orNotFound(await visibleRequest(trx, viewer, id));
      if (!canBurn) throw conflict('video.no_ffmpeg');
      if (row.state !== 'ready') throw conflict('video.clip_not_ready');
      return row.id;
    });
    // State and job are written in one transaction.
    await db.asSystem(async (trx) => {
      if (!(await beginBurnIn(trx, requestId))) return;
      await jobs.send<BurnInJob>(BURN_IN_JOB, { requestId }, trx);
    });
    return this.requests.read(viewer, id);
  }
}
