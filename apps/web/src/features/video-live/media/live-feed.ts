import { keepDistance, WantedDistance } from './live-distance.ts';
import type { LiveFrame } from './live-frames.ts';
import { MediaAppender } from './media-append.ts';
import { mediaSourceClass } from './video-live-media-support.ts';

/** How often the distance is looked at. */
const LOOK_MS = 200;
/** A rate over this long. */
const RATE_WINDOW_MS = 2000;
const MAX_FAILURES = 3;
/** Pictures kept while a source opens; some seconds. */
const MOST_EARLY = 200;

/** What a feed says of itself, on demand. */
export interface FeedFacts {
  readonly bitRateKbps: number;
  readonly framesPerSecond: number;
  /**
   * From the server to the screen, ms; the clocks' difference is taken from the quickest message, so
   * that the shortest way there is counts as none. Null before the first picture.
   */
  readonly delayMs: number | null;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly codec: string;
}

type Init = Extract<LiveFrame, { kind: 'init' }>;
type Fragment = Extract<LiveFrame, { kind: 'fragment' }>;

/**
 * Plays one camera's fragments in a video element by Media Source Extensions, near live: it drops to
 * the next key frame after a gap, follows by playing a little faster, and jumps when far behind.
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
  /** When what ends at a time of the buffer was sent; both clocks as they are. */
  #sent: { readonly endS: number; readonly sentMs: number }[] = [];
  #clockDifferenceMs = Number.POSITIVE_INFINITY;

  /** @param onFailure this browser cannot play it, however often it is tried */
  constructor(video: HTMLVideoElement, onFailure: () => void) {
    this.#video = video;
    this.#onFailure = onFailure;
    video.muted = true;
    video.playsInline = true;
    video.disableRemotePlayback = true;
    video.addEventListener('error', this.#restart);
    this.#timer = setInterval(this.#look, LOOK_MS);
  }

  /** Takes a message of this camera; sound is not for here. */
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

  /** Lets the video element go, empty. */
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

  /** A new media source for the newest init; appends begin when it is open. */
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
        // Pictures follow each other as they come: a gap in the camera's time is none on screen.
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
      // The source opens in a moment; what came since the last key frame is kept for it.
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
    // Refused where a browser lets nothing play by itself; the next picture tries again.
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

  /** A broken stream is begun anew from the next key frame, but not for ever. */
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
