import type { Socket } from 'node:net';
import { type Jt1078Counters, type Jt1078Frame, Jt1078Reader } from '@roadworthy/protocols';
import type { MediaLink, MediaSink } from './upstreams.ts';

/** Maximum invalid bytes between packets before a connection is closed. */
const MAX_JUNK_BYTES = 1024 * 1024;
/** Frames that are buffered while the receiver is looked up. */
const MAX_HELD_FRAMES = 512;

export type MediaCloseRule = 'gone' | 'silent' | 'rubbish' | 'unknown' | 'crowded' | 'ended';

export interface MediaConnectionParts {
  /** Finds the receiver of a channel's frames; null if there is none. */
  readonly claim: (
    reader: Jt1078Reader,
    channel: number,
    link: MediaLink,
  ) => Promise<MediaSink | null>;
  readonly onNamed: (connection: MediaConnection) => void;
  readonly onClosed: (connection: MediaConnection, rule: MediaCloseRule) => void;
}

/** One connection of a camera: decodes bytes to frames and passes them to their receiver. */
export class MediaConnection implements MediaLink {
  readonly #reader = new Jt1078Reader({ onPacket: ({ channel }) => this.#meet(channel) });
  readonly #sinks = new Map<number, MediaSink | null>();
  readonly #held: Jt1078Frame[] = [];
  #isClaiming = false;
  #isHeld = false;
  #isGone = false;
  #isClosed = false;
  #heardAtMs = Date.now();
  #rule: MediaCloseRule = 'gone';

  constructor(
    private readonly socket: Socket,
    private readonly parts: MediaConnectionParts,
  ) {
    socket.setNoDelay(true);
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#closed());
  }

  get counters(): Jt1078Counters {
    return this.#reader.counters;
  }

  get isNamed(): boolean {
    return this.#sinks.size > 0;
  }

  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#flow();
  }

  /** @param rule why, for the metrics */
  close(rule: MediaCloseRule = 'ended'): void {
    this.#rule = rule;
    this.socket.destroy();
  }

  /** Closes the connection if it was silent for too long. */
  sweep(nowMs: number, silenceMs: { readonly unnamed: number; readonly named: number }): void {
    if (this.#isHeld) return;
    const limit = this.isNamed ? silenceMs.named : silenceMs.unnamed;
    if (nowMs - this.#heardAtMs > limit) this.close('silent');
  }

  #flow(): void {
    if (this.#isHeld || this.#isClaiming) this.socket.pause();
    else this.socket.resume();
  }

  #take(bytes: Buffer): void {
    this.#heardAtMs = Date.now();
    for (const frame of this.#reader.push(bytes)) this.#give(frame);
    if (this.counters.junkBytes > MAX_JUNK_BYTES) this.close('rubbish');
  }

  #give(frame: Jt1078Frame): void {
    if (this.#isClosed) return;
    this.#meet(frame.channel);
    const sink = this.#sinks.get(frame.channel);
    if (sink !== undefined) sink?.frame(frame, this.#heardAtMs);
    else if (this.#held.length < MAX_HELD_FRAMES) this.#held.push(frame);
  }

  /**
   * Finds the receiver of a channel by its first packet, so an unknown client cannot fill a whole
   * frame.
   */
  #meet(channel: number): void {
    if (this.socket.destroyed || this.#isClaiming || this.#sinks.has(channel)) return;
    this.#isClaiming = true;
    this.#flow();
    void this.parts
      .claim(this.#reader, channel, this)
      .catch(() => null)
      .then((sink) => {
        this.#isClaiming = false;
        this.#flow();
        this.#claimed(channel, sink);
        for (const held of this.#held.splice(0)) this.#give(held);
        if (this.#isGone) this.#closed();
      });
  }

  #claimed(channel: number, sink: MediaSink | null): void {
    if (this.#isClosed) {
      sink?.ended(this);
      return;
    }
    if (sink === null && !this.isNamed) {
      this.close('unknown');
      return;
    }
    this.#sinks.set(channel, sink);
    this.parts.onNamed(this);
  }

  #closed(): void {
    if (this.#isClosed) return;
    // Frames that were received before the end still reach their receiver.
    this.#isGone = true;
    if (this.#isClaiming) return;
    this.#isClosed = true;
    for (const sink of this.#sinks.values()) sink?.ended(this);
    this.parts.onClosed(this, this.#rule);
  }
}
