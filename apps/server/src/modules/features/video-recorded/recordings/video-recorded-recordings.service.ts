import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { isPrivateWithin } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { rangeOf } from '../../../../platform/range.ts';
import type { Services } from '../../../../platform/services.ts';
import type { RecordedStretch, RecordingsAnswer } from '../../../../platform/video-sources.ts';
import { rulesOfVehicle, visibleVehicle } from '../../../core/fleet/index.ts';
import { camerasOfVehicle, keepOldest, type VehicleCamera } from '../../cameras/index.ts';
import { requestsComing, videosHere } from './video-recorded-recordings.repository.ts';

type Answer = AnswerOf<typeof contract.videoRecorded.recordings>;

/** Minimum time between two queries of a device: its link is slow and the list hardly changes. */
const FRESH_MS = 60_000;
const MAX_REMEMBERED = 500;
const DAY_MS = 86_400_000;
/** How often a device is queried for its earliest footage, and how far back. */
const OLDEST_FRESH_MS = 3_600_000;
const OLDEST_DAYS = 31;

interface Asked {
  readonly atMs: number;
  readonly answer: Promise<RecordingsAnswer>;
}

const STATES = {
  offline: 'offline',
  timeout: 'timeout',
  interrupted: 'timeout',
  busy: 'timeout',
} as const satisfies Partial<Record<string, Answer['device']>>;

function deviceState(answer: RecordingsAnswer): Answer['device'] {
  if (answer.state === 'done') return 'done';
  return answer.reason in STATES ? STATES[answer.reason as keyof typeof STATES] : 'refused';
}

const iso = (ms: number) => new Date(ms).toISOString();

/** The recordings on the device of a vehicle and the stored clips. */
export class RecordingsService {
  readonly #asked = new Map<string, Asked>();

  constructor(private readonly services: Pick<Services, 'db' | 'videoSources' | 'log'>) {}

  /**
   * The recordings of a vehicle; the device is queried at most once a minute for the same range.
   *
   * @throws HttpError 400 for a wrong range, 404 for a vehicle that the viewer cannot see
   */
  async list(
    viewer: Viewer,
    query: QueryOf<typeof contract.videoRecorded.recordings>,
  ): Promise<Answer> {
    const range = rangeOf(viewer, query);
    const wants = (camera: number) => query.camera === undefined || query.camera === camera;
    const fromMs = range.start.getTime();
    const toMs = range.end.getTime();
    const { cameras, here, coming, rules } = await this.services.db.asViewer(
      viewer,
      async (trx) => {
        const vehicle = await visibleVehicle(trx, viewer, query.vehicle);
        return {
          cameras: await camerasOfVehicle(trx, vehicle.id),
          here: await videosHere(trx, vehicle.id, range),
          coming: await requestsComing(trx, vehicle.id, range),
          rules: await rulesOfVehicle(trx, vehicle.id, { fromMs, toMs }),
        };
      },
    );
    const asked = await this.#device(cameras, fromMs, toMs);
    const recorded = asked?.answer.state === 'done' ? asked.answer.stretches : [];
    // The list must not show when a vehicle was in private use either.
    const stretches = recorded.filter(
      ({ startMs, endMs }) => !isPrivateWithin(rules, { fromMs: startMs, toMs: endMs }),
    );
    const known = new Set(cameras.map(({ channel }) => channel));
    return {
      device: asked === null ? 'none' : deviceState(asked.answer),
      asked_at: asked === null ? null : iso(asked.atMs),
      on_device: joined(stretches.filter(({ channel }) => known.has(channel) && wants(channel))),
      here: here
        .filter(({ camera }) => wants(camera))
        .map((row) => ({
          camera: row.camera,
          start: row.started_at.toISOString(),
          end: row.ended_at.toISOString(),
          request: Number(row.request_id),
        })),
      coming: coming.flatMap((row) =>
        row.cameras.filter(wants).map((camera) => ({
          camera,
          start: row.started_at.toISOString(),
          end: iso(row.started_at.getTime() + row.duration_s * 1000),
          request: Number(row.id),
        })),
      ),
    };
  }

  /** Queries the device of a vehicle; null if its cameras do not support it. */
  async #device(cameras: readonly VehicleCamera[], fromMs: number, toMs: number) {
    const camera = cameras.find(({ source }) => source === 'jt1078');
    const source = this.services.videoSources.jt1078;
    if (camera === undefined || source === undefined) return null;
    // The end may be in the future; a device lists past recordings only.
    const untilMs = Math.min(toMs, Date.now());
    if (untilMs <= fromMs) return null;
    void this.#askOldest(camera);
    const minute = (ms: number) => Math.floor(ms / 60_000);
    const key = `${camera.trackerId} ${minute(fromMs)} ${minute(untilMs)}`;
    const known = this.#asked.get(key);
    if (known !== undefined && Date.now() - known.atMs < FRESH_MS) {
      return { atMs: known.atMs, answer: await known.answer };
    }
    const answer = source.recordings({ ...camera, channel: 0 }, fromMs, untilMs);
    const asked = { atMs: Date.now(), answer };
    if (this.#asked.size >= MAX_REMEMBERED) this.#asked.clear();
    this.#asked.set(key, asked);
    const given = await answer;
    // A failed query is not cached, so that the next call tries again.
    if (given.state !== 'done') this.#asked.delete(key);
    return { atMs: asked.atMs, answer: given };
  }

  /** Updates the earliest footage of a device from time to time, for the request dialog (F-P04). */
  async #askOldest(camera: VehicleCamera): Promise<void> {
    const nowMs = Date.now();
    const askedMs = camera.oldestAskedAt?.getTime() ?? 0;
    const source = this.services.videoSources.jt1078;
    if (source === undefined || nowMs - askedMs < OLDEST_FRESH_MS) return;
    try {
      const answer = await source.recordings(
        { ...camera, channel: 0 },
        nowMs - OLDEST_DAYS * DAY_MS,
        nowMs,
      );
      if (answer.state !== 'done') return;
      const oldestMs = answer.stretches.reduce(
        (least, { startMs }) => Math.min(least, startMs),
        Number.POSITIVE_INFINITY,
      );
      const oldest = Number.isFinite(oldestMs) ? new Date(oldestMs) : null;
      await this.services.db.asSystem((trx) => keepOldest(trx, camera.trackerId, oldest));
    } catch (error) {
      this.services.log.warn({ err: error }, 'could not query the earliest footage');
    }
  }
}

/** Joins adjacent recordings: devices split them into files of some minutes. */
function joined(stretches: readonly RecordedStretch[]): Answer['on_device'] {
  const TOUCH_MS = 2000;
  const sorted = [...stretches].sort((a, b) => a.channel - b.channel || a.startMs - b.startMs);
  const result: { channel: number; startMs: number; endMs: number }[] = [];
  for (const { channel, startMs, endMs } of sorted) {
    const last = result.at(-1);
    if (last !== undefined && last.channel === channel && startMs - last.endMs <= TOUCH_MS) {
      last.endMs = Math.max(last.endMs, endMs);
    } else result.push({ channel, startMs, endMs });
  }
  return result.map(({ channel, startMs, endMs }) => ({
    camera: channel,
    start: iso(startMs),
    end: iso(endMs),
  }));
}
