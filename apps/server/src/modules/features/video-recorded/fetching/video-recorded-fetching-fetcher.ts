import { randomUUID } from 'node:crypto';
import type { Services } from '../../../../platform/services.ts';
import { videoSettings } from '../storage/video-recorded-storage.repository.ts';
import { type FetchServices, fetchRequest } from './fetch-request.ts';
import {
  type Claimed,
  claimDue,
  type Ending,
  endTry,
  releaseLeases,
  renewLease,
  wakeRequests,
} from './video-recorded-fetching.repository.ts';
import { type CameraResult, endingOf } from './video-recorded-fetching-outcome.ts';

/** Intervals and limits of the fetcher; tests use other values. */
export interface FetchPace {
  /** Interval between polls for due requests when no event triggers one. */
  readonly pollMs: number;
  /** Concurrent requests in this process. */
  readonly atOnce: number;
  /** Duration of a lease: after a crash, another process can take the requests when it expires. */
  readonly leaseS: number;
  /** Interval between progress updates, each of which renews the lease. */
  readonly renewMs: number;
}

const PACE: FetchPace = { pollMs: 5000, atOnce: 6, leaseS: 60, renewMs: 1000 };
const DAY_MS = 86_400_000;

/** A running request; each claim has its own lease. */
interface Run {
  readonly lease: string;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

type FetcherServices = FetchServices & Pick<Services, 'bus'>;

/**
 * Fetches requested video, in the processes that have sources (the api role). A process claims a
 * request by a lease in the database. If the process stops or dies, another one continues with the
 * cameras that are still missing.
 */
export class Fetcher {
  readonly #pace: FetchPace;
  readonly #running = new Map<string, Run>();
  #leave: (() => void)[] = [];
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #stopped = false;

  constructor(
    private readonly services: FetcherServices,
    pace: Partial<FetchPace> = {},
  ) {
    this.#pace = { ...PACE, ...pace };
  }

  start(): void {
    const { bus } = this.services;
    this.#leave = [
      bus.subscribe('video.requested', () => this.look()),
      bus.subscribe('cameras.connected', ({ trackerId }) => void this.#wake(trackerId)),
    ];
    this.#timer = setInterval(() => this.look(), this.#pace.pollMs).unref();
    this.look();
  }

  /** Polls for due requests. Calls during a poll result in one further poll. */
  look(): void {
    if (this.#stopped) return;
    if (this.#looking !== null) {
      this.#lookAgain = true;
      return;
    }
    this.#looking = this.#take()
      .catch((error) => {
        this.services.log.warn({ err: error }, 'could not poll for requested video');
      })
      .finally(() => {
        this.#looking = null;
        if (this.#lookAgain) {
          this.#lookAgain = false;
          this.look();
        }
      });
  }

  /**
   * Stops running requests and releases them; another process, or the next start, continues them.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const leave of this.#leave) leave();
    await this.#looking;
    const running = [...this.#running.values()];
    for (const { stop } of running) stop.abort();
    await Promise.all(running.map(({ done }) => done));
    const leases = running.map(({ lease }) => lease);
    await this.services.db.asSystem((trx) => releaseLeases(trx, leases));
  }

  async #wake(trackerId: number): Promise<void> {
    try {
      const woken = await this.services.db.asSystem((trx) => wakeRequests(trx, trackerId));
      if (woken) this.look();
    } catch (error) {
      this.services.log.warn({ err: error }, 'could not wake waiting requests');
    }
  }

  async #take(): Promise<void> {
    const free = this.#pace.atOnce - this.#running.size;
    if (free <= 0) return;
    const lease = randomUUID();
    const claimed = await this.services.db.asSystem((trx) =>
      claimDue(trx, lease, free, this.#pace.leaseS),
    );
    for (const request of claimed) {
      const stop = new AbortController();
      const key = `${lease} ${request.id}`;
      const done = this.#run(request, lease, stop).finally(() => {
        this.#running.delete(key);
        this.look();
      });
      this.#running.set(key, { lease, stop, done });
    }
  }

  async #run(request: Claimed, lease: string, stop: AbortController): Promise<void> {
    let progress: number | null = null;
    const renew = async () => {
      const { leaseS } = this.#pace;
      const holds = await this.services.db.asSystem((trx) =>
        renewLease(trx, request.id, lease, leaseS, progress),
      );
      if (!holds) stop.abort();
    };
    // A short database outage does not end a transfer, although the lease may expire.
    const renewing = setInterval(() => void renew().catch(() => undefined), this.#pace.renewMs);
    try {
      const results = await fetchRequest(this.services, request, {
        signal: stop.signal,
        onProgress: (percent) => {
          progress = Math.max(progress ?? 0, percent);
        },
      });
      clearInterval(renewing);
      if (!this.#stopped || !stop.signal.aborted) await this.#end(request, lease, results);
    } catch (error) {
      this.services.log.warn({ err: error, requestId: request.id }, 'a video request failed');
    } finally {
      clearInterval(renewing);
    }
  }

  async #end(
    request: Claimed,
    lease: string,
    results: CameraResult[] | 'quota-full',
  ): Promise<void> {
    const mayWait = request.give_up_at.getTime() > Date.now();
    const ending =
      results === 'quota-full'
        ? ({ state: 'failed', error: 'quota_full' } as const)
        : endingOf(results, request.attempts, mayWait);
    await this.services.db.asSystem(async (trx) => {
      const { retentionDays } = await videoSettings(trx, request.customer_id);
      const written: Ending =
        ending.state === 'requested'
          ? { ...ending, nextTryAt: new Date(Date.now() + ending.pauseMs) }
          : { ...ending, expiresAt: new Date(Date.now() + retentionDays * DAY_MS) };
      await endTry(trx, request.id, lease, written);
    });
    this.services.log.info(
      { requestId: request.id, state: ending.state, attempts: request.attempts },
      'a try to fetch video ended',
    );
  }
}
