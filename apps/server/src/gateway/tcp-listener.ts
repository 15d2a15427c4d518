import { createServer, type Server, type Socket } from 'node:net';
import type { DeviceRecord, StreamCodec } from '@roadworthy/protocols';
import { signatureOf } from '../platform/auth/index.ts';
import type { CameraMessage, DeviceCameras } from './cameras/index.ts';
import type { ClockOffsets } from './clock-offsets.ts';
import { Connection, type TextAnswer } from './connection.ts';
import type { AdmittedConnection, ConnectionAdmission } from './connection-admission.ts';
import { type CloseRule, type ConnectionLimits, DEFAULT_LIMITS } from './connection-limits.ts';
import type { ConnectionNote } from './connection-log.ts';
import type { KnownDevice } from './intake.ts';
import type { ListenerOptions } from './listener-options.ts';
import type { OutgoingQueue } from './outgoing-queue.ts';
import type { Motion } from './outgoing-source.ts';
import { startListening } from './start-listening.ts';

const SWEEP_EVERY_MS = 1000;

export interface TcpListenerOptions extends ListenerOptions {
  readonly codec: StreamCodec;
  readonly admission: ConnectionAdmission;
  /** Key of the authentication codes that JT/T 808 terminals receive. */
  readonly secret: string;
  readonly clocks: ClockOffsets;
  readonly outgoing: OutgoingQueue;
  readonly cameras: DeviceCameras;
  readonly limits?: Partial<ConnectionLimits>;
}

/** The motion of the newest record with a time; null if there is none. */
function motionOf(records: readonly DeviceRecord[]): Motion | null {
  let newest: Motion | null = null;
  for (const { timeMs, speedKmh, fixValid } of records) {
    if (timeMs === null || (newest !== null && timeMs < newest.timeMs)) continue;
    newest = { timeMs, speedKmh: fixValid ? speedKmh : null };
  }
  return newest;
}

/**
 * One port with one protocol: accepts, applies limits and timeouts, and keeps one connection per
 * device.
 */
export class TcpListener {
  readonly #server: Server;
  readonly #connections = new Set<Connection>();
  readonly #byTracker = new Map<number, Connection>();
  /** State per connection of a known device. */
  readonly #notes = new Map<Connection, ConnectionNote>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(private readonly options: TcpListenerOptions) {
    this.#server = createServer((socket) => this.#admit(socket));
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_EVERY_MS);
    this.#sweeper.unref();
  }

  /** The connection of a device, if it has one here. */
  connectionOf(trackerId: number): Connection | undefined {
    return this.#byTracker.get(trackerId);
  }

  get isListening(): boolean {
    return this.#server.listening;
  }

  /** Starts to listen. Returns the port; the system chooses it if 0 is requested. */
  listen(): Promise<number> {
    return startListening(this.#server, this.options);
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const connection of this.#connections) connection.close('shutdown');
    await closed;
  }

  /** Takes over a paused connection that was opened on another port. */
  adopt(socket: Socket): void {
    this.#admit(socket);
    socket.resume();
  }

  /** Accepts a connection, or closes it without a reply if a limit is reached. */
  #admit(socket: Socket): void {
    const { codec, admission, metrics } = this.options;
    const admitted: AdmittedConnection = {
      address: socket.remoteAddress ?? '',
      evict: () => connection.close('crowded'),
    };
    const refusal = admission.admit(admitted);
    if (refusal !== null) {
      metrics.refusedConnections.inc({ protocol: codec.name, rule: refusal });
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, this.#parts(admitted));
    this.#connections.add(connection);
  }

  #parts(admitted: AdmittedConnection) {
    const {
      codec,
      intake,
      metrics,
      frames,
      log,
      limits,
      secret,
      clocks,
      admission,
      outgoing,
      cameras,
    } = this.options;
    return {
      codec,
      session: codec.createSession({
        authenticationCode: (deviceId) =>
          signatureOf(secret, deviceId).toString('hex').slice(0, 16),
        clockOffsetMin: (deviceId) => clocks.of(deviceId),
        model: (deviceId) => clocks.modelOf(deviceId),
        nowMs: () => Date.now(),
      }),
      intake,
      metrics,
      frames,
      log,
      limits: { ...DEFAULT_LIMITS, ...limits },
      onIdentified: (device: KnownDevice, connection: Connection) => {
        admission.identified(admitted);
        this.#identified(device, connection);
      },
      onNotUnderstood: (firstBytes: Uint8Array, address: string) =>
        this.options.failed.notUnderstood(codec.name, address, firstBytes),
      onReady: (trackerId: number) => {
        outgoing.connected(trackerId);
        if (codec.name === 'jt808') cameras.connected(trackerId);
      },
      onCamera: (device: KnownDevice, message: CameraMessage, answer: () => void) =>
        cameras.heard(device, message, answer),
      onStored: (device: KnownDevice, records: readonly DeviceRecord[]) => {
        outgoing.stored(device.trackerId, motionOf(records));
        if (codec.name === 'jt808') cameras.stored(device, records);
      },
      onTextAnswered: (trackerId: number, answer: TextAnswer) =>
        outgoing.answered(trackerId, answer),
      onClosed: (connection: Connection, endedBy: CloseRule | 'device') => {
        admission.release(admitted);
        this.#connections.delete(connection);
        this.#ended(connection, endedBy);
        this.#forget(connection);
      },
    };
  }

  #forget(connection: Connection): void {
    const { trackerId } = connection;
    if (trackerId !== null && this.#byTracker.get(trackerId) === connection) {
      this.#byTracker.delete(trackerId);
      this.options.cameras.disconnected(trackerId);
    }
  }

  /** One live connection per identity: the newer replaces the older. */
  #identified(device: KnownDevice, connection: Connection): void {
    const { codec, connections } = this.options;
    this.#forget(connection);
    this.#ended(connection, 'device');
    const note = connections.held(device, codec.name, connection.address, (isFromElsewhere) =>
      this.#replace(connection, isFromElsewhere),
    );
    this.#notes.set(connection, note);
    const older = this.#byTracker.get(device.trackerId);
    if (older !== undefined && older !== connection) {
      const olderNote = this.#notes.get(older);
      const isFromElsewhere =
        olderNote !== undefined && connections.replaced(device, olderNote, note.address);
      this.#replace(older, isFromElsewhere);
    }
    this.#byTracker.set(device.trackerId, connection);
  }

  #replace(older: Connection, isFromElsewhere: boolean): void {
    const { codec, metrics } = this.options;
    const address = isFromElsewhere ? 'other' : 'same';
    metrics.replacedConnections.inc({ protocol: codec.name, address });
    older.close('replaced');
  }

  #ended(connection: Connection, endedBy: CloseRule | 'device'): void {
    const note = this.#notes.get(connection);
    if (note === undefined) return;
    this.#notes.delete(connection);
    this.options.connections.closed(note, endedBy);
  }

  #sweep(): void {
    const nowMs = Date.now();
    for (const connection of this.#connections) connection.sweep(nowMs);
  }
}
