import { writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../src/platform/db/index.ts';
import type {
  FetchFailure,
  FetchOutcome,
  FetchSession,
  RecordedStretch,
  RecordingsAnswer,
  SourceCamera,
  VideoSource,
} from '../src/platform/video-sources.ts';
import { type Answer, type TestApi, testApi } from './api.ts';
import { makeMp4 } from './mp4.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

/** Gives a vehicle cameras on channels 1 and up. Returns their ids. */
export async function giveCameras(
  db: Database,
  customerId: number,
  trackerId: number,
  count: number,
  changed: { source?: 'jt1078' | 'rtsp' | 'upload'; since?: string; liveMode?: string } = {},
): Promise<number[]> {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into cameras (customer_id, tracker_id, channel, name, source, live_mode, created_at)
     select $1, $2, n, 'Camera ' || n, $4, $5, $6 from generate_series(1, $3) n returning id`,
    [
      customerId,
      trackerId,
      count,
      changed.source ?? 'jt1078',
      changed.liveMode ?? 'stream',
      changed.since ?? '2020-01-01',
    ],
  );
  return rows.map(({ id }) => id);
}

/** The tracked fleet with cameras: two in N1, four in S1, one in F1 of the other customer. */
export async function filmFleet(db: Database, fleet: TrackedFleet): Promise<void> {
  const { home, away, vehicles } = fleet;
  await giveCameras(db, home.customerId, vehicles.n1.trackerId, 2);
  await giveCameras(db, home.customerId, vehicles.s1.trackerId, 4, { liveMode: 'snapshot' });
  await giveCameras(db, away.customerId, vehicles.f1.trackerId, 1);
}

/** Cameras that film what a test says. */
export class TestSource implements VideoSource {
  /** Stretches that were asked for, in their order. */
  readonly fetched: { camera: SourceCamera; fromMs: number; toMs: number }[] = [];
  /** Questions for what is recorded. */
  readonly questions: { fromMs: number; toMs: number }[] = [];
  /** How the next fetchings end, of each channel; `done` where nothing is said. */
  readonly outcomes = new Map<number, FetchFailure[]>();
  isOnline = true;
  stretches: RecordedStretch[] = [];
  /** How long a transfer takes, ms. */
  durationMs = 30;
  /** Bytes other than those of an MP4. */
  content: Buffer | null = null;
  underWay = 0;
  mostAtOnce = 0;

  async recordings(_camera: SourceCamera, fromMs: number, toMs: number): Promise<RecordingsAnswer> {
    this.questions.push({ fromMs, toMs });
    if (!this.isOnline) return { state: 'failed', reason: 'offline' };
    return { state: 'done', stretches: this.stretches };
  }

  async fetch(camera: SourceCamera, session: FetchSession): Promise<FetchOutcome> {
    const { fromMs, toMs, signal } = session;
    this.fetched.push({ camera, fromMs, toMs });
    if (!this.isOnline) return { state: 'failed', reason: 'offline' };
    this.underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.underWay);
    try {
      const STEPS = 5;
      for (let step = 1; step <= STEPS; step += 1) {
        await sleep(this.durationMs / STEPS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return { state: 'failed', reason: 'interrupted' };
        session.onProgress((100 * step) / STEPS);
      }
      const failure = this.outcomes.get(camera.channel)?.shift();
      if (failure !== undefined) return { state: 'failed', reason: failure };
      const durationMs = toMs - fromMs;
      await writeFile(session.path, this.content ?? makeMp4({ durationMs, seed: camera.channel }));
      const picture = { codec: 'avc1.4d4016', widthPx: 640, heightPx: 360 };
      return { state: 'done', startMs: fromMs, endMs: toMs, ...picture };
    } finally {
      this.underWay -= 1;
    }
  }
}

/** The api role over a fleet with cameras. */
export interface FilmedApi {
  readonly api: TestApi;
  readonly fleet: TrackedFleet;
  readonly source: TestSource;
  /** Asks a call of video evidence; the administrator does, where nobody else is named. */
  call(method: string, path: string, body?: object, as?: number): Promise<Answer>;
  /** Clips, newest first, as the administrator sees them. */
  clips(): Promise<Answer['body']>;
}

/** Starts the api role with the filmed fleet, whose cameras a test plays. */
export async function filmedApi(): Promise<FilmedApi> {
  const api = await testApi();
  const fleet = await trackedFleet(api.services.db);
  await filmFleet(api.services.db, fleet);
  const source = new TestSource();
  Object.assign(api.services.videoSources, { jt1078: source });
  const call: FilmedApi['call'] = (method, path, body, as = fleet.people.admin) =>
    api.ask(`/video-evidence/api/${path}`, { as, method, ...(body === undefined ? {} : { body }) });
  const clips = async () => (await call('GET', 'video_requests/')).body.results;
  return { api, fleet, source, call, clips };
}
