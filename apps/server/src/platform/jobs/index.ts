import { PgBoss } from 'pg-boss';
import type { Log } from '../log/index.ts';

/** Work that waits in the database until a worker does it; each handler is idempotent. */
export interface Jobs {
  /** Declares a queue; `cron` also enqueues it on a schedule, in UTC. Before `start`. */
  register<T extends object>(
    name: string,
    handler: (data: T) => Promise<void>,
    cron?: string,
  ): void;
  /** Enqueues a job; it survives a restart and is tried again when it fails. */
  send<T extends object>(name: string, data: T): Promise<void>;
  /** Connects, and works on the queues where `work` is true (the worker role). */
  start(options: { work: boolean }): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_LIMIT = 20;
const RETRY_DELAY_S = 5;
const POLL_S = 0.5;

interface Queue {
  readonly handler: (data: never) => Promise<void>;
  readonly cron: string | undefined;
}

/**
 * The job queue of this installation, kept by pg-boss in PostgreSQL.
 *
 * @param url connection string of the owner
 */
export function createJobs(url: string, log: Log): Jobs {
  const boss = new PgBoss({ connectionString: url, max: 4, application_name: 'roadworthy-jobs' });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue has trouble'));
  const queues = new Map<string, Queue>();

  const run = async (name: string, handler: (data: never) => Promise<void>, data: unknown) => {
    try {
      await handler(data as never);
    } catch (error) {
      log.warn({ job: name, err: error }, 'a job failed and will be tried again');
      throw error;
    }
  };

  return {
    register: (name, handler, cron) => {
      queues.set(name, { handler: handler as (data: never) => Promise<void>, cron });
    },
    send: async (name, data) => {
      await boss.send(name, data);
    },
    start: async ({ work }) => {
      await boss.start();
      for (const [name, { handler, cron }] of queues) {
        await boss.createQueue(name, {
          retryLimit: RETRY_LIMIT,
          retryDelay: RETRY_DELAY_S,
          retryBackoff: true,
        });
        if (!work) continue;
        await boss.work(name, { pollingIntervalSeconds: POLL_S, batchSize: 1 }, async (jobs) => {
          for (const job of jobs) await run(name, handler, job.data);
        });
        if (cron !== undefined) await boss.schedule(name, cron);
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5000 }),
  };
}
