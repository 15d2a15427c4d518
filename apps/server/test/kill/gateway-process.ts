import { startGateway } from '../../src/gateway/index.ts';
import { createLocalBus } from '../../src/platform/bus/index.ts';
import { loadConfig } from '../../src/platform/config/index.ts';
import { openDatabase } from '../../src/platform/db/index.ts';
import {
  createDeviceCommands,
  createDeviceMedia,
} from '../../src/platform/device-commands/index.ts';
import { createLog } from '../../src/platform/log/index.ts';
import { createMetrics } from '../../src/platform/metrics/index.ts';
import { TEST_CONFIG } from '../test-config.ts';

// A gateway alone in a process, to be killed. DATABASE_URL and TELTONIKA_PORT say where.
const config = loadConfig({
  ...process.env,
  ...TEST_CONFIG,
  TELTONIKA_PORT: process.env.TELTONIKA_PORT,
});
const bus = createLocalBus();
await startGateway({
  config,
  db: openDatabase(config.databaseUrl ?? ''),
  bus,
  deviceCommands: createDeviceCommands(bus),
  deviceMedia: createDeviceMedia(),
  log: createLog('silent'),
  metrics: createMetrics(),
});
process.send?.('ready');
process.on('disconnect', () => process.exit(0));
