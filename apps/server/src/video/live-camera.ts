import { randomUUID } from 'node:crypto';
import type { Jt1078Frame } from '@roadworthy/protocols';
import type { CameraStream } from '../platform/device-commands/index.ts';
import type {
  LiveChunk,
  LiveState,
  LiveStill,
  LiveViewer,
  LiveWatch,
  VideoStats,
} from '../platform/video-hub.ts';
import { AudioReader } from './audio/live-audio.ts';
import { ChunkRing } from './chunk-ring.ts';
import { FanOut } from './fan-out.ts';
import { LiveRemux, type RemuxedFrame } from './live-remux.ts';
import type { LiveFeed, LiveSink, StartAnswer } from './live-source.ts';
import type { VideoMetrics } from './metrics.ts';
import { sampleOf } from './mp4/fragment.ts';
import { Rates } from './rates.ts';
import type { SnapshotEncoder } from './snapshot-encoder.ts';

/** Timeouts, ms (device-protocols, section 8). */
export interface LivePace {
  /** After this time without a packet, the camera is asked again. */
  readonly silenceMs: number;
  /** After this time without a viewer, the camera is stopped. */
  readonly lingerMs: number;
  /** Between two attempts after a failure: doubles from the first value up to the second. */
  readonly retryMs: readonly [least: number, most: number];
  /** Chunks are created for this long after the last request for them. */
  readonly chunksWantedMs: number;
  readonly tickMs: number;
  readonly lossReportMs: number;
}

export const LIVE_PACE: LivePace = {
  silenceMs: 10_000,
  lingerMs: 15_000,
  retryMs: [1000, 15_000],
  chunksWantedMs: 40_000,
  tickMs: 1000,
  lossReportMs: 10_000,
};

/** A stream that lasted this long resets the retry delay. */
const STEADY_MS = 10_000;

export interface LiveCameraParts {
  readonly feed: (sink: LiveSink) => LiveFeed;
  readonly pictures: SnapshotEncoder;
  readonly metrics: VideoMetrics;
  readonly pace: LivePace;
  /** There are no more viewers, and the camera was stopped. */
  readonly onIdle: () => void;
}

interface NewestFrame {
  readonly id: string;
  readonly from: RemuxedFrame;
  made: Promise<LiveStill> | null;
}

/**
 * One watched camera: started by the first viewer, restarted after a failure, stopped after the
 * last viewer. One remuxer serves all.
 */
export class LiveCamera {
  readonly #fan: FanOut;
  readonly #sounds = new AudioReader();
  readonly #rates = new Rates();
  readonly #feed: LiveFeed;
  readonly #timer: NodeJS.Timeout;
  readonly #remux = new LiveRemux();
  #chunks: ChunkRing | null = null;
  #chunksWantedUntilMs = 0;
  #newest: NewestFrame | null = null;
  #state: LiveState = 'connecting';
  #stream: CameraStream = 'sub';
  #isAsking = false;
  #failures = 0;
  #askAtMs: number | null = null;
  #heardAtMs = 0;
  #liveSinceMs: number | null = null;
  #idleSinceMs: number | null = null;
  #reported = { atMs: 0, packets: 0, lost: 0 };
  #isStopped = false;

  constructor(private readonly parts: LiveCameraParts) {
    this.#fan = new FanOut(() => parts.metrics.drops.inc());
    this.#feed = parts.feed({
      frame: (frame, receivedAtMs) => this.#take(frame, receivedAtMs),
      ended: () => this.#lost(),
    });
    this.#timer = setInterval(() => this.#tick(Date.now()), parts.pace.tickMs);
    this.#timer.unref();
    void this.#ask();
  }

  get viewers(): number {
    return this.#fan.size;
  }

  watch(viewer: LiveViewer): LiveWatch {
    this.#idleSinceMs = null;
    viewer.state(this.#state);
    const watching = this.#fan.add(viewer, this.#remux);
    return {
      prefer: (stream) => {
        watching.stream = stream;
        this.#chooseStream();
      },
      close: () => {
        if (!this.#fan.remove(watching)) return;
        if (this.#fan.size === 0) this.#idleSinceMs = Date.now();
        else this.#chooseStream();
      },
    };
  }

  /** The device has just connected, so the retry delay ends. */
  deviceConnected(): void {
    if (this.#askAtMs !== null && this.#state !== 'live') this.#askAtMs = Date.now();
  }

  chunks(): readonly LiveChunk[] {
    this.#chunksWantedUntilMs = Date.now() + this.parts.pace.chunksWantedMs;
    return this.#chunks?.chunks ?? [];
  }

  /** The newest key frame as an image, created once for all callers. */
  async picture(): Promise<LiveStill | null> {
    const newest = this.#newest;
    if (newest === null) return null;
    newest.made ??= this.#makeSnapshot(newest);
    return newest.made;
  }

  stats(): VideoStats {
    const counters = this.#feed.counters;
    return {
      bitRateKbps: this.#rates.bitRateKbps,
      framesPerSecond: this.#rates.framesPerSecond,
      lostPackets: counters?.lostPackets ?? 0,
      reorderedPackets: counters?.reorderedPackets ?? 0,
      viewers: this.#fan.size,
      remuxes: this.#isStopped ? 0 : 1,
    };
  }

  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    clearInterval(this.#timer);
    this.#feed.stop();
    this.parts.onIdle();
  }

  async #makeSnapshot({ id, from }: NewestFrame): Promise<LiveStill> {
    const sample = sampleOf(from.fragment.data);
    const made = await this.parts.pictures.make({ format: from.format, sample });
    return { id, takenAtMs: from.fragment.receivedAtMs, ...made };
  }

  #setState(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#fan.state(state);
  }

  async #ask(): Promise<void> {
    if (this.#isAsking || this.#isStopped) return;
    this.#isAsking = true;
    this.#askAtMs = null;
    this.#stream = this.#fan.wanted;
    const answer = await this.#feed.start(this.#stream);
    this.#isAsking = false;
    this.parts.metrics.orders.inc({ answer });
    if (!this.#isStopped) this.#answered(answer);
  }

  #answered(answer: StartAnswer): void {
    // Frames may arrive before the reply.
    if (this.#state === 'live') return;
    const nowMs = Date.now();
    if (answer === 'done') {
      if (this.#state !== 'lost') this.#setState('connecting');
      this.#heardAtMs = nowMs;
      this.#askAtMs = nowMs + this.parts.pace.silenceMs;
      return;
    }
    if (answer === 'offline' || answer === 'refused') this.#setState(answer);
    this.#retry(nowMs);
  }

  #retry(nowMs: number): void {
    const [least, most] = this.parts.pace.retryMs;
    this.#askAtMs = nowMs + Math.min(most, least * 2 ** this.#failures);
    this.#failures += 1;
  }

  /** The connection ended, or was silent for too long. */
  #lost(): void {
    if (this.#isStopped) return;
    const nowMs = Date.now();
    if (this.#liveSinceMs !== null && nowMs - this.#liveSinceMs > STEADY_MS) this.#failures = 0;
    this.#liveSinceMs = null;
    this.#remux.breakOff();
    if (this.#state === 'live') this.#setState('lost');
    this.#retry(nowMs);
  }

  #take(frame: Jt1078Frame, receivedAtMs: number): void {
    if (this.#isStopped) return;
    this.#heardAtMs = receivedAtMs;
    if (frame.kind === 'sound') {
      const sound = this.#sounds.read(frame);
      if (sound !== null) this.#fan.sound(sound);
    }
    if (frame.kind !== 'video' || frame.timestampMs === null) return;
    const { coding, isKeyFrame, timestampMs, body } = frame;
    if (coding !== 'h264' && coding !== 'h265') {
      this.#askAtMs = null;
      this.#setState('unsupported');
      return;
    }
    const made = this.#remux.push({ coding, isKeyFrame, timestampMs, body }, receivedAtMs);
    if (made !== null) this.#pass(made);
  }

  #pass(made: RemuxedFrame): void {
    const { fragment } = made;
    this.#rates.count(fragment.data.length);
    this.parts.metrics.pictures.inc();
    this.parts.metrics.bytes.inc(fragment.data.length);
    this.#liveSinceMs ??= fragment.receivedAtMs;
    this.#askAtMs = null;
    this.#setState('live');
    if (fragment.isKeyFrame) this.#newest = { id: randomUUID(), from: made, made: null };
    this.#fan.picture(made, this.#remux, this.#rates.bitRateKbps);
    if (fragment.receivedAtMs < this.#chunksWantedUntilMs) {
      this.#chunks ??= new ChunkRing();
      this.#chunks.push(made);
    } else {
      this.#chunks = null;
    }
  }

  #chooseStream(): void {
    const wanted = this.#fan.wanted;
    if (wanted === this.#stream || this.#state !== 'live') return;
    this.#stream = wanted;
    this.#feed.switchTo(wanted);
  }

  #tick(nowMs: number): void {
    this.#rates.mark(nowMs);
    const { silenceMs, lingerMs } = this.parts.pace;
    if (this.#idleSinceMs !== null && nowMs - this.#idleSinceMs >= lingerMs) {
      this.stop();
      return;
    }
    if (this.#state === 'live' && nowMs - this.#heardAtMs > silenceMs) {
      if (this.#feed.counters === null) this.#lost();
      else this.#feed.drop();
      return;
    }
    if (this.#askAtMs !== null && nowMs >= this.#askAtMs) void this.#ask();
    if (this.#state === 'live') this.#reportLoss(nowMs);
  }

  #reportLoss(nowMs: number): void {
    const counters = this.#feed.counters;
    const { atMs, packets, lost } = this.#reported;
    if (counters === null || nowMs - atMs < this.parts.pace.lossReportMs) return;
    this.#reported = { atMs: nowMs, packets: counters.packets, lost: counters.lostPackets };
    const lostNow = Math.max(0, counters.lostPackets - lost);
    const all = Math.max(0, counters.packets - packets) + lostNow;
    if (atMs === 0 || all === 0) return;
    this.#feed.reportLoss(Math.min(100, Math.round((lostNow / all) * 100)));
  }
}
