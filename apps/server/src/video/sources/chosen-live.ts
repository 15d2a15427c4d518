import type { Jt1078Counters } from '@roadworthy/protocols';
import type { CameraStream } from '../../platform/device-commands/index.ts';
import type { CameraChannel } from '../../platform/video-hub.ts';
import type { LiveFeed, LiveSink, LiveSource, StartAnswer } from '../live-source.ts';

/**
 * A camera whose kind is looked up when its stream is first requested, because it may be edited
 * until then.
 */
class ChosenFeed implements LiveFeed {
  #feed: LiveFeed | null = null;
  #isStopped = false;

  constructor(private readonly choose: () => Promise<LiveFeed | null>) {}

  get counters(): Jt1078Counters | null {
    return this.#feed?.counters ?? null;
  }

  async start(stream: CameraStream): Promise<StartAnswer> {
    try {
      this.#feed ??= await this.choose();
    } catch {
      return 'timeout';
    }
    if (this.#isStopped) this.#feed?.stop();
    return this.#feed === null || this.#isStopped ? 'refused' : this.#feed.start(stream);
  }

  switchTo(stream: CameraStream): void {
    this.#feed?.switchTo(stream);
  }

  reportLoss(lossPercent: number): void {
    this.#feed?.reportLoss(lossPercent);
  }

  drop(): void {
    this.#feed?.drop();
  }

  stop(): void {
    this.#isStopped = true;
    this.#feed?.stop();
  }
}

/**
 * Cameras of several kinds.
 *
 * @param kindOf the kind of a camera; null if it has no live source
 */
export const chosenLive =
  <K extends string>(
    kindOf: (camera: CameraChannel) => Promise<K | null>,
    sources: Readonly<Record<K, LiveSource>>,
  ): LiveSource =>
  (camera: CameraChannel, sink: LiveSink) =>
    new ChosenFeed(async () => {
      const kind = await kindOf(camera);
      return kind === null ? null : sources[kind](camera, sink);
    });
