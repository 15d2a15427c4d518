import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalBus } from '../src/platform/bus/index.ts';
import { loadConfig } from '../src/platform/config/index.ts';
import { createDeliveries } from '../src/platform/deliveries/index.ts';
import { createDeviceCommands, createDeviceMedia } from '../src/platform/device-commands/index.ts';
import { createFiles } from '../src/platform/files/index.ts';
import { AddressBook, outsideGeocoder } from '../src/platform/geocoding/index.ts';
import { Health } from '../src/platform/health.ts';
import { createJobs } from '../src/platform/jobs/index.ts';
import { createLog } from '../src/platform/log/index.ts';
import { createMailer } from '../src/platform/mail/index.ts';
import { MapArchives } from '../src/platform/map-archives/index.ts';
import { createMetrics } from '../src/platform/metrics/index.ts';
import type { Services } from '../src/platform/services.ts';
import { testDatabase } from './harness.ts';
import { TEST_CONFIG } from './test-config.ts';

export interface TestServices extends Services {
  /** Ends everything and removes database and data folder. */
  close(): Promise<void>;
}

/**
 * Real services on a fresh database and a fresh data folder, silent, with ports of the system's
 * choice. Jobs are not started; a test that needs them calls `jobs.start`.
 *
 * @param variables environment variables of the configuration under test
 */
export async function testServices(
  variables: Readonly<Record<string, string>> = {},
): Promise<TestServices> {
  const database = await testDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'roadworthy-test-'));
  const config = loadConfig({
    ...TEST_CONFIG,
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://localhost:8080',
    ...variables,
  });
  const log = createLog(config.logLevel);
  const bus = createLocalBus();
  const jobs = createJobs(database.url, log);
  const mail = createMailer(config);
  const deliveries = createDeliveries({ config, db: database.db, jobs, mail, log });
  const metrics = createMetrics();
  const deviceCommands = createDeviceCommands(bus);
  return {
    config,
    db: database.db,
    bus,
    jobs,
    files: createFiles(config),
    mail,
    deliveries,
    log,
    metrics,
    health: new Health(),
    deviceCommands,
    deviceMedia: createDeviceMedia(),
    addresses: new AddressBook(outsideGeocoder(config.map.geocoder, log)),
    mapArchives: new MapArchives(config, log),
    video: null,
    videoSources: {},
    close: async () => {
      await jobs.stop().catch(() => undefined);
      deviceCommands.close();
      await bus.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
