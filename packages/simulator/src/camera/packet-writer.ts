import { encodeJt1078Frame } from '@roadworthy/protocols';
import type { Footage } from './channel-video.ts';

/** Packs a channel's video and audio into packets, for a connection or a file. */
export class PacketWriter {
  #sequence = 0;
  #lastKeyMs: number | null = null;
  #lastPictureMs: number | null = null;

  constructor(
    private readonly sim: Buffer,
    private readonly channel: number,
  ) {}

  /** The packets of the next frame or audio block, in sequence. */
  packets(footage: Footage): Buffer[] {
    const { sim, channel } = this;
    const { timeMs, data: body } = footage;
    const common = { sim, channel, timestampMs: timeMs, body };
    const packets =
      footage.kind === 'sound'
        ? encodeJt1078Frame({ ...common, coding: 'g711a', type: 'sound' }, this.#sequence)
        : encodeJt1078Frame(
            {
              ...common,
              coding: 'h264',
              type: footage.isKeyFrame ? 'iFrame' : 'pFrame',
              lastIFrameIntervalMs: timeMs - (this.#lastKeyMs ?? timeMs),
              lastFrameIntervalMs: timeMs - (this.#lastPictureMs ?? timeMs),
            },
            this.#sequence,
          );
    if (footage.kind === 'picture') {
      this.#lastPictureMs = timeMs;
      if (footage.isKeyFrame) this.#lastKeyMs = timeMs;
    }
    this.#sequence = (this.#sequence + packets.length) & 0xffff;
    return packets;
  }
}
