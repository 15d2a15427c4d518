import { beforeEach } from 'vitest';
import { startFetching } from '../src/modules/features/video-recorded/index.ts';
import type { Answer } from './api.ts';
import { until } from './device.ts';
import { withFixture } from './fixture.ts';
import { type FilmedApi, filmedApi, TestSource } from './video-fleet.ts';

export const REQUESTS = '/video-evidence/api/video_requests/';
const PACE = { pollMs: 50, renewMs: 20, leaseS: 30 };
export const WAIT_MS = 20_000;

/** ISO UTC of so many seconds ago. */
export const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

/** The filmed fleet, and the words of those who ask for its footage. */
export class RequestDesk {
  source = new TestSource();
  #stop: (() => Promise<void>) | null = null;

  private constructor(readonly film: FilmedApi) {}

  static async open(): Promise<RequestDesk> {
    return new RequestDesk(await filmedApi());
  }

  get people() {
    return this.film.fleet.people;
  }

  /** Begins to fetch what is asked for. */
  fetching(): void {
    this.#stop = startFetching(this.film.api.services, PACE);
  }

  async stopFetching(): Promise<void> {
    await this.#stop?.();
    this.#stop = null;
  }

  /** Everything as before the first request, and cameras that do nothing wrong. */
  async reset(): Promise<void> {
    await this.stopFetching();
    const { services } = this.film.api;
    await services.db.pool.query('delete from video_requests; delete from video_settings');
    this.source = new TestSource();
    Object.assign(services.videoSources, { jt1078: this.source });
  }

  /** Half a minute of N1 ten minutes ago. */
  wanted(changed: object = {}): object {
    const vehicle = this.film.fleet.vehicles.n1.vehicleId;
    return { vehicle, start: ago(600), duration: 30, ...changed };
  }

  /** Asks for a stretch; the manager does, where nobody else is named. */
  ask(body: object, asking: { as?: number; key?: string } = {}): Promise<Answer> {
    const { as = this.people.manager, key } = asking;
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.film.api.ask(REQUESTS, { as, method: 'POST', body, headers });
  }

  async read(id: number): Promise<Answer['body']> {
    return (await this.film.api.ask(`${REQUESTS}${id}/`, { as: this.people.manager })).body;
  }

  /** Cancels, or tries again. */
  post(id: number, what: 'cancel' | 'retry'): Promise<Answer> {
    const as = this.people.manager;
    return this.film.api.ask(`${REQUESTS}${id}/${what}/`, { as, method: 'POST' });
  }

  async untilState(id: number, state: string, error: string | null = null) {
    await until(async () => {
      const found = await this.read(id);
      return found.state === state && found.error === error;
    }, WAIT_MS);
    return this.read(id);
  }

  /** A clip that is here; fetches where nobody does yet. */
  async readyClip(): Promise<Answer['body']> {
    if (this.#stop === null) this.fetching();
    const { body } = await this.ask(this.wanted());
    return this.untilState(body.id, 'ready');
  }

  async close(): Promise<void> {
    await this.stopFetching();
    await this.film.api.close();
  }
}

/** Opens the desk before the tests of a file, and resets it before each. */
export function withRequestDesk(
  ready: (opened: { desk: RequestDesk } & Pick<FilmedApi, 'api' | 'fleet'>) => void,
): void {
  let desk: RequestDesk;
  withFixture(RequestDesk.open, (opened) => {
    desk = opened;
    ready({ desk, api: desk.film.api, fleet: desk.film.fleet });
  });
  beforeEach(() => desk.reset());
}
