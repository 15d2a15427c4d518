import { gt06Codec, jt808Codec, type StreamCodec, teltonikaCodec } from '@roadworthy/protocols';
import type { Services } from '../platform/services.ts';
import { ClockOffsets } from './clock-offsets.ts';
import type { ConnectionLimits } from './connection.ts';
import { DeviceRegistry } from './device-registry.ts';
import { GroupCommit } from './group-commit.ts';
import { HttpListener } from './http-listener.ts';
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
  readonly gt06: number;
  readonly jt808: number;
  /** Phones, and Traccar's forwarding. */
  readonly http: number;
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
  const clocks = new ClockOffsets(db.pool, bus, log);
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
  return { intake: new Intake(parts), partitions, registry, unknown, sightings, clocks, counters };
}

/**
 * Starts the device gateway: a TCP port a protocol, the same port for Teltonika's datagrams, and a
 * port for devices that report by HTTP.
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
  await parts.clocks.load();
  const { host, maxConnections } = config.gateway;
  const common = { host, intake, metrics: counters, log };
  const tcp = (codec: StreamCodec, port: number) =>
    new TcpListener({
      ...common,
      codec,
      port,
      maxConnections,
      secret: config.sessionSecret,
      clocks: parts.clocks,
      limits: { idleMs: config.gateway.idleTimeoutS * 1000, ...limits },
    });
  const teltonika = tcp(teltonikaCodec, config.gateway.teltonikaPort);
  const gt06 = tcp(gt06Codec, config.gateway.gt06Port);
  const jt808 = tcp(jt808Codec, config.gateway.jt808Port);
  const http = new HttpListener({
    ...common,
    port: config.gateway.osmandPort,
    maxConnections,
    forwardToken: config.gateway.traccarForwardToken,
  });
  const addresses = {
    teltonika: await teltonika.listen(),
    gt06: await gt06.listen(),
    jt808: await jt808.listen(),
    http: await http.listen(),
  };
  const datagrams = new UdpListener({ ...common, port: addresses.teltonika });
  await datagrams.listen();
  return {
    addresses,
    stop: async () => {
      const listeners = [teltonika, gt06, jt808, http, datagrams];
      await Promise.all(listeners.map((listener) => listener.close()));
      await Promise.all([parts.unknown.close(), parts.sightings.close()]);
      parts.registry.close();
      parts.clocks.close();
    },
  };
}
