import type { Bus } from './bus/index.ts';
import type { Config } from './config/index.ts';
import type { Database } from './db/index.ts';
import type { Files } from './files/index.ts';
import type { Health } from './health.ts';
import type { Jobs } from './jobs/index.ts';
import type { Log } from './log/index.ts';
import type { Mailer } from './mail/index.ts';
import type { Metrics } from './metrics/index.ts';
import type { DeviceMedia, Orders } from './orders/index.ts';
import type { VideoHub } from './video-hub.ts';
import type { VideoSources } from './video-sources.ts';

/** What every module stands on; made once in `main.ts`, or by a test. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  /** Documents, pictures and video. */
  readonly files: Files;
  readonly mail: Mailer;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  /** What devices are asked. */
  readonly orders: Orders;
  /** What devices send besides records. */
  readonly deviceMedia: DeviceMedia;
  /** The cameras' end; null in tests that have none. */
  readonly video: VideoHub | null;
  /** Where recordings are fetched from; empty where this process has no `api` role. */
  readonly videoSources: VideoSources;
}
