import type { CodecProtocol } from '@roadworthy/domain';
import { AttachmentListener, DeviceCameras } from './cameras/index.ts';
import { ConnectionAdmission } from './connection-admission.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createIntake, type GatewayServices } from './create-intake.ts';
import { DetectingListener, type DetectingListenerOptions } from './detecting-listener.ts';
import { DeviceCertificate } from './device-certificate.ts';
import { HttpListener, type RequestLimits } from './http-listener.ts';
import { type MqttTimes, startInputs } from './inputs/index.ts';
import { outgoingCommands } from './outgoing-commands.ts';
import { outgoingMessages } from './outgoing-messages.ts';
import { OutgoingQueue } from './outgoing-queue.ts';
import { ProtocolListeners } from './protocol-listeners.ts';
import type { ServerClock } from './server-clock.ts';
import type { IngestStream } from './stream/index.ts';

export { Partitions } from './partitions.ts';
export { IngestStream, PARTITIONS, startWriter } from './stream/index.ts';

/** The ports that the gateway listens on. */
export interface GatewayAddresses extends Readonly<Record<CodecProtocol, number>> {
  /** Devices of any protocol. */
  readonly detect: number;
  /** Devices of any protocol over TLS; 0 without a certificate. */
  readonly tls: number;
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
  /** Whether a device would be accepted without the database. */
  knowsDevice(number: string): boolean;
  /** Stops listening, closes every connection and writes buffered entries. */
  stop(): Promise<void>;
}

type Intake = ReturnType<typeof createIntake>;

/** Loads what must be known before the first record arrives. */
async function load(parts: Intake, { log }: GatewayServices): Promise<void> {
  await parts.partitions.prepare(Date.now());
  await parts.clocks.load();
  await parts.privateUse.load();
  await parts.known?.load();
  // In the background: the state of a device that sends meanwhile is loaded first.
  void parts.states.recover().catch((error) => {
    log.warn(
      { err: error },
      'loading last known states failed; each is loaded when its device sends',
    );
  });
}

/** The limits of open connections, and their number as a metric. */
function connectionAdmission({ config, metrics }: GatewayServices): ConnectionAdmission {
  const { maxConnections, maxConnectionsPerAddress } = config.gateway;
  const admission = new ConnectionAdmission({
    total: maxConnections,
    perAddress: maxConnectionsPerAddress,
  });
  metrics.gauge('gateway_connections', 'Open connections of devices', (gauge) =>
    gauge.set(admission.connections),
  );
  return admission;
}

/** The port for alarm files; only registered devices that are fitted to a vehicle may upload. */
function attachmentListener(
  { config, deviceMedia, log }: GatewayServices,
  { intake, counters }: Intake,
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

/** The ports for devices of any protocol; with TLS only if there is a certificate. */
function detectingListeners(
  { config, log }: GatewayServices,
  options: Omit<DetectingListenerOptions, 'port'>,
): { plain: DetectingListener; encrypted: readonly DetectingListener[] } {
  const { detectPort, maxConnections, tls } = config.gateway;
  const plain = new DetectingListener({ ...options, port: detectPort });
  if (tls === null) return { plain, encrypted: [] };
  const certificate = new DeviceCertificate(tls, log);
  return {
    plain,
    encrypted: [new DetectingListener({ ...options, port: tls.port, certificate, maxConnections })],
  };
}

/** True if records are stored; otherwise a description of the problem. */
function healthOf(parts: Intake, stream: IngestStream | null): true | string {
  const streamHealth = stream?.health() ?? true;
  if (streamHealth !== true) return streamHealth;
  if (parts.intake.isFull) return 'too much waits for the database';
  if (parts.commits.isFailing()) return 'the last records could not be stored';
  return parts.clock.health();
}

/** Ends the timers and subscriptions of the intake, after its buffered entries are written. */
async function close(parts: Intake): Promise<void> {
  parts.clock.close();
  await parts.recovery.close();
  await Promise.all([parts.unknown.close(), parts.contacts.close(), parts.states.close()]);
  await Promise.all([parts.frames.close(), parts.connections.close()]);
  parts.failed.close();
  parts.registry.close();
  parts.known?.close();
  parts.privateUse.close();
  parts.clocks.close();
}

/**
 * Starts the device gateway: one TCP port per protocol, the same port for its datagrams if it has
 * any, one for streams of all of them, a port for devices that report over HTTP, and one for alarm files of cameras.
 *
 * @param limits limits of a connection or a request that differ from the defaults, for tests
 * @param stream makes records durable before the database has them; null to store them there at once
 * @throws if a port is in use
 */
export async function startGateway(
  services: GatewayServices,
  limits: Partial<ConnectionLimits & RequestLimits> & { readonly inputs?: Partial<MqttTimes> } = {},
  stream: IngestStream | null = null,
): Promise<Gateway> {
  const { config, log } = services;
  const parts = createIntake(services, stream);
  await load(parts, services);
  const { frames, clocks, connections, failed, intake, counters: metrics } = parts;
  const { host } = config.gateway;
  const admission = connectionAdmission(services);
  const common = { host, intake, connections, failed, metrics, frames, log, admission };
  const protocols = new ProtocolListeners({ ...common, clocks, config, limits });
  const linkOf = (trackerId: number) => protocols.connectionOf(trackerId);
  const sources = [outgoingCommands, outgoingMessages];
  const outgoing = new OutgoingQueue(services.db.pool, services.bus, log, sources, linkOf);
  const attachments = attachmentListener(services, parts);
  const attachmentsPort = () => attachments.port;
  const cameras = new DeviceCameras({ ...services, metrics, linkOf, attachmentsPort });
  const inputs = startInputs(services, parts, limits.inputs);
  const http = new HttpListener({
    ...common,
    inputs: inputs.http,
    port: config.gateway.ports.osmand,
    limits,
    forwardToken: config.gateway.traccarForwardToken,
  });
  void outgoing.refresh();
  const ports = await protocols.listen({ outgoing, cameras });
  const { plain, encrypted } = detectingListeners(services, {
    host,
    admission,
    metrics,
    log,
    lineOf: (protocol) => protocols.listenerOf(protocol),
    ...(limits.loginMs === undefined ? {} : { loginMs: limits.loginMs }),
  });
  const addresses = {
    ...ports,
    detect: await plain.listen(),
    tls: (await Promise.all(encrypted.map((listener) => listener.listen())))[0] ?? 0,
    http: await http.listen(),
    attachments: await attachments.listen(),
  };
  const streams = [plain, ...encrypted, ...protocols.streams, http, attachments];
  return {
    addresses,
    health: () =>
      streams.every(({ isListening }) => isListening)
        ? healthOf(parts, stream)
        : 'a port does not listen',
    clockFault: () => parts.clock.fault(),
    knowsDevice: (number) => parts.known?.has(number) === true,
    takeBackRecords: () => parts.recovery.run(),
    stop: async () => {
      const listeners = [...streams, ...protocols.datagrams];
      await Promise.all(listeners.map((listener) => listener.close()));
      await inputs.close();
      await close(parts);
      outgoing.close();
      cameras.close();
    },
  };
}
