import { keepDistance, WantedDistance } from './live-distance.ts';
import type { LiveFrame } from './live-frames.ts';
import { MediaAppender } from './media-append.ts';
import { mediaSourceClass } from './video-live-media-support.ts';

/** Interval of the latency control. */
const LOOK_MS = 200;
/** Averaging period of a bit rate. */
const RATE_WINDOW_MS = 2000;
const MAX_FAILURES = 3;
/** Frames queued while a source opens, a few seconds. */
const MOST_EARLY = 200;

/** Statistics of a feed, on demand. */
export interface FeedFacts {
  readonly bitRateKbps: number;
  readonly framesPerSecond: number;
  /**
   * From the server to the screen, ms; the clock difference is estimated from the fastest message,
   * whose transit time counts as zero. Null before the first frame.
   */
  readonly delayMs: number | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly codec: string;
}

type Init = Extract<LiveFrame, { kind: 'init' }>;
type Fragment = Extract<LiveFrame, { kind: 'fragment' }>;

/**
 * Plays one camera's fragments in a video element by Media Source Extensions, near live: it drops
 * to the next key frame after a gap, follows by playing slightly faster, and seeks when far behind.
 */
export class LiveFeed {
  readonly #video: HTMLVideoElement;
  readonly #onFailure: () => void;
  readonly #wanted = new WantedDistance();
  readonly #timer: ReturnType<typeof setInterval>;
  #init: Init | null = null;
  #source: MediaSource | null = null;
  #appender: MediaAppender | null = null;
  #address: string | null = null;
  #early: Fragment[] = [];
  #isWaitingForKey = true;
  #lastSequence: number | null = null;
  #failures = 0;
  #recent: { readonly atMs: number; readonly bytes: number }[] = [];
  /** Send times by end time in the buffer; both in their own clocks. */
  #sent: { readonly endS: number; readonly sentMs: number }[] = [];
  #clockDifferenceMs = Number.POSITIVE_INFINITY;

  /** @param onFailure this browser cannot play it, even after retries */
  constructor(video: HTMLVideoElement, onFailure: () => void) {
    this.#video = video;
    this.#onFailure = onFailure;
    video.muted = true;
    video.playsInline = true;
    video.disableRemotePlayback = true;
    video.addEventListener('error', this.#restart);
    this.#timer = setInterval(this.#look, LOOK_MS);
  }

  /** Adds a message of this camera; audio is handled elsewhere. */
  take(frame: LiveFrame): void {
    if (frame.kind === 'init') this.#begin(frame);
    else if (frame.kind === 'fragment') this.#append(frame);
  }

  facts(): FeedFacts {
    const now = performance.now();
    this.#recent = this.#recent.filter(({ atMs }) => atMs > now - RATE_WINDOW_MS);
    const bytes = this.#recent.reduce((sum, one) => sum + one.bytes, 0);
    return {
      bitRateKbps: (bytes * 8) / RATE_WINDOW_MS,
      framesPerSecond: (this.#recent.length * 1000) / RATE_WINDOW_MS,
      delayMs: this.#delayMs(),
      widthPx: this.#video.videoWidth,
      heightPx: this.#video.videoHeight,
      codec: this.#init?.codec ?? '',
    };
  }

  /** Detaches the video element and empties it. */
  close(): void {
    clearInterval(this.#timer);
    this.#video.removeEventListener('error', this.#restart);
    this.#release();
    this.#video.removeAttribute('src');
    this.#video.load();
  }

  #begin(init: Init): void {
    const isSame = this.#init?.codec === init.codec && this.#appender !== null;
    this.#init = init;
    this.#isWaitingForKey = true;
    this.#lastSequence = null;
    this.#wanted.reset();
    if (isSame) this.#appender?.push(init.data, true, () => undefined);
    else this.#open();
  }

  /** Opens a new media source for the newest init segment; appending starts when it is open. */
  #open(): void {
    const init = this.#init;
    const Source = mediaSourceClass();
    if (init === null || Source === null) return;
    this.#release();
    const source = new Source();
    this.#source = source;
    this.#address = URL.createObjectURL(source);
    source.addEventListener('sourceopen', () => {
      if (this.#source !== source || source.sourceBuffers.length > 0) return;
      try {
        const buffer = source.addSourceBuffer(`video/mp4; codecs="${init.codec}"`);
        // Frames are played consecutively: a gap in the camera's time is none on screen.
        buffer.mode = 'sequence';
        this.#appender = new MediaAppender(buffer, () => this.#video.currentTime, this.#restart);
        this.#appender.push(init.data, true, () => undefined);
        for (const fragment of this.#early.splice(0)) this.#append(fragment);
      } catch {
        this.#onFailure();
      }
    });
    this.#video.src = this.#address;
  }

  #append(fragment: Fragment): void {
    const appender = this.#appender;
    if (appender === null) {
      // The source opens asynchronously; frames since the last key frame are queued for it.
      if (fragment.isKeyFrame) this.#early = [];
      if (this.#early.length < MOST_EARLY) this.#early.push(fragment);
      return;
    }
    const isGap = this.#lastSequence !== null && fragment.sequence !== this.#lastSequence + 1;
    this.#lastSequence = fragment.sequence;
    const now = performance.now();
    this.#recent.push({ atMs: now, bytes: fragment.data.byteLength });
    this.#clockDifferenceMs = Math.min(this.#clockDifferenceMs, Date.now() - fragment.sentMs);
    if (isGap) {
      this.#isWaitingForKey = true;
      this.#wanted.reset();
    }
    if (this.#isWaitingForKey && !fragment.isKeyFrame) return;
    this.#isWaitingForKey = !appender.push(fragment.data, fragment.isKeyFrame, () => {
      const endS = appender.endS;
      if (endS === null) return;
      this.#wanted.arrived(now, endS * 1000);
      this.#sent.push({ endS, sentMs: fragment.sentMs });
      if (this.#sent.length > 400) this.#sent.splice(0, 200);
      this.#play();
    });
  }

  #play(): void {
    const { startS } = this.#appender ?? {};
    if (startS == null) return;
    if (this.#video.currentTime < startS) this.#video.currentTime = startS;
    // Rejected if the browser blocks autoplay; the next frame tries again.
    if (this.#video.paused) void this.#video.play().catch(() => undefined);
  }

  readonly #look = () => {
    const endS = this.#appender?.endS;
    if (endS == null || this.#video.readyState === 0) return;
    const { rate, jumpToS } = keepDistance(
      endS,
      this.#video.currentTime,
      this.#wanted.seconds,
      this.#wanted.isFresh(performance.now()),
    );
    if (jumpToS !== null) this.#video.currentTime = jumpToS;
    if (this.#video.playbackRate !== rate) this.#video.playbackRate = rate;
  };

  #delayMs(): number | null {
    const shownS = this.#video.currentTime;
    const found = this.#sent.find(({ endS }) => endS >= shownS) ?? this.#sent.at(-1);
    if (found === undefined) return null;
    return Math.max(0, Date.now() - found.sentMs - this.#clockDifferenceMs);
  }

  /** A broken stream restarts from the next key frame, with a limit. */
  readonly #restart = () => {
    if (this.#source === null) return;
    this.#failures += 1;
    if (this.#failures > MAX_FAILURES) {
      this.#release();
      this.#onFailure();
      return;
    }
    this.#isWaitingForKey = true;
    this.#open();
  };

  #release(): void {
    this.#appender?.close();
    this.#appender = null;
    this.#source = null;
    this.#sent = [];
    this.#early = [];
    this.#wanted.reset();
    if (this.#address !== null) URL.revokeObjectURL(this.#address);
    this.#address = null;
  }
}
