import { type CodecProtocol, DEVICE_PORTS } from '@roadworthy/domain';
import { codecsOf, type ProtocolCodecs } from '@roadworthy/protocols';
import { AttachmentListener, DeviceCameras } from './cameras/index.ts';
import { ConnectionAdmission } from './connection-admission.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import { createIntake, type GatewayServices } from './create-intake.ts';
import { DetectingListener } from './detecting-listener.ts';
import { DeviceCertificate } from './device-certificate.ts';
import { HttpListener, type RequestLimits } from './http-listener.ts';
import { outgoingCommands } from './outgoing-commands.ts';
import { outgoingMessages } from './outgoing-messages.ts';
import { OutgoingQueue } from './outgoing-queue.ts';
import type { ServerClock } from './server-clock.ts';
import type { IngestStream } from './stream/index.ts';
import { TcpListener } from './tcp-listener.ts';
import { UdpListener } from './udp-listener.ts';

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
 * Starts the device gateway: one TCP port per protocol, the same port for its datagrams if it has
 * any, one for streams of all of them, a port for devices that report over HTTP, and one for alarm files of cameras.
 *
 * @param limits limits of a connection or a request that differ from the defaults, for tests
 * @param stream makes records durable before the database has them; null to store them there at once
 * @throws if a port is in use
 */
export async function startGateway(
  services: GatewayServices,
  limits: Partial<ConnectionLimits & RequestLimits> = {},
  stream: IngestStream | null = null,
): Promise<Gateway> {
  const { config, log, metrics } = services;
  const parts = createIntake(services, stream);
  const { intake, counters } = parts;
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
  const sources = [outgoingCommands, outgoingMessages];
  const outgoing = new OutgoingQueue(services.db.pool, services.bus, log, sources, linkOf);
  const attachments = attachmentListener(services, parts);
  const attachmentsPort = () => attachments.port;
  const cameras = new DeviceCameras({
    ...services,
    metrics: counters,
    linkOf,
    attachmentsPort,
  });
  const ports = {} as Record<CodecProtocol, number>;
  const datagrams: UdpListener[] = [];
  const lineOf = new Map<CodecProtocol, TcpListener>();
  const listenForDatagrams = async (
    protocol: CodecProtocol,
    { datagrams: codec }: ProtocolCodecs,
    port: number,
  ) => {
    if (codec === undefined) return port;
    const udp = new UdpListener({ ...common, clocks, protocol, codec, port });
    datagrams.push(udp);
    return udp.listen();
  };
  const listen = async (protocol: CodecProtocol, codecs: ProtocolCodecs) => {
    const { maxTransferBytes } = codecs.stream;
    const line = new TcpListener({
      ...common,
      codec: codecs.stream,
      port: config.gateway.ports[protocol],
      secret: config.sessionSecret,
      clocks,
      outgoing,
      cameras,
      limits: {
        idleMs: config.gateway.idleTimeoutS * 1000,
        ...(maxTransferBytes === undefined ? {} : { bufferBytes: maxTransferBytes }),
        ...limits,
      },
    });
    lines.push(line);
    lineOf.set(protocol, line);
    const port = await line.listen();
    ports[protocol] = port;
    await listenForDatagrams(protocol, codecs, port);
  };
  const http = new HttpListener({
    ...common,
    port: config.gateway.ports.osmand,
    limits,
    forwardToken: config.gateway.traccarForwardToken,
  });
  void outgoing.refresh();
  for (const { name, transports } of DEVICE_PORTS) {
    const codecs = codecsOf(name);
    if (codecs === undefined) continue;
    const { name: protocol } = codecs.stream;
    if (transports.some((one) => one === 'tcp')) await listen(protocol, codecs);
    else ports[protocol] = await listenForDatagrams(protocol, codecs, config.gateway.ports[name]);
  }
  const detection = {
    host,
    admission,
    metrics: counters,
    log,
    lineOf: (protocol: CodecProtocol) => lineOf.get(protocol),
    ...(limits.loginMs === undefined ? {} : { loginMs: limits.loginMs }),
  };
  const detecting = new DetectingListener({ ...detection, port: config.gateway.detectPort });
  const { tls } = config.gateway;
  const encrypted =
    tls === null
      ? []
      : [
          new DetectingListener({
            ...detection,
            port: tls.port,
            certificate: new DeviceCertificate(tls, log),
            maxConnections,
          }),
        ];
  const addresses = {
    ...ports,
    detect: await detecting.listen(),
    tls: (await Promise.all(encrypted.map((listener) => listener.listen())))[0] ?? 0,
    http: await http.listen(),
    attachments: await attachments.listen(),
  };
  const streams = [detecting, ...encrypted, ...lines, http, attachments];
  return {
    addresses,
    health: () => {
      if (!streams.every(({ isListening }) => isListening)) return 'a port does not listen';
      const streamHealth = stream?.health() ?? true;
      if (streamHealth !== true) return streamHealth;
      if (intake.isFull) return 'too much waits for the database';
      if (parts.commits.isFailing()) return 'the last records could not be stored';
      return parts.clock.health();
    },
    clockFault: () => parts.clock.fault(),
    knowsDevice: (number) => parts.known?.has(number) === true,
    takeBackRecords: () => parts.recovery.run(),
    stop: async () => {
      const listeners = [...streams, ...datagrams];
      await Promise.all(listeners.map((listener) => listener.close()));
      parts.clock.close();
      await parts.recovery.close();
      await Promise.all([parts.unknown.close(), parts.contacts.close(), parts.states.close()]);
      await Promise.all([frames.close(), connections.close()]);
      outgoing.close();
      cameras.close();
      failed.close();
      parts.registry.close();
      parts.known?.close();
      parts.privateUse.close();
      parts.clocks.close();
    },
  };
}
