import { gt06Codec, jt808Codec, type StreamCodec, teltonikaCodec } from '@roadworthy/protocols';
import { isWithin } from '../platform/networks.ts';
import type { Services } from '../platform/services.ts';
import { AttachmentListener, DeviceCameras } from './cameras/index.ts';
import { ClockFaultRecovery } from './clock-fault-recovery.ts';
import { ClockOffsets } from './clock-offsets.ts';
import { CommitHealth } from './commit-health.ts';
import { ConnectionAdmission } from './connection-admission.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { ConnectionLog } from './connection-log.ts';
import { DeviceRegistry } from './device-registry.ts';
import { FailedArrivals } from './failed-arrivals.ts';
import { GroupCommit } from './group-commit.ts';
import { HttpListener, type RequestLimits } from './http-listener.ts';
import { Intake } from './intake.ts';
import { gatewayMetrics } from './metrics.ts';
import { OutgoingMessages } from './outgoing-messages.ts';
import { Partitions } from './partitions.ts';
import { PositionStore } from './position-store.ts';
import { PrivateDistances } from './private-distances.ts';
import { PrivateUse } from './private-use.ts';
import { RawFrames } from './raw-frames.ts';
import { ServerClock } from './server-clock.ts';
import { TcpListener } from './tcp-listener.ts';
import { TrackerContacts } from './tracker-contacts.ts';
import { UdpListener } from './udp-listener.ts';
import { UnknownDevices } from './unknown-devices.ts';
import { VehicleStateStore } from './vehicle-state-store.ts';
import { VehicleStates } from './vehicle-states.ts';

export { Partitions } from './partitions.ts';

/** The ports that the gateway listens on. */
export interface GatewayAddresses {
  readonly teltonika: number;
  readonly gt06: number;
  readonly jt808: number;
  /** Phones and Traccar's forwarding. */
  readonly http: number;
  /** Alarm files from cameras. */
  readonly attachments: number;
}

export interface Gateway {
  readonly addresses: GatewayAddresses;
  /**
   * True when devices can connect and their records are stored; otherwise a description of the
   * problem.
   */
  health(): true | string;
  /** The problem with the clock of this server, or null. */
  clockFault(): ReturnType<ServerClock['fault']>;
  /**
   * Moves records that were quarantined while the server's clock was wrong to the positions, as the
   * gateway does every minute. Returns the number of records.
   */
  takeBackRecords(): Promise<number>;
  /** Stops listening, closes every connection and writes buffered entries. */
  stop(): Promise<void>;
}

type GatewayServices = Pick<
  Services,
  'config' | 'db' | 'bus' | 'log' | 'metrics' | 'deviceCommands' | 'deviceMedia'
>;

/** Maximum unfinished transfer of a terminal: an image of up to 1 MiB arrives in packets. */
const CAMERA_BUFFER_BYTES = 1280 * 1024;

/** Creates the pipeline that all records pass through. */
function createIntake({ config, db, bus, log, metrics }: GatewayServices) {
  const counters = gatewayMetrics(metrics);
  const partitions = new Partitions(db.pool);
  const states = new VehicleStates(new VehicleStateStore(db.pool), bus, log);
  const store = new PositionStore(db.pool, partitions, states, (count) =>
    counters.implausiblePositions.inc(count),
  );
  const registry = new DeviceRegistry(db.pool, bus);
  const unknown = new UnknownDevices(db.pool);
  const contacts = new TrackerContacts(db.pool, registry);
  const connections = new ConnectionLog(db.pool, bus);
  const failed = new FailedArrivals(bus);
  const clock = new ServerClock(db.pool);
  const { networks } = config.gateway;
  const clocks = new ClockOffsets(db.pool, bus, log);
  const frames = new RawFrames(db.pool, log, config.rawFrames.perDevice > 0);
  const commits = new CommitHealth();
  const commit = new GroupCommit((rows) => store.store(rows), {
    committed: (rows, moved) => {
      commits.succeeded();
      counters.batches.inc();
      bus.publish('records.committed', { records: rows });
      if (moved.length > 0) bus.publish('positions.committed', { states: moved });
    },
    failed: (error) => {
      commits.failed();
      counters.commitFailures.inc();
      log.warn({ err: error }, 'storing positions failed; devices will send them again');
    },
  });
  metrics.gauge('gateway_queued_rows', 'Rows that wait for their transaction', (gauge) =>
    gauge.set(commit.queuedRows),
  );
  const retentionDays = config.positionsRetentionDays;
  const distances = new PrivateDistances((vehicleId) => states.of(vehicleId));
  const privateUse = new PrivateUse(db, bus, log, distances, retentionDays);
  const parts = {
    registry,
    commit,
    store,
    unknown,
    contacts,
    privateUse,
    connections,
    failed,
    clock,
    mayConnectFrom: networks.length === 0 ? () => true : isWithin(networks),
    metrics: counters,
    log,
    retentionDays,
  };
  const intake = new Intake(parts);
  const recovery = new ClockFaultRecovery({ pool: db.pool, registry, intake, retentionDays, log });
  return {
    intake,
    recovery,
    clock,
    partitions,
    states,
    registry,
    unknown,
    contacts,
    privateUse,
    connections,
    failed,
    clocks,
    frames,
    commits,
    counters,
  };
}

/** The port for alarm files; only registered devices that are fitted to a vehicle may upload. */
function attachmentListener(
  { config, deviceMedia, log }: GatewayServices,
  { intake, counters }: ReturnType<typeof createIntake>,
): AttachmentListener {
  return new AttachmentListener({
    host: config.gateway.host,
    port: config.video.attachmentsPort,
    dataDir: config.dataDir,
    media: deviceMedia,
    secret: config.sessionSecret,
    log,
    recognise: (numbers, address) => intake.recognise('jt808', numbers, address),
    count: (result) => counters.attachments.inc({ result }),
  });
}

/**
 * Starts the device gateway: one TCP port per protocol, the same port for Teltonika's datagrams, a
 * port for devices that report over HTTP, and one for alarm files of cameras.
 *
 * @param limits limits of a connection or a request that differ from the defaults, for tests
 * @throws if a port is in use
 */
export async function startGateway(
  services: GatewayServices,
  limits: Partial<ConnectionLimits & RequestLimits> = {},
): Promise<Gateway> {
  const { config, log, metrics } = services;
  const parts = createIntake(services);
  const { intake, counters } = parts;
  await parts.partitions.prepare(Date.now());
  await parts.clocks.load();
  await parts.privateUse.load();
  // In the background: the state of a device that sends meanwhile is loaded first.
  void parts.states.recover().catch((error) => {
    log.warn(
      { err: error },
      'loading last known states failed; each is loaded when its device sends',
    );
  });
  const { host, maxConnections, maxConnectionsPerAddress } = config.gateway;
  const admission = new ConnectionAdmission({
    total: maxConnections,
    perAddress: maxConnectionsPerAddress,
  });
  metrics.gauge('gateway_connections', 'Open connections of devices', (gauge) =>
    gauge.set(admission.connections),
  );
  const { frames, clocks, connections, failed } = parts;
  const common = { host, intake, connections, failed, metrics: counters, frames, log, admission };
  const lines: TcpListener[] = [];
  const linkOf = (trackerId: number) => {
    for (const line of lines) {
      const connection = line.connectionOf(trackerId);
      if (connection !== undefined) return connection;
    }
    return undefined;
  };
  const outgoing = new OutgoingMessages(services.db.pool, services.bus, log, linkOf);
  const attachments = attachmentListener(services, parts);
  const attachmentsPort = () => attachments.port;
  const cameras = new DeviceCameras({
    ...services,
    metrics: counters,
    linkOf,
    attachmentsPort,
  });
  const tcp = (codec: StreamCodec, port: number, bufferBytes?: number) =>
    new TcpListener({
      ...common,
      codec,
      port,
      secret: config.sessionSecret,
      clocks: parts.clocks,
      outgoing,
      cameras,
      limits: {
        idleMs: config.gateway.idleTimeoutS * 1000,
        ...(bufferBytes === undefined ? {} : { bufferBytes }),
        ...limits,
      },
    });
  const teltonika = tcp(teltonikaCodec, config.gateway.teltonikaPort);
  const gt06 = tcp(gt06Codec, config.gateway.gt06Port);
  const jt808 = tcp(jt808Codec, config.gateway.jt808Port, CAMERA_BUFFER_BYTES);
  const http = new HttpListener({
    ...common,
    port: config.gateway.osmandPort,
    limits,
    forwardToken: config.gateway.traccarForwardToken,
  });
  lines.push(teltonika, gt06, jt808);
  void outgoing.refresh();
  const addresses = {
    teltonika: await teltonika.listen(),
    gt06: await gt06.listen(),
    jt808: await jt808.listen(),
    http: await http.listen(),
    attachments: await attachments.listen(),
  };
  const datagrams = new UdpListener({ ...common, clocks, port: addresses.teltonika });
  await datagrams.listen();
  const streams = [...lines, http, attachments];
  return {
    addresses,
    health: () => {
      if (!streams.every(({ isListening }) => isListening)) return 'a port does not listen';
      if (intake.isFull) return 'too much waits for the database';
      if (parts.commits.isFailing()) return 'the last records could not be stored';
      return parts.clock.health();
    },
    clockFault: () => parts.clock.fault(),
    takeBackRecords: () => parts.recovery.run(),
    stop: async () => {
      const listeners = [...streams, datagrams];
      await Promise.all(listeners.map((listener) => listener.close()));
      parts.clock.close();
      await parts.recovery.close();
      await Promise.all([parts.unknown.close(), parts.contacts.close(), parts.states.close()]);
      await Promise.all([frames.close(), connections.close()]);
      outgoing.close();
      cameras.close();
      failed.close();
      parts.registry.close();
      parts.privateUse.close();
      parts.clocks.close();
    },
  };
}
