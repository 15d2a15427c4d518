import { StreamBuffer } from '../bytes/stream-buffer.ts';
import {
  ChannelFrames,
  type Jt1078Counters,
  type Jt1078Frame,
  NO_JT1078_COUNTS,
} from './frames.ts';
import {
  findMark,
  type Jt1078Look,
  type Jt1078Packet,
  lookAtPacket,
  MAX_PACKET_BYTES,
  type SimBytes,
  startsWithMark,
} from './packet.ts';

/** Default maximum frame size, about three times a high-quality 4K key frame. */
const MAX_FRAME_BYTES = 4 * 1024 * 1024;
/** Maximum channels on one connection; the standard allows one. */
const MAX_CHANNELS = 16;
const MARK_BYTES = 4;
const SIM_AT = 8;

export interface Jt1078ReaderOptions {
  /** Longer frames are dropped and counted as broken. */
  readonly maxFrameBytes?: number;
  /** Whether video frames are dropped after a loss until the next key frame. Default true. */
  readonly resumeAtKeyFrame?: boolean;
  /** Called with every packet before reassembly; its buffers are views of the stream. */
  readonly onPacket?: (packet: Jt1078Packet) => void;
}

/**
 * Decodes a connection's stream of JT/T 1078 media packets, split anywhere, into complete frames.
 * The SIM length is determined once per connection; start marks are searched for only after an
 * error.
 */
export class Jt1078Reader {
  readonly #buffer = new StreamBuffer();
  readonly #channels = new Map<number, ChannelFrames>();
  readonly #options: Jt1078ReaderOptions;
  #simBytes: SimBytes | null = null;
  #sim: Buffer | null = null;
  #searching = false;
  readonly counters: Jt1078Counters = { ...NO_JT1078_COUNTS };

  constructor(options: Jt1078ReaderOptions = {}) {
    this.#options = options;
  }

  /** The SIM of the first packet of the connection, six or ten raw bytes; null before it. */
  get sim(): Buffer | null {
    return this.#sim;
  }

  /** Buffered bytes: at most one packet, and the incomplete frames. */
  get bufferedBytes(): number {
    let bytes = this.#buffer.length;
    for (const channel of this.#channels.values()) bytes += channel.bytes;
    return bytes;
  }

  /** Decodes the next bytes and returns the frames they complete. Never throws on any input. */
  push(chunk: Uint8Array): Jt1078Frame[] {
    this.#buffer.push(chunk);
    const frames: Jt1078Frame[] = [];
    while (this.#buffer.length > 0) {
      const look = this.#searching ? this.#search() : this.#look();
      if (look.kind === 'wait') break;
      if (look.kind === 'bad') {
        this.#skip(1);
        continue;
      }
      this.#searching = false;
      const frame = this.#take(look.packet);
      if (frame !== null) frames.push(frame);
      this.#buffer.drop(look.bytes);
    }
    this.#buffer.detach();
    return frames;
  }

  /** Decodes one datagram, which contains one packet; also null if it is invalid. */
  datagram(bytes: Uint8Array): Jt1078Frame | null {
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (const simBytes of [6, 10] as const) {
      const look = lookAtPacket(whole, simBytes);
      if (look.kind === 'packet' && look.bytes === whole.length) return this.#take(look.packet);
    }
    this.#junk(whole.length);
    this.counters.junkRuns += 1;
    return null;
  }

  #take(packet: Jt1078Packet): Jt1078Frame | null {
    this.#sim ??= Buffer.from(packet.sim);
    this.counters.packets += 1;
    this.#options.onPacket?.(packet);
    const known = this.#channels.get(packet.channel);
    if (known !== undefined) return known.add(packet);
    if (this.#channels.size >= MAX_CHANNELS) return null;
    const { maxFrameBytes = MAX_FRAME_BYTES, resumeAtKeyFrame = true } = this.#options;
    const channel = new ChannelFrames({ maxFrameBytes, resumeAtKeyFrame }, this.counters);
    this.#channels.set(packet.channel, channel);
    return channel.add(packet);
  }

  /** The packet at the front; its SIM must be the connection's, once that is known. */
  #look(): Jt1078Look {
    const { bytes } = this.#buffer;
    if (this.#sim === null || this.#simBytes === null) return this.#decide(bytes);
    const there = bytes.subarray(SIM_AT, SIM_AT + this.#simBytes);
    if (!this.#sim.subarray(0, there.length).equals(there)) return { kind: 'bad' };
    return lookAtPacket(bytes, this.#simBytes);
  }

  /** After an error: the packet at the next start mark. */
  #search(): Jt1078Look {
    const mark = findMark(this.#buffer.bytes, 0);
    this.#junk(mark);
    this.#buffer.drop(mark);
    // If only the mark is present, wait for the version byte.
    return this.#buffer.length > MARK_BYTES ? this.#look() : { kind: 'wait' };
  }

  #skip(bytes: number): void {
    if (!this.#searching) this.counters.junkRuns += 1;
    this.#searching = true;
    this.#junk(bytes);
    this.#buffer.drop(bytes);
  }

  #junk(bytes: number): void {
    this.counters.junkBytes += bytes;
  }

  /**
   * Decodes the first packet with both SIM lengths and chooses the one whose body is followed by
   * the next start mark; if both are, the shorter packet.
   */
  #decide(bytes: Buffer): Jt1078Look {
    const six = verdict(bytes, 6);
    const ten = verdict(bytes, 10);
    const fits = [six, ten].filter(({ fit }) => fit === 'sure');
    const only = six.fit === 'no' ? ten : ten.fit === 'no' ? six : null;
    const chosen = fits.length === 2 && sizeOf(ten) < sizeOf(six) ? ten : (fits[0] ?? only);
    if (chosen === null) return { kind: 'wait' };
    if (chosen.fit === 'no') return { kind: 'bad' };
    if (chosen.look.kind === 'packet') this.#simBytes = chosen.simBytes;
    return chosen.look;
  }
}

interface Verdict {
  readonly simBytes: SimBytes;
  readonly look: Jt1078Look;
  /** Whether a start mark follows the packet; `open` if there are too few bytes. */
  readonly fit: 'sure' | 'open' | 'no';
}

const sizeOf = ({ look }: Verdict): number =>
  look.kind === 'packet' ? look.bytes : MAX_PACKET_BYTES;

function verdict(bytes: Buffer, simBytes: SimBytes): Verdict {
  const look = lookAtPacket(bytes, simBytes);
  if (look.kind === 'wait') return { simBytes, look, fit: 'open' };
  if (look.kind === 'bad' || !startsWithMark(bytes, look.bytes)) {
    return { simBytes, look: { kind: 'bad' }, fit: 'no' };
  }
  return { simBytes, look, fit: bytes.length - look.bytes >= MARK_BYTES ? 'sure' : 'open' };
}
