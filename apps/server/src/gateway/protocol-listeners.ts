import { type CodecProtocol, DEVICE_PORTS } from '@roadworthy/domain';
import { codecsOf, type ProtocolCodecs } from '@roadworthy/protocols';
import type { Config } from '../platform/config/index.ts';
import type { DeviceCameras } from './cameras/index.ts';
import type { ClockOffsets } from './clock-offsets.ts';
import type { Connection } from './connection.ts';
import type { ConnectionAdmission } from './connection-admission.ts';
import type { ConnectionLimits } from './connection-limits.ts';
import type { ListenerOptions } from './listener-options.ts';
import type { OutgoingQueue } from './outgoing-queue.ts';
import { TcpListener } from './tcp-listener.ts';
import { UdpListener } from './udp-listener.ts';

interface ProtocolListenersOptions extends Omit<ListenerOptions, 'port'> {
  readonly admission: ConnectionAdmission;
  readonly clocks: ClockOffsets;
  readonly config: Config;
  /** Limits of a connection that differ from the defaults. */
  readonly limits: Partial<ConnectionLimits>;
}

/** What the connections of devices carry besides records. */
interface ConnectionUses {
  readonly outgoing: OutgoingQueue;
  readonly cameras: DeviceCameras;
}

/** Ports that the system may choose for a protocol before the start fails. */
const MAX_CHOICES = 20;

const isInUse = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EADDRINUSE';

/** One TCP port per protocol, and the same port for its datagrams if it has any. */
export class ProtocolListeners {
  readonly streams: TcpListener[] = [];
  readonly datagrams: UdpListener[] = [];
  readonly #byProtocol = new Map<CodecProtocol, TcpListener>();

  constructor(private readonly options: ProtocolListenersOptions) {}

  /** The open TCP connection of a device. */
  connectionOf(trackerId: number): Connection | undefined {
    for (const listener of this.streams) {
      const connection = listener.connectionOf(trackerId);
      if (connection !== undefined) return connection;
    }
    return undefined;
  }

  listenerOf(protocol: CodecProtocol): TcpListener | undefined {
    return this.#byProtocol.get(protocol);
  }

  /** Starts to listen. Returns the ports. */
  async listen(uses: ConnectionUses): Promise<Record<CodecProtocol, number>> {
    const { ports: configured } = this.options.config.gateway;
    const ports = {} as Record<CodecProtocol, number>;
    for (const { name, transports } of DEVICE_PORTS) {
      const codecs = codecsOf(name);
      if (codecs === undefined) continue;
      const { name: protocol } = codecs.stream;
      const hasStreams = transports.some((one) => one === 'tcp');
      ports[protocol] = hasStreams
        ? await this.#listenForBoth(protocol, codecs, uses)
        : await this.#listenForDatagrams(protocol, codecs, configured[name]);
    }
    return ports;
  }

  /**
   * Streams and datagrams have the same port. A port that the system chooses (0) is free for streams
   * only: if another program has it for datagrams, the system chooses again.
   */
  async #listenForBoth(
    protocol: CodecProtocol,
    codecs: ProtocolCodecs,
    uses: ConnectionUses,
  ): Promise<number> {
    const isChosen = this.options.config.gateway.ports[protocol] === 0;
    for (let choice = 1; ; choice += 1) {
      const streams = this.#streamListener(protocol, codecs, uses);
      const port = await streams.listen();
      try {
        await this.#listenForDatagrams(protocol, codecs, port);
      } catch (error) {
        await streams.close();
        if (!isChosen || !isInUse(error) || choice === MAX_CHOICES) throw error;
        continue;
      }
      this.streams.push(streams);
      this.#byProtocol.set(protocol, streams);
      return port;
    }
  }

  #streamListener(
    protocol: CodecProtocol,
    { stream: codec }: ProtocolCodecs,
    uses: ConnectionUses,
  ): TcpListener {
    const { config, limits } = this.options;
    const { maxTransferBytes } = codec;
    return new TcpListener({
      ...this.options,
      ...uses,
      codec,
      port: config.gateway.ports[protocol],
      secret: config.sessionSecret,
      limits: {
        idleMs: config.gateway.idleTimeoutS * 1000,
        ...(maxTransferBytes === undefined ? {} : { bufferBytes: maxTransferBytes }),
        ...limits,
      },
    });
  }

  /** Returns `port` unchanged if the protocol has no datagrams. */
  async #listenForDatagrams(
    protocol: CodecProtocol,
    { datagrams: codec }: ProtocolCodecs,
    port: number,
  ): Promise<number> {
    if (codec === undefined) return port;
    const listener = new UdpListener({ ...this.options, protocol, codec, port });
    const bound = await listener.listen();
    this.datagrams.push(listener);
    return bound;
  }
}
