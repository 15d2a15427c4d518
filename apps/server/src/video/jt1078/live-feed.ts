import type { CameraStream, DeviceCommands } from '../../platform/device-commands/index.ts';
import type { CameraChannel } from '../../platform/video-hub.ts';
import type { LiveFeed, LiveSink, LiveSource, StartAnswer } from '../live-source.ts';
import type { ExpectedCamera, MediaLink, Upstreams } from './upstreams.ts';

export interface Jt1078LiveParts {
  readonly deviceCommands: DeviceCommands;
  readonly upstreams: Upstreams;
  /** Port that the camera is given. */
  readonly port: () => number;
  /** Number of a tracker; null if it does not exist. */
  readonly numberOf: (trackerId: number) => Promise<string | null>;
}

/** A camera that is controlled by JT/T 808 (9101, 9102, 9105) and sends JT/T 1078. */
class Jt1078LiveFeed implements LiveFeed {
  #link: MediaLink | null = null;
  #waiting: { asked(): void; cancel(): void } | null = null;
  #stream: CameraStream = 'sub';
  #isStopped = false;

  constructor(
    private readonly camera: CameraChannel,
    private readonly sink: LiveSink,
    private readonly parts: Jt1078LiveParts,
  ) {}

  get counters() {
    return this.#link?.counters ?? null;
  }

  async start(stream: CameraStream): Promise<StartAnswer> {
    const { deviceCommands, port } = this.parts;
    const { trackerId, channel } = this.camera;
    this.#stream = stream;
    try {
      if (this.#waiting === null && !(await this.#expect())) return 'offline';
    } catch {
      return 'timeout';
    }
    if (this.#isStopped) return 'timeout';
    this.#waiting?.asked();
    const answer = await deviceCommands.ask(trackerId, {
      kind: 'live-start',
      channel,
      port: port(),
      stream,
      data: 'sound+video',
    });
    return answer.state;
  }

  async #expect(): Promise<boolean> {
    const { trackerId, channel } = this.camera;
    const number = await this.parts.numberOf(trackerId);
    if (number === null || this.#isStopped) return false;
    const expected: ExpectedCamera = {
      trackerId,
      number,
      channel,
      sink: {
        connected: (link) => {
          this.#link = link;
        },
        frame: (frame, receivedAtMs) => this.sink.frame(frame, receivedAtMs),
        ended: () => {
          this.#link = null;
          this.sink.ended();
        },
      },
    };
    this.#waiting = this.parts.upstreams.expect(expected);
    return true;
  }

  switchTo(stream: CameraStream): void {
    this.#stream = stream;
    this.#control('switch-stream');
  }

  reportLoss(lossPercent: number): void {
    const { trackerId, channel } = this.camera;
    void this.parts.deviceCommands.ask(trackerId, { kind: 'live-loss', channel, lossPercent });
  }

  drop(): void {
    this.#link?.close();
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#control('close');
    this.#waiting?.cancel();
    this.#waiting = null;
  }

  #control(action: 'close' | 'switch-stream'): void {
    const { trackerId, channel } = this.camera;
    void this.parts.deviceCommands.ask(trackerId, {
      kind: 'live-control',
      channel,
      action,
      stream: this.#stream,
    });
  }
}

export const jt1078Live =
  (parts: Jt1078LiveParts): LiveSource =>
  (camera, sink) =>
    new Jt1078LiveFeed(camera, sink, parts);
