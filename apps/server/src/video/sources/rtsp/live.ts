import { type Jt1078Counters, NO_JT1078_COUNTS } from '@roadworthy/protocols';
import type { CameraChannel } from '../../../platform/video-hub.ts';
import type { LiveFeed, LiveSink, LiveSource, StartAnswer } from '../../live-source.ts';
import { playRtsp } from './player.ts';

export interface RtspLiveParts {
  /** The address of a camera; null if it has none. */
  readonly addressOf: (camera: CameraChannel) => Promise<string | null>;
  /** Networks that are allowed; if empty, all except this machine. */
  readonly networks: readonly string[];
  /** Called with the address of a camera in a network that is not allowed. */
  readonly onRefused: (camera: CameraChannel, address: string) => void;
  /** Maximum time without a byte; differs from 10 s in tests. */
  readonly silenceMs?: number;
}

/**
 * A camera whose stream is pulled by the server. It has one stream, so there is nothing to switch.
 */
class RtspLiveFeed implements LiveFeed {
  #player: { close(): void } | null = null;
  #counters: Jt1078Counters | null = null;
  #isStopped = false;

  constructor(
    private readonly camera: CameraChannel,
    private readonly sink: LiveSink,
    private readonly parts: RtspLiveParts,
  ) {}

  get counters(): Jt1078Counters | null {
    return this.#counters;
  }

  async start(): Promise<StartAnswer> {
    // A running stream that is requested again has stalled.
    this.drop();
    const address = await this.parts.addressOf(this.camera).catch(() => undefined);
    if (address === null) return 'refused';
    // An unavailable database is not an answer of the camera: retry.
    if (address === undefined || this.#isStopped) return 'timeout';
    const { networks, silenceMs } = this.parts;
    return new Promise((resolve) => {
      const counters = { ...NO_JT1078_COUNTS };
      const player = playRtsp(
        { address, networks, withSound: true, ...(silenceMs === undefined ? {} : { silenceMs }) },
        {
          frame: (frame) => {
            if (this.#player !== player) return;
            counters.packets += 1;
            counters.frames += 1;
            this.sink.frame({ ...frame, channel: this.camera.channel }, Date.now());
          },
          playing: () => {
            this.#counters = counters;
            resolve('done');
          },
          ended: (error) => {
            resolve(error?.isRefusal === true ? 'refused' : 'offline');
            if (error?.address !== undefined) this.parts.onRefused(this.camera, error.address);
            if (this.#player !== player) return;
            const wasPlaying = this.#counters !== null;
            this.#player = null;
            this.#counters = null;
            if (wasPlaying) this.sink.ended();
          },
        },
      );
      this.#player = player;
    });
  }

  switchTo(): void {}

  reportLoss(): void {}

  drop(): void {
    this.#player?.close();
  }

  stop(): void {
    this.#isStopped = true;
    this.drop();
  }
}

export const rtspLive =
  (parts: RtspLiveParts): LiveSource =>
  (camera, sink) =>
    new RtspLiveFeed(camera, sink, parts);
