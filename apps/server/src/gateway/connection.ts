import type { Socket } from 'node:net';
import type {
  CodecSession,
  DeviceFrame,
  DeviceMessage,
  DeviceRecord,
  Jt808Command,
  StreamCodec,
} from '@roadworthy/protocols';
import type { Log } from '../platform/log/index.ts';
import type { CameraMessage } from './cameras/index.ts';
import type { CloseRule, ConnectionLimits } from './connection-limits.ts';
import { FirstBytes } from './first-bytes.ts';
import type { Intake, KnownDevice } from './intake.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { RawFrames } from './raw-frames.ts';

/** Maximum unread bytes of replies; beyond this the device is not reading at all. */
const MAX_UNSENT_BYTES = 64 * 1024;
/** How often a paused connection checks whether the database has caught up. */
const HELD_BACK_MS = 50;

/** The answer of a device to a text. */
export interface TextAnswer {
  readonly text: string;
  /** Whether the device accepted it. */
  readonly accepted: boolean;
}

export interface ConnectionParts {
  readonly codec: StreamCodec;
  readonly session: CodecSession;
  readonly intake: Intake;
  readonly metrics: GatewayMetrics;
  readonly frames: RawFrames;
  readonly limits: ConnectionLimits;
  readonly log: Log;
  /**
   * Called before the device takes over this connection, so that its older connection is replaced.
   */
  readonly onIdentified: (device: KnownDevice, connection: Connection) => void;
  /**
   * Called once when the connection is removed; with the rule, or `device` if the peer ended it.
   */
  readonly onClosed: (connection: Connection, endedBy: CloseRule | 'device') => void;
  /** Called once with the first bytes of a connection of which nothing is understood. */
  readonly onNotUnderstood: (firstBytes: Uint8Array, address: string) => void;
  /** Called when the device is identified and has its reply: waiting texts may be sent. */
  readonly onReady: (trackerId: number) => void;
  /** Called with the device's answer to a text. */
  readonly onTextAnswered: (trackerId: number, answer: TextAnswer) => void;
  /** Called with a camera message and a function that replies to it. It must not wait. */
  readonly onCamera: (device: KnownDevice, message: CameraMessage, answer: () => void) => void;
  /** Called with records after their commit, without those of private use. */
  readonly onStored: (device: KnownDevice, records: readonly DeviceRecord[]) => void;
}

/**
 * One device on one TCP connection. Messages are handled one after the other, so replies keep their
 * order; an error affects this connection only.
 */
export class Connection {
  readonly #waiting: DeviceMessage[] = [];
  #handling = false;
  #device: KnownDevice | null = null;
  /** The identity, and the registry version with which it was recognised. */
  #numbers: readonly string[] = [];
  #version = 0;
  #badInRow = 0;
  #closed = false;
  readonly #openedMs = Date.now();
  /** The peer's address; a closed socket no longer returns it. */
  readonly address: string;
  #lastReadMs = Date.now();
  #askedAgainMs = Date.now();
  #frameBegunMs: number | null = null;
  readonly #firstBytes: FirstBytes;
  /** Received bytes that wait until the queue has space. */
  #heldBack: NodeJS.Timeout | null = null;

  constructor(
    readonly socket: Socket,
    private readonly parts: ConnectionParts,
  ) {
    this.address = socket.remoteAddress ?? '';
    this.#firstBytes = new FirstBytes((bytes) => parts.onNotUnderstood(bytes, this.address));
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#onData(chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => this.#leave('device'));
  }

  get trackerId(): number | null {
    return this.#device?.trackerId ?? null;
  }

  /**
   * Sends a text to the device. Returns false if the device is not known yet or the connection has
   * ended.
   */
  sendText(text: string): boolean {
    if (this.#closed || this.#device === null) return false;
    const bytes = this.parts.session.encodeText(text);
    return bytes !== null && this.sendBytes(bytes);
  }

  /** Sends a message of JT/T 808. Returns false if it cannot be sent. */
  sendMessage(id: number, body: Uint8Array): boolean {
    const bytes = this.parts.session.encodeMessage?.(id, body) ?? null;
    return bytes !== null && this.sendBytes(bytes);
  }

  /**
   * Sends bytes to the device. Returns false if the device is not known yet or the connection has
   * ended.
   */
  sendBytes(bytes: Uint8Array): boolean {
    if (this.#closed || this.#device === null) return false;
    this.#send(bytes);
    return !this.#closed;
  }

  /** The server's address on this connection, as the device reached it. */
  get ownAddress(): string {
    return (this.socket.localAddress ?? '').replace(/^::ffff:/i, '');
  }

  /**
   * Sends a command to the device's cameras.
   *
   * @returns its serial number; null if the device does not support it or the connection has ended
   */
  sendCommand(command: Jt808Command): number | null {
    if (this.#closed || this.#device === null) return null;
    const encoded = this.parts.session.encodeCommand?.(command) ?? null;
    if (encoded === null) return null;
    this.#send(encoded.bytes);
    return this.#closed ? null : encoded.serial;
  }

  /** Ends the connection because of a rule. */
  close(rule: CloseRule): void {
    if (this.#closed) return;
    this.#leave(rule);
    this.parts.metrics.closed.inc({ protocol: this.parts.codec.name, rule });
    // A reply that refuses the device is delivered first.
    if (rule === 'unknown' || rule === 'network') this.socket.destroySoon();
    else this.socket.destroy();
  }

  /**
   * Applies the time limits; called every second for all connections. The limits do not apply while
   * the connection is paused, because its bytes are not read.
   */
  sweep(nowMs: number): void {
    const { limits } = this.parts;
    this.#firstBytes.sweep(nowMs);
    if (this.#handling || this.#heldBack !== null) return;
    if (this.#device !== null && nowMs - this.#askedAgainMs >= limits.askAgainMs) {
      this.#askedAgainMs = nowMs;
      for (const request of this.parts.session.requestMissing?.() ?? []) this.#send(request);
    }
    if (this.#device === null && nowMs - this.#openedMs > limits.loginMs) this.close('login');
    else if (nowMs - this.#lastReadMs > limits.idleMs) this.close('idle');
    else if (this.#frameBegunMs !== null && nowMs - this.#frameBegunMs > limits.frameMs) {
      this.close('dripping');
    }
  }

  #leave(endedBy: CloseRule | 'device'): void {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#heldBack !== null) clearInterval(this.#heldBack);
    if (endedBy !== 'shutdown') this.#firstBytes.end();
    this.parts.onClosed(this, endedBy);
  }

  /** Too many rows wait for the database: the bytes are not decoded until there is space. */
  #holdBack(chunk: Buffer): void {
    this.parts.metrics.busy.inc({ protocol: this.parts.codec.name });
    this.socket.pause();
    this.#heldBack = setInterval(() => {
      if (this.parts.intake.isFull) return;
      if (this.#heldBack !== null) clearInterval(this.#heldBack);
      this.#heldBack = null;
      this.socket.resume();
      this.#onData(chunk);
    }, HELD_BACK_MS);
  }

  #onData(chunk: Buffer): void {
    if (this.parts.intake.isFull) {
      this.#holdBack(chunk);
      return;
    }
    const nowMs = Date.now();
    this.#lastReadMs = nowMs;
    const messages = this.parts.session.push(chunk);
    this.#firstBytes.read(chunk, messages, nowMs);
    const held = this.parts.session.bufferedBytes;
    if (held === 0) this.#frameBegunMs = null;
    else if (this.#frameBegunMs === null || messages.length > 0) this.#frameBegunMs = nowMs;
    const { bufferBytes, loginBytes } = this.parts.limits;
    const isNamed = this.#device !== null || this.#handling || messages.length > 0;
    if (held > (isNamed ? bufferBytes : loginBytes)) {
      this.close('buffer');
      return;
    }
    for (const message of messages) this.#waiting.push(message);
    if (this.#handling) {
      // The device may send on without waiting for replies. The socket stays paused until these are
      // handled, so memory is bounded and TCP slows the device down.
      this.socket.pause();
    } else if (this.#waiting.length > 0) void this.#handleAll();
  }

  async #handleAll(): Promise<void> {
    this.#handling = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        if (this.#closed) return;
        await this.#handle(next);
      }
    } catch (error) {
      // The database is down or refused the records: no reply, so the device keeps them.
      this.#waiting.length = 0;
      this.parts.log.debug({ err: error }, 'storing records of a connection failed');
    } finally {
      this.#handling = false;
      this.#lastReadMs = Date.now();
      if (this.#frameBegunMs !== null) this.#frameBegunMs = this.#lastReadMs;
      if (!this.#closed && this.#heldBack === null && this.socket.isPaused()) this.socket.resume();
    }
  }

  /** Handles one message; waits only if the message requires it. */
  #handle(message: DeviceMessage): Promise<void> | undefined {
    if (message.kind === 'bad') {
      if (message.raw !== undefined) this.#note(message.raw);
      this.#onBad(message.reason, message.answer);
      return undefined;
    }
    this.#badInRow = 0;
    if (message.kind === 'login') return this.#onLogin(message);
    if (this.#device !== null && this.#version !== this.parts.intake.version) {
      return this.#recogniseAgain().then(() => this.#onSaid(message));
    }
    return this.#onSaid(message);
  }

  /** Handles a message of a device that has not logged in. */
  #onSaid(message: Exclude<DeviceMessage, { kind: 'bad' | 'login' }>): Promise<void> | undefined {
    if (this.#device === null) {
      this.close('unknown');
      return undefined;
    }
    if (message.kind === 'records') return this.#onRecords(this.#device, message);
    if (message.kind === 'camera') {
      this.parts.onCamera(this.#device, message, () => this.#send(message.answer));
      if (message.raw !== undefined) this.#note(message.raw);
      return undefined;
    }
    if (message.raw?.understood === false)
      return this.#onNotUnderstood(message.raw, message.answer);
    this.#send(message.answer);
    if (message.raw !== undefined) this.#note(message.raw);
    if (message.kind === 'command-answer') {
      this.parts.onTextAnswered(this.#device.trackerId, message);
    }
    return undefined;
  }

  /** Stores a frame without delaying its acknowledgement. */
  #note(frame: DeviceFrame): void {
    const { codec, frames, intake } = this.parts;
    if (this.#device === null || intake.isPrivate(this.#device)) return;
    frames.note(this.#device, codec.name, frame);
  }

  /** Stores the frame before its acknowledgement, because an acknowledged device deletes it. */
  async #onNotUnderstood(frame: DeviceFrame, answer: Uint8Array | null): Promise<void> {
    await this.#keep(frame);
    this.#send(answer);
  }

  async #keep(frame: DeviceFrame): Promise<void> {
    const { codec, frames, intake, metrics } = this.parts;
    metrics.framesNotUnderstood.inc({ protocol: codec.name });
    if (this.#device === null || intake.isPrivate(this.#device)) return;
    await frames.keep(this.#device, codec.name, frame);
  }

  async #onLogin(message: Extract<DeviceMessage, { kind: 'login' }>): Promise<void> {
    const { codec, intake, onIdentified } = this.parts;
    const numbers = [message.deviceId, ...(message.alsoKnownAs ?? [])];
    const { version } = intake;
    const device = await intake.recognise(codec.name, numbers, this.address).catch((error) => {
      // The database is down. A device logs in once per connection, so it must reconnect.
      this.close('not_recognised');
      throw error;
    });
    if (this.#closed) return;
    if (typeof device === 'string') {
      this.#send(message.refused);
      return this.close(device);
    }
    const isNew = this.#device?.trackerId !== device.trackerId;
    this.#numbers = numbers;
    this.#version = version;
    if (isNew) onIdentified(device, this);
    this.#device = device;
    this.#send(message.accepted);
    if (message.raw !== undefined) this.#note(message.raw);
    if (isNew) this.parts.onReady(device.trackerId);
  }

  /** Devices have changed: this one may be on another vehicle, or on none. */
  async #recogniseAgain(): Promise<void> {
    const { codec, intake } = this.parts;
    const { version } = intake;
    const device = await intake.recognise(codec.name, this.#numbers, this.address);
    this.#version = version;
    if (typeof device === 'string') {
      this.#device = null;
      if (device === 'network') this.close('network');
      return;
    }
    // A login precedes the records of another device with this number.
    this.#device = device.trackerId === this.#device?.trackerId ? device : null;
  }

  async #onRecords(
    device: KnownDevice,
    message: Extract<DeviceMessage, { kind: 'records' }>,
  ): Promise<void> {
    let open: readonly DeviceRecord[] = [];
    if (message.records.length > 0) {
      try {
        open = await this.parts.intake.accept(this.parts.codec.name, device, message.records);
        const isOpen = open.length === message.records.length;
        if (message.raw?.understood === false && isOpen) await this.#keep(message.raw);
        else if (message.raw !== undefined && isOpen) {
          this.parts.frames.note(device, this.parts.codec.name, message.raw);
        }
      } catch (error) {
        this.#send(message.failed);
        throw error;
      }
    }
    this.#send(message.stored);
    this.parts.onStored(device, open);
  }

  #onBad(reason: string, answer: Uint8Array | null): void {
    const protocol = this.parts.codec.name;
    this.parts.metrics.badFrames.inc({ protocol, reason });
    this.#badInRow += 1;
    this.#send(answer);
    if (this.#badInRow >= this.parts.limits.badFrames) this.close('bad_frames');
  }

  #send(answer: Uint8Array | null): void {
    if (answer === null || this.#closed) return;
    this.socket.write(answer);
    if (this.socket.writableLength > MAX_UNSENT_BYTES) this.close('buffer');
  }
}
