import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Transaction } from '../db/index.ts';
import type { Log } from '../log/index.ts';
import { inSpan } from '../tracing/index.ts';

/** Jobs that are stored in the database until a worker runs them; each handler is idempotent. */
export interface Jobs {
  /** Declares a queue, optionally with a `cron` schedule in UTC. Call it before `start`. */
  register<T extends object>(
    name: string,
    handler: (data: T) => Promise<void>,
    cron?: string,
  ): void;
  /**
   * Declares work that this process repeats while it runs queues: at once while `step` returns
   * true, otherwise after half a second, and after ten seconds without work every two seconds.
   * Call it before `start`.
   */
  poll(name: string, step: () => Promise<boolean>): void;
  /**
   * Enqueues a job; it survives a restart and is retried when it fails.
   *
   * @param trx a transaction of the owner: the job exists only if it is committed
   */
  send<T extends object>(name: string, data: T, trx?: Transaction): Promise<void>;
  /** Connects, and runs the queues if `work` is true (the worker role). */
  start(options: { work: boolean }): Promise<void>;
  /** True while the queue is started and had no recent problem; otherwise a description. */
  health(): true | string;
  /** Lets running jobs finish, for a few seconds; the others stay in the database. */
  stop(): Promise<void>;
}

/** About 20 retries with a growing pause of at most 15 minutes: more than three hours. */
const RETRY_LIMIT = 20;
const RETRY_DELAY_S = 5;
const RETRY_DELAY_MAX_S = 900;
const POLL_S = 0.5;
/** While PostgreSQL notifies of new jobs (LISTEN): finds jobs whose time has come. */
const NOTIFIED_POLL_S = 5;
/** Polls without work before polling slows down, so that an idle server needs little processor time. */
const EMPTY_BEFORE_SLOW = 20;
const SLOW_POLL_S = 2;
const STOP_LIMIT_MS = 5000;
/** A continuing problem is reported again every few seconds. */
const TROUBLE_COUNTS_MS = 5000;
/** Job data (an e-mail with its link) is deleted from the database after completion. */
const KEEP_DONE_S = 3600;

const QUEUE = {
  retryLimit: RETRY_LIMIT,
  retryDelay: RETRY_DELAY_S,
  retryDelayMax: RETRY_DELAY_MAX_S,
  retryBackoff: true,
  deleteAfterSeconds: KEEP_DONE_S,
  notify: true,
};

interface Queue {
  readonly handler: (data: never) => Promise<void>;
  readonly cron: string | undefined;
}

/** The loggable part of an error: its code. Its message may contain personal addresses. */
function reason(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name ?? 'unknown');
}

/**
 * The job queue of this installation: pg-boss in PostgreSQL.
 *
 * @param url connection string of the owner
 */
export function createJobs(url: string, log: Log): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    application_name: 'roadworthy-jobs',
    useListenNotify: true,
  });
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
  const polls = new Map<string, () => Promise<boolean>>();
  let polling: Promise<unknown> = Promise.resolve();

  const run = async (name: string, handler: (data: never) => Promise<void>, data: unknown) => {
    const started = Date.now();
    try {
      await inSpan(`job ${name}`, 'consumer', {}, () => handler(data as never));
      log.info({ job: name, durationMs: Date.now() - started }, 'a job is done');
    } catch (error) {
      log.warn({ job: name, reason: reason(error) }, 'a job failed and will be tried again');
      throw error;
    }
  };

  const open = async (name: string, { handler, cron }: Queue, work: boolean) => {
    await boss.createQueue(name, QUEUE);
    // A queue of an earlier release keeps its options otherwise.
    await boss.updateQueue(name, QUEUE);
    if (!work) return;
    const intervals = {
      pollingIntervalSeconds: POLL_S,
      notifyPollingIntervalSeconds: NOTIFIED_POLL_S,
    };
    await boss.work(name, { ...intervals, batchSize: 1 }, async (jobs) => {
      for (const job of jobs) await run(name, handler, job.data);
    });
    if (cron !== undefined) await boss.schedule(name, cron);
  };

  const repeat = async (name: string, step: () => Promise<boolean>) => {
    let empty = 0;
    while (isStarted) {
      const hasMore = await step().catch((error: unknown) => {
        troubleMs = Date.now();
        log.warn({ job: name, reason: reason(error) }, 'a job failed and will be tried again');
        return false;
      });
      empty = hasMore ? 0 : empty + 1;
      const pauseS = empty > EMPTY_BEFORE_SLOW ? SLOW_POLL_S : POLL_S;
      if (!hasMore && isStarted) await sleep(pauseS * 1000, undefined, { ref: false });
    }
  };

  return {
    poll: (name, step) => {
      polls.set(name, step);
    },
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
      if (work) polling = Promise.all([...polls].map(([name, step]) => repeat(name, step)));
    },
    health: () => {
      if (!isStarted) return 'the job queue is not started';
      const hasTrouble = Date.now() - troubleMs < TROUBLE_COUNTS_MS;
      return hasTrouble ? 'the job queue had trouble a moment ago' : true;
    },
    stop: async () => {
      isStarted = false;
      const polled = Promise.race([polling, sleep(STOP_LIMIT_MS, undefined, { ref: false })]);
      await Promise.all([boss.stop({ graceful: true, timeout: STOP_LIMIT_MS }), polled]);
    },
  };
}
