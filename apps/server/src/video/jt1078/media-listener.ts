import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Log } from '../../platform/log/index.ts';
import type { AllowedNetworks } from '../allowed-networks.ts';
import type { VideoMetrics } from '../metrics.ts';
import { MediaConnection } from './media-connection.ts';
import {
  type Expectation,
  type MediaLink,
  type MediaSink,
  simText,
  type Upstreams,
} from './upstreams.ts';

const SWEEP_EVERY_MS = 1000;
/** Maximum connections from outside the installation's networks that may still say their number. */
const MAX_OUTSIDE = 20;

export interface MediaLimits {
  /** Maximum concurrent connections. */
  readonly total: number;
  /** Maximum connections without a packet so far; the oldest is closed. */
  readonly unnamed: number;
  readonly unnamedSilenceMs: number;
  readonly namedSilenceMs: number;
}

export const MEDIA_LIMITS: MediaLimits = {
  total: 4000,
  unnamed: 1000,
  unnamedSilenceMs: 10_000,
  namedSilenceMs: 60_000,
};

export interface MediaListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly upstreams: Upstreams;
  /** The trackers with this number; called for SIMs that no expected camera has. */
  readonly trackersOf: (number: string) => Promise<readonly number[]>;
  readonly networks: AllowedNetworks;
  readonly metrics: VideoMetrics;
  readonly log: Log;
  readonly limits?: Partial<MediaLimits>;
}

/** A connection that has not been identified. */
interface Caller {
  readonly link: MediaLink;
  readonly address: string;
}

/** A port that cameras send video to. Cameras that were not requested are ignored. */
export class MediaListener {
  readonly #server: Server;
  readonly #connections = new Set<MediaConnection>();
  /** Oldest first. */
  readonly #unnamed = new Set<MediaConnection>();
  /** From outside the networks of the installation. */
  readonly #outside = new Set<MediaConnection>();
  readonly #limits: MediaLimits;
  readonly #sweeper: NodeJS.Timeout;
  #port = 0;

  constructor(private readonly options: MediaListenerOptions) {
    this.#limits = { ...MEDIA_LIMITS, ...options.limits };
    this.#server = createServer((socket) => this.#admit(socket));
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_EVERY_MS);
    this.#sweeper.unref();
  }

  /** The port it listens on; 0 before it listens. */
  get port(): number {
    return this.#port;
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** @throws if the port is in use */
  async listen(): Promise<void> {
    const { host, port, log } = this.options;
    await new Promise<void>((done, failed) => {
      this.#server.once('error', failed);
      this.#server.listen({ host, port }, () => {
        this.#server.off('error', failed);
        this.#server.on('error', (error) => log.error({ err: error }, 'camera listener'));
        done();
      });
    });
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const connection of this.#connections) connection.close('ended');
    await closed;
  }

  #admit(socket: Socket): void {
    const { metrics, networks } = this.options;
    const address = socket.remoteAddress ?? '';
    const isOutside = !networks.ofInstallation(address);
    if (isOutside) metrics.refusedConnections.inc({ rule: 'network' });
    if (isOutside && this.#outside.size >= MAX_OUTSIDE) {
      socket.destroy();
      return;
    }
    if (this.#connections.size >= this.#limits.total) {
      metrics.refusedConnections.inc({ rule: 'total' });
      socket.destroy();
      return;
    }
    if (this.#unnamed.size >= this.#limits.unnamed) {
      const [oldest] = this.#unnamed;
      oldest?.close('crowded');
    }
    const connection = new MediaConnection(socket, {
      claim: (reader, channel, link) =>
        isOutside
          ? this.#refuse(reader.sim, channel, address)
          : this.#claim(reader.sim, channel, { link, address }),
      onNamed: (named) => this.#unnamed.delete(named),
      onClosed: (gone, rule) => {
        this.#connections.delete(gone);
        this.#unnamed.delete(gone);
        this.#outside.delete(gone);
        if (rule !== 'gone' && rule !== 'ended') metrics.closedConnections.inc({ rule });
      },
    });
    this.#connections.add(connection);
    (isOutside ? this.#outside : this.#unnamed).add(connection);
  }

  /**
   * A camera from outside the networks of the installation: its first packet is read only to list the
   * attempt with its tracker.
   */
  async #refuse(sim: Buffer | null, channel: number, address: string): Promise<null> {
    if (sim === null) return null;
    const { networks, trackersOf, upstreams } = this.options;
    const text = simText(sim);
    const expected = upstreams.bySim(text, channel);
    const [trackerId, ...others] =
      expected === null ? await trackersOf(text) : [expected.trackerId];
    if (trackerId !== undefined && others.length === 0) {
      await networks.ofTracker(trackerId, 'jt1078', address);
    }
    return null;
  }

  async #claim(sim: Buffer | null, channel: number, camera: Caller): Promise<MediaSink | null> {
    if (sim === null) return null;
    const text = simText(sim);
    const expected = this.options.upstreams.bySim(text, channel);
    return expected === null
      ? this.#claimUnknown(text, channel, camera)
      : this.#attach(expected, camera);
  }

  /**
   * A SIM that no expected camera has. The SIM of a registered device is never used for another.
   */
  async #claimUnknown(sim: string, channel: number, camera: Caller): Promise<MediaSink | null> {
    const { upstreams, trackersOf, log } = this.options;
    await upstreams.settled();
    const late = upstreams.bySim(sim, channel);
    if (late !== null) return this.#attach(late, camera);
    if ((await trackersOf(sim)).length > 0) return null;
    const expected = upstreams.onlyAsked(sim, channel);
    if (expected === null) return null;
    const sink = await this.#attach(expected, camera);
    if (sink === null) return null;
    upstreams.remember(sim, expected);
    log.info({ trackerId: expected.trackerId }, 'a camera sends a different number in its packets');
    return sink;
  }

  /** Null if the device may not connect from this address, or is no longer expected. */
  async #attach(expected: Expectation, { link, address }: Caller): Promise<MediaSink | null> {
    const { log, metrics, networks, upstreams } = this.options;
    const { trackerId } = expected;
    if (!(await networks.ofTracker(trackerId, 'jt1078', address))) {
      metrics.refusedConnections.inc({ rule: 'network' });
      log.warn({ trackerId }, 'camera refused: network not allowed');
      return null;
    }
    return upstreams.isWaiting(expected) ? upstreams.attach(expected, link) : null;
  }

  #sweep(): void {
    const nowMs = Date.now();
    const { unnamedSilenceMs, namedSilenceMs } = this.#limits;
    for (const connection of this.#connections) {
      connection.sweep(nowMs, { unnamed: unnamedSilenceMs, named: namedSilenceMs });
    }
  }
}
