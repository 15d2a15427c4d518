import { connect, type Socket } from 'node:net';
import type {
  CommandAnswer,
  DeviceCommand,
  DeviceCommands,
} from '../src/platform/device-commands/index.ts';
import { type StreamKind, StreamWriter } from './camera-stream.ts';

export interface TestCameraOptions {
  /** What its packets carry; the number it is registered with where not said. */
  readonly sim: string;
  readonly kind?: StreamKind;
  readonly pictureBytes?: number;
  /** Between two pictures, ms. */
  readonly everyMs?: number;
  readonly keyEvery?: number;
  /** How fast its clock runs; 1 where not said. */
  readonly clockRate?: number;
}

/**
 * A device with cameras: does what it is ordered to, on real sockets. Its pictures are right in form and
 * shown by nobody. Everything it may do wrong is switched on here.
 */
export class TestCamera {
  readonly commands: DeviceCommand[] = [];
  readonly sockets = new Map<number, Socket>();
  isOnline = true;
  /** The answer to a command to send. */
  answer: 'done' | 'refused' | 'timeout' = 'done';
  /** Accepts a command, but never connects. */
  staysAway = false;
  /** Connects, but sends nothing. */
  isSilent = false;
  /** Frames sent, of all channels. */
  frames = 0;
  readonly #timers = new Map<number, NodeJS.Timeout>();

  constructor(readonly options: TestCameraOptions) {}

  /** Commands of a kind that it received. */
  count(kind: DeviceCommand['kind'], action?: string): number {
    return this.commands.filter(
      (command) =>
        command.kind === kind &&
        (action === undefined || ('action' in command && command.action === action)),
    ).length;
  }

  take(command: DeviceCommand): CommandAnswer {
    this.commands.push(command);
    if (command.kind === 'live-start' || command.kind === 'playback-start') {
      if (this.answer === 'refused') return { state: 'refused', why: 'failed' };
      if (this.answer === 'timeout') return { state: 'timeout' };
      if (!this.staysAway) this.#send(command.channel, command.port);
    }
    if (command.kind === 'live-control' && command.action === 'close') this.drop(command.channel);
    return { state: 'done', result: null };
  }

  /** Its connection breaks. */
  drop(channel = 1): void {
    clearInterval(this.#timers.get(channel));
    this.#timers.delete(channel);
    this.sockets.get(channel)?.destroy();
    this.sockets.delete(channel);
  }

  close(): void {
    for (const channel of [...this.sockets.keys()]) this.drop(channel);
  }

  #send(channel: number, port: number): void {
    this.drop(channel);
    const { everyMs = 40, clockRate = 1, ...stream } = this.options;
    const writer = new StreamWriter({ ...stream, channel });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    this.sockets.set(channel, socket);
    const next = () => {
      if (!this.isSilent && socket.writableLength < 1_000_000) {
        socket.write(writer.picture(Math.round(Date.now() * clockRate)));
        this.frames += 1;
      }
    };
    next();
    this.#timers.set(channel, setInterval(next, everyMs));
  }
}

/** Devices by their tracker, as commands of the server reach them. */
export class TestCameras implements DeviceCommands {
  readonly #cameras = new Map<number, TestCamera>();

  add(trackerId: number, camera: TestCamera): TestCamera {
    this.#cameras.set(trackerId, camera);
    return camera;
  }

  async ask<O extends DeviceCommand>(
    trackerId: number,
    command: O,
  ): Promise<CommandAnswer<O['kind']>> {
    const camera = this.#cameras.get(trackerId);
    if (camera === undefined || !camera.isOnline) return { state: 'offline' };
    const answer =
      command.kind === 'presence'
        ? ({ state: 'done', result: null } as const)
        : camera.take(command);
    return answer as CommandAnswer<O['kind']>;
  }

  serve(): () => void {
    return () => undefined;
  }

  close(): void {
    for (const camera of this.#cameras.values()) camera.close();
  }
}
