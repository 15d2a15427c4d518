import type { Bus } from './bus/index.ts';
import type { Config } from './config/index.ts';
import type { Database } from './db/index.ts';
import type { Deliveries } from './deliveries/index.ts';
import type { DeviceCommands, DeviceMedia } from './device-commands/index.ts';
import type { Files } from './files/index.ts';
import type { AddressBook } from './geocoding/index.ts';
import type { Health } from './health.ts';
import type { Jobs } from './jobs/index.ts';
import type { Log } from './log/index.ts';
import type { Mailer } from './mail/index.ts';
import type { MapArchives } from './map-archives/index.ts';
import type { Metrics } from './metrics/index.ts';
import type { VideoHub } from './video-hub.ts';
import type { VideoSources } from './video-sources.ts';

/** The services that every module uses; created once in `main.ts`, or by a test. */
export interface Services {
  readonly config: Config;
  readonly db: Database;
  readonly bus: Bus;
  readonly jobs: Jobs;
  /** Documents, images and video. */
  readonly files: Files;
  readonly mail: Mailer;
  /** Sends mails and webhooks that features have enqueued. */
  readonly deliveries: Deliveries;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly health: Health;
  /** Commands to devices. */
  readonly deviceCommands: DeviceCommands;
  /** Addresses of positions from the configured service. */
  readonly addresses: AddressBook;
  /** Street maps as archives. */
  readonly mapArchives: MapArchives;
  /** Files that devices send besides records. */
  readonly deviceMedia: DeviceMedia;
  /** The server's connection to cameras; null in tests without cameras. */
  readonly video: VideoHub | null;
  /** Sources of recordings; empty if this process has no `api` role. */
  readonly videoSources: VideoSources;
}
