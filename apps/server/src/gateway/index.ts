import { type StreamCodec, teltonikaCodec } from '@roadworthy/protocols';
import type { Services } from '../platform/services.ts';
import type { ConnectionLimits } from './connection.ts';
import { DeviceRegistry } from './device-registry.ts';
import { GroupCommit } from './group-commit.ts';
import { Intake } from './intake.ts';
import { gatewayMetrics } from './metrics.ts';
import { Partitions } from './partitions.ts';
import { PositionStore } from './position-store.ts';
import { TcpListener } from './tcp-listener.ts';
import { TrackerSightings } from './tracker-sightings.ts';
import { UdpListener } from './udp-listener.ts';
import { UnknownDevices } from './unknown-devices.ts';

export { Partitions } from './partitions.ts';

/** The ports that the gateway listens on. */
export interface GatewayAddresses {
  readonly teltonika: number;
}

export interface Gateway {
  readonly addresses: GatewayAddresses;
  /** Stops listening, closes every connection and writes what was noted. */
  stop(): Promise<void>;
}

type GatewayServices = Pick<Services, 'config' | 'db' | 'bus' | 'log' | 'metrics'>;

/** Makes the one way that all records take. */
function createIntake({ config, db, bus, log, metrics }: GatewayServices) {
  const counters = gatewayMetrics(metrics);
  const partitions = new Partitions(db.pool);
  const store = new PositionStore(db.pool, partitions);
  const registry = new DeviceRegistry(db.pool, bus);
  const unknown = new UnknownDevices(db.pool);
  const sightings = new TrackerSightings(db.pool, registry);
  const commit = new GroupCommit((rows) => store.store(rows), {
    committed: (_rows, states) => {
      counters.batches.inc();
      if (states.length > 0) bus.publish('positions.committed', { states });
    },
    failed: (error) => {
      counters.commitFailures.inc();
      log.warn({ err: error }, 'positions could not be stored; devices will send them again');
    },
  });
  metrics.gauge('gateway_queued_rows', 'Rows that wait for their transaction', (gauge) =>
    gauge.set(commit.queuedRows),
  );
  const retentionDays = config.positionsRetentionDays;
  const parts = {
    registry,
    commit,
    store,
    unknown,
    sightings,
    metrics: counters,
    log,
    retentionDays,
  };
  return { intake: new Intake(parts), partitions, registry, unknown, sightings, counters };
}

/**
 * Starts the device gateway: a TCP port a protocol, the same port for Teltonika's datagrams.
 *
 * @param limits limits of a connection other than the defaults, for tests
 * @throws where a port is taken
 */
export async function startGateway(
  services: GatewayServices,
  limits: Partial<ConnectionLimits> = {},
): Promise<Gateway> {
  const { config, log } = services;
  const parts = createIntake(services);
  const { intake, counters } = parts;
  await parts.partitions.prepare(Date.now());
  const { host, maxConnections } = config.gateway;
  const common = { host, intake, metrics: counters, log };
  const tcp = (codec: StreamCodec, port: number) =>
    new TcpListener({
      ...common,
      codec,
      port,
      maxConnections,
      secret: config.sessionSecret,
      limits: { idleMs: config.gateway.idleTimeoutS * 1000, ...limits },
    });
  const teltonika = tcp(teltonikaCodec, config.gateway.teltonikaPort);
  const addresses = { teltonika: await teltonika.listen() };
  const datagrams = new UdpListener({ ...common, port: addresses.teltonika });
  await datagrams.listen();
  return {
    addresses,
    stop: async () => {
      await Promise.all([teltonika.close(), datagrams.close()]);
      await Promise.all([parts.unknown.close(), parts.sightings.close()]);
      parts.registry.close();
    },
  };
}
