import { ChannelVideo, type StreamSize, type VideoOptions } from './channel-video.ts';
import type { CameraFaults } from './faults.ts';
import { MediaLink } from './media-link.ts';

/** The delivery on one channel. */
interface Delivery {
  readonly link: MediaLink;
  readonly videoOptions: Omit<VideoOptions, 'size'>;
  /** Null while paused. */
  video: ChannelVideo | null;
  size: StreamSize;
}

/** Destination of a channel's video. */
export interface Destination {
  readonly host: string;
  readonly port: number;
  readonly sim: Buffer;
  readonly faults: () => CameraFaults;
}

/** Video deliveries to the platform, one per channel, either live or recorded. */
export class Deliveries {
  readonly #byChannel = new Map<number, Delivery>();

  /** Starts a channel, and ends its current delivery. */
  start(destination: Destination, video: Omit<VideoOptions, 'onFootage' | 'onEnd'>): void {
    const { channel } = video;
    this.end(channel);
    const link: MediaLink = new MediaLink({
      ...destination,
      channel,
      onClose: () => {
        if (this.#byChannel.get(channel)?.link === link) this.end(channel);
      },
    });
    const { size, ...rest } = video;
    const videoOptions: Delivery['videoOptions'] = {
      ...rest,
      onFootage: (footage) => link.send(footage),
      onEnd: () => this.end(channel),
    };
    const delivery: Delivery = { link, video: null, videoOptions, size };
    this.#byChannel.set(channel, delivery);
    delivery.video = new ChannelVideo({ ...videoOptions, size });
  }

  /** Ends a channel's video and disconnects. */
  end(channel: number): void {
    const delivery = this.#byChannel.get(channel);
    if (delivery === undefined) return;
    this.#byChannel.delete(channel);
    delivery.video?.close();
    delivery.link.close();
  }

  endAll(): void {
    for (const channel of [...this.#byChannel.keys()]) this.end(channel);
  }

  has(channel: number): boolean {
    return this.#byChannel.has(channel);
  }

  /** The running video of a channel. */
  videoOf(channel: number): ChannelVideo | null {
    return this.#byChannel.get(channel)?.video ?? null;
  }

  /** Restarts the video on the open link with a key frame, optionally in another size. */
  restartVideo(channel: number, size?: StreamSize): void {
    const delivery = this.#byChannel.get(channel);
    if (delivery === undefined) return;
    this.holdVideo(channel);
    delivery.size = size ?? delivery.size;
    delivery.video = new ChannelVideo({ ...delivery.videoOptions, size: delivery.size });
  }

  /** Ends the video and keeps the link. */
  holdVideo(channel: number): void {
    const delivery = this.#byChannel.get(channel);
    delivery?.video?.close();
    if (delivery !== undefined) delivery.video = null;
  }
}
