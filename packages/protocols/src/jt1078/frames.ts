import { DATA_TYPE, FRAGMENT, type Jt1078Packet } from './packet.ts';
import { codingOf, type Jt1078Coding } from './payload.ts';
import { SequenceWatch } from './sequence.ts';

/** One complete frame of a channel: video, audio or transparent data. */
export interface Jt1078Frame {
  readonly kind: 'video' | 'sound' | 'transparent';
  readonly coding: Jt1078Coding;
  readonly channel: number;
  /** Video only: a key frame includes its parameter sets. */
  readonly isKeyFrame: boolean;
  /**
   * ms in the device's own count (local time as UTC, or arbitrary): only differences are
   * meaningful. Null for data.
   */
  readonly timestampMs: number | null;
  /** Annex B for H.264 and H.265; audio as received (see `withoutHisiliconHead`). */
  readonly body: Buffer;
}

/** Counters of a connection since it started. */
export interface Jt1078Counters {
  packets: number;
  frames: number;
  /** Packets whose sequence numbers were never received. */
  lostPackets: number;
  reorderedPackets: number;
  repeatedPackets: number;
  /** Frames that lacked a fragment or were too long. */
  brokenFrames: number;
  /** Complete video frames dropped after a loss, until the next key frame. */
  skippedFrames: number;
  /** Runs of garbage bytes between packets, and their total length. */
  junkRuns: number;
  junkBytes: number;
}

/** The counters of a new connection. */
export const NO_JT1078_COUNTS: Readonly<Jt1078Counters> = {
  packets: 0,
  frames: 0,
  lostPackets: 0,
  reorderedPackets: 0,
  repeatedPackets: 0,
  brokenFrames: 0,
  skippedFrames: 0,
  junkRuns: 0,
  junkBytes: 0,
};

/** Maximum fragments of a frame; a valid frame of a few MB has far fewer. */
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

/** Reassembles the frames of one channel from packets. */
export class ChannelFrames {
  readonly #watch = new SequenceWatch();
  readonly #unfinished = new Map<Kind, Unfinished>();
  /** Kinds with an abandoned frame whose remaining fragments may still arrive. */
  readonly #remains = new Set<Kind>();
  #awaitsKeyFrame = false;
  /** Bytes of incomplete frames. */
  bytes = 0;

  constructor(
    private readonly options: {
      readonly maxFrameBytes: number;
      readonly resumeAtKeyFrame: boolean;
    },
    private readonly counters: Jt1078Counters,
  ) {}

  /** Adds the next packet; returns the frame it completes. */
  add(packet: Jt1078Packet): Jt1078Frame | null {
    const kind = kindOf(packet);
    const { lost, reordered } = this.#watch;
    const step = this.#watch.step(kind, packet.sequence);
    this.counters.lostPackets += this.#watch.lost - lost;
    this.counters.reorderedPackets += this.#watch.reordered - reordered;
    if (step === 'repeated') this.counters.repeatedPackets += 1;
    // A late fragment is useless: its frame was abandoned at the gap.
    if (step === 'late' || step === 'repeated') return null;
    if (step !== 'next') this.#onGap();
    return this.#piece(kind, packet);
  }

  /** After a gap, unfinished frames cannot be completed, and a whole video frame may be lost. */
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
      // The previous frame never received its last fragment.
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
