import { fromKysely, PgBoss } from 'pg-boss';
import type { Transaction } from '../db/index.ts';
import type { Log } from '../log/index.ts';

/** Work that waits in the database until a worker does it; each handler is idempotent. */
export interface Jobs {
  /** Declares a queue; `cron` also enqueues it on a schedule, in UTC. Before `start`. */
  register<T extends object>(
    name: string,
    handler: (data: T) => Promise<void>,
    cron?: string,
  ): void;
  /**
   * Enqueues a job; it survives a restart and is tried again when it fails.
   *
   * @param trx a transaction of the owner: the job is there once it is committed, else never was
   */
  send<T extends object>(name: string, data: T, trx?: Transaction): Promise<void>;
  /** Connects, and works on the queues where `work` is true (the worker role). */
  start(options: { work: boolean }): Promise<void>;
  /** True while the queue is started and had no trouble lately; otherwise what is wrong. */
  health(): true | string;
  /** Lets the jobs at work finish, for a few seconds; the others wait in the database. */
  stop(): Promise<void>;
}

/** Some 20 tries with a growing pause of at most a quarter of an hour: three hours and more. */
const RETRY_LIMIT = 20;
const RETRY_DELAY_S = 5;
const RETRY_DELAY_MAX_S = 900;
const POLL_S = 0.5;
const STOP_LIMIT_MS = 5000;
/** Trouble is reported again every few seconds while it lasts. */
const TROUBLE_COUNTS_MS = 5000;
/** What a job carried (a mail with its link) does not stay in the database after it is done. */
const KEEP_DONE_S = 3600;

interface Queue {
  readonly handler: (data: never) => Promise<void>;
  readonly cron: string | undefined;
}

/** What may stand in a log of a failure: its texts can hold addresses of people, its code not. */
function reason(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}

/**
 * The job queue of this installation, kept by pg-boss in PostgreSQL.
 *
 * @param url connection string of the owner
 */
export function createJobs(url: string, log: Log): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 4, application_name: 'roadworthy-jobs' });
  let isStarted = false;
  let troubleMs = Number.NEGATIVE_INFINITY;
  boss.on('error', (error) => {
    troubleMs = Date.now();
    log.warn({ reason: reason(error) }, 'the job queue has trouble');
  });
  boss.on('stopped', () => {
    isStarted = false;
  });
  const queues = new Map<string, Queue>();

  const run = async (name: string, handler: (data: never) => Promise<void>, data: unknown) => {
    const started = Date.now();
    try {
      await handler(data as never);
      log.info({ job: name, durationMs: Date.now() - started }, 'a job is done');
    } catch (error) {
      log.warn({ job: name, reason: reason(error) }, 'a job failed and will be tried again');
      throw error;
    }
  };

  const open = async (name: string, { handler, cron }: Queue, work: boolean) => {
    await boss.createQueue(name, {
      retryLimit: RETRY_LIMIT,
      retryDelay: RETRY_DELAY_S,
      retryDelayMax: RETRY_DELAY_MAX_S,
      retryBackoff: true,
      deleteAfterSeconds: KEEP_DONE_S,
    });
    if (!work) return;
    await boss.work(name, { pollingIntervalSeconds: POLL_S, batchSize: 1 }, async (jobs) => {
      for (const job of jobs) await run(name, handler, job.data);
    });
    if (cron !== undefined) await boss.schedule(name, cron);
  };

  return {
    register: (name, handler, cron) => {
      queues.set(name, { handler: handler as (data: never) => Promise<void>, cron });
    },
    send: async (name, data, trx) => {
      await boss.send(name, data, trx === undefined ? {} : { db: fromKysely(trx) });
    },
    start: async ({ work }) => {
      await boss.start();
      for (const [name, queue] of queues) await open(name, queue, work);
      isStarted = true;
    },
    health: () => {
      if (!isStarted) return 'the job queue is not started';
      const hasTrouble = Date.now() - troubleMs < TROUBLE_COUNTS_MS;
      return hasTrouble ? 'the job queue had trouble a moment ago' : true;
    },
    stop: async () => {
      isStarted = false;
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS });
    },
  };
}
