import { DATA_TYPE, FRAGMENT, type Jt1078Packet } from './packet.ts';
import { codingOf, type Jt1078Coding } from './payload.ts';
import { SequenceWatch } from './sequence.ts';

/** One whole frame of a channel: a picture, a piece of sound, or transparent data. */
export interface Jt1078Frame {
  readonly kind: 'video' | 'sound' | 'transparent';
  readonly coding: Jt1078Coding;
  readonly channel: number;
  /** Of video: parameter sets and picture come in one such frame. */
  readonly isKeyFrame: boolean;
  /** ms as the device counts them (local time as UTC, or any count): use differences. Null for data. */
  readonly timestampMs: number | null;
  /** Annex B for H.264 and H.265; sound as received (see `withoutHisiliconHead`). */
  readonly body: Buffer;
}

/** What happened to frames and packets of a connection since it began. */
export interface Jt1078Counters {
  packets: number;
  frames: number;
  /** Packets whose numbers never came. */
  lostPackets: number;
  reorderedPackets: number;
  repeatedPackets: number;
  /** Frames of which a piece was missing, or that were too long. */
  brokenFrames: number;
  /** Whole pictures dropped because the one before them was lost: none until the next key frame. */
  skippedFrames: number;
  /** Runs of bytes between packets, and their bytes. */
  junkRuns: number;
  junkBytes: number;
}

/** Pieces of a frame; the 65,535 pieces of an honest frame of some MB are far fewer. */
const MAX_PIECES = 8192;

type Kind = Jt1078Frame['kind'];

interface Unfinished {
  readonly first: Jt1078Packet;
  readonly pieces: Buffer[];
  bytes: number;
}

function kindOf({ dataType }: Jt1078Packet): Kind {
  if (dataType === DATA_TYPE.sound) return 'sound';
  return dataType === DATA_TYPE.transparent ? 'transparent' : 'video';
}

/** Puts the packets of one channel together to frames. */
export class ChannelFrames {
  readonly #watch = new SequenceWatch();
  readonly #unfinished = new Map<Kind, Unfinished>();
  /** Kinds whose rest of a frame is still to come though it was given up. */
  readonly #remains = new Set<Kind>();
  #awaitsKeyFrame = false;
  /** Bytes of frames that are not whole yet. */
  bytes = 0;

  constructor(
    private readonly options: {
      readonly maxFrameBytes: number;
      readonly resumeAtKeyFrame: boolean;
    },
    private readonly counters: Jt1078Counters,
  ) {}

  /** Takes the next packet; returns the frame it completes. */
  add(packet: Jt1078Packet): Jt1078Frame | null {
    const kind = kindOf(packet);
    const { lost, reordered } = this.#watch;
    const step = this.#watch.step(kind, packet.sequence);
    this.counters.lostPackets += this.#watch.lost - lost;
    this.counters.reorderedPackets += this.#watch.reordered - reordered;
    if (step === 'repeated') this.counters.repeatedPackets += 1;
    // A frame of which a piece came late was given up when the gap was seen.
    if (step === 'late' || step === 'repeated') return null;
    if (step !== 'next') this.#onGap();
    return this.#piece(kind, packet);
  }

  /** Something is missing: begun frames will never be whole, and a picture may be missing, too. */
  #onGap(): void {
    for (const kind of [...this.#unfinished.keys()]) {
      this.#giveUp(kind);
      this.#remains.add(kind);
    }
    this.#awaitsKeyFrame = this.options.resumeAtKeyFrame;
  }

  #giveUp(kind: Kind): void {
    const begun = this.#unfinished.get(kind);
    if (begun === undefined) return;
    this.#unfinished.delete(kind);
    this.bytes -= begun.bytes;
    this.#broken(kind);
  }

  #broken(kind: Kind): void {
    this.counters.brokenFrames += 1;
    if (kind === 'video') this.#awaitsKeyFrame = this.options.resumeAtKeyFrame;
  }

  #piece(kind: Kind, packet: Jt1078Packet): Jt1078Frame | null {
    if (packet.fragment === FRAGMENT.whole || packet.fragment === FRAGMENT.first) {
      // The last piece of the frame before never came.
      this.#giveUp(kind);
      this.#remains.delete(kind);
      if (packet.fragment === FRAGMENT.whole) return this.#frame(kind, packet, packet.body);
      const first = { ...packet, body: Buffer.alloc(0), sim: Buffer.alloc(0) };
      this.#unfinished.set(kind, { first, pieces: [], bytes: 0 });
    }
    const begun = this.#unfinished.get(kind);
    if (begun === undefined) {
      if (packet.fragment === FRAGMENT.last && !this.#remains.delete(kind)) this.#broken(kind);
      return null;
    }
    begun.pieces.push(Buffer.from(packet.body));
    begun.bytes += packet.body.length;
    this.bytes += packet.body.length;
    if (begun.bytes > this.options.maxFrameBytes || begun.pieces.length > MAX_PIECES) {
      this.#giveUp(kind);
      this.#remains.add(kind);
      return null;
    }
    if (packet.fragment !== FRAGMENT.last) return null;
    this.#unfinished.delete(kind);
    this.bytes -= begun.bytes;
    return this.#frame(kind, begun.first, Buffer.concat(begun.pieces, begun.bytes));
  }

  #frame(kind: Kind, first: Jt1078Packet, body: Buffer): Jt1078Frame | null {
    const isKeyFrame = first.dataType === DATA_TYPE.iFrame;
    if (kind === 'video') {
      if (this.#awaitsKeyFrame && !isKeyFrame) {
        this.counters.skippedFrames += 1;
        return null;
      }
      this.#awaitsKeyFrame = false;
    }
    this.counters.frames += 1;
    return {
      kind,
      coding: codingOf(first.payloadType),
      channel: first.channel,
      isKeyFrame,
      timestampMs: first.timestampMs,
      body: first.fragment === FRAGMENT.whole ? Buffer.from(body) : body,
    };
  }
}
