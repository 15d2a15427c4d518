import type { TracePoint } from '@roadworthy/domain';
import { placeAt } from '../../../ui/map/trail-place.ts';
import { Signal } from '../../../ui/signal.ts';
import { type CameraFile, correction, filesAt, spanOf } from './in-step.ts';

/** Playback rates. */
export const RATES = [0.25, 0.5, 1, 1.5, 2, 4] as const;
export type Rate = (typeof RATES)[number];

/** A frame every 40 ms, until the real frame duration of the video is measured. */
const USUAL_FRAME_S = 0.04;
/** Frame rates of cameras: 5 to 200 frames per second. */
const LONGEST_FRAME_S = 0.2;
const SHORTEST_FRAME_S = 0.005;
/**
 * From this ready state on an element can play the next frame (HTMLMediaElement.HAVE_FUTURE_DATA).
 */
const CAN_GO_ON = 3;
/** This near the end an element does not wait for data. */
const END_S = 0.06;

/** The part of a video element that the playback uses. */
export interface Picture {
  currentTime: number;
  playbackRate: number;
  readonly duration: number;
  readonly readyState: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  play(): Promise<void>;
  pause(): void;
}

export interface ClipState {
  /** ms since 1970 UTC */
  readonly timeMs: number;
  readonly isPlaying: boolean;
  /** Plays as soon as missing data has arrived. */
  readonly isWaiting: boolean;
  readonly rate: Rate;
}

/**
 * One clock for the videos of up to four cameras: the main one leads, the others follow it by small
 * changes of rate. Where no file covers the time, the clock runs on its own.
 */
export class ClipPlayback {
  readonly startMs: number;
  readonly endMs: number;
  readonly state: Signal<ClipState>;
  readonly position = new Signal<TracePoint | null>(null);
  readonly #files: readonly CameraFile[];
  readonly #pictures = new Map<number, Picture>();
  #points: readonly TracePoint[] = [];
  #main: number;
  #frameS = USUAL_FRAME_S;

  /** @param files one per camera, the first one leads */
  constructor(files: readonly CameraFile[]) {
    this.#files = files;
    const { startMs, endMs } = spanOf(files);
    this.startMs = startMs;
    this.endMs = endMs;
    this.#main = files[0]?.camera ?? 0;
    this.state = new Signal<ClipState>({
      timeMs: startMs,
      isPlaying: false,
      isWaiting: false,
      rate: 1,
    });
  }

  /** The trail of the clip in device time order. */
  setPoints(points: readonly TracePoint[]): void {
    this.#points = points;
    this.#tell({});
  }

  /** The leading camera, which also has the audio. */
  setMain(camera: number): void {
    this.#main = camera;
  }

  /** Attaches a camera's element; returns the function to detach it. */
  attach(camera: number, picture: Picture): () => void {
    this.#pictures.set(camera, picture);
    this.#place(camera, this.state.get().timeMs);
    return () => {
      if (this.#pictures.get(camera) === picture) this.#pictures.delete(camera);
    };
  }

  /** Seeks an element to the clock's time after its video was (re)loaded. */
  settle(camera: number): void {
    this.#place(camera, this.state.get().timeMs);
  }

  /** Sets the measured frame duration of the video. */
  setFrame(seconds: number): void {
    if (seconds > SHORTEST_FRAME_S && seconds < LONGEST_FRAME_S) this.#frameS = seconds;
  }

  /** Seeks to a time, limited to the range. */
  seek(timeMs: number): void {
    const bounded = Math.min(Math.max(timeMs, this.startMs), this.endMs);
    for (const { camera } of this.#files) this.#place(camera, bounded);
    this.#tell({ timeMs: bounded });
  }

  /** Plays or pauses. */
  toggle(): void {
    if (this.state.get().isPlaying) this.pause();
    else this.play();
  }

  /** Plays; at the end it restarts. */
  play(): void {
    const { isPlaying, timeMs } = this.state.get();
    if (isPlaying) return;
    if (timeMs >= this.endMs) this.seek(this.startMs);
    this.#tell({ isPlaying: this.endMs > this.startMs, isWaiting: false });
    this.advance(0);
  }

  /** Holds all videos at the same time. */
  pause(): void {
    const { timeMs } = this.state.get();
    const leader = this.#leader(timeMs)?.camera;
    for (const [camera, picture] of this.#pictures) {
      picture.pause();
      if (camera !== leader) this.#place(camera, timeMs);
    }
    this.#tell({ isPlaying: false, isWaiting: false });
  }

  setRate(rate: Rate): void {
    this.#tell({ rate });
    for (const picture of this.#pictures.values()) picture.playbackRate = rate;
  }

  /** The next faster or slower rate. */
  changeRate(by: 1 | -1): void {
    const next = RATES[RATES.indexOf(this.state.get().rate) + by];
    if (next !== undefined) this.setRate(next);
  }

  /** Steps to the next or the previous frame, paused. */
  step(by: 1 | -1): void {
    if (this.state.get().isPlaying) this.pause();
    const { timeMs } = this.state.get();
    const file = this.#leader(timeMs);
    const pictureS = file === undefined ? 0 : (timeMs - file.startMs) / 1000;
    // The middle of a frame, so that rounding never selects its neighbour.
    const middleS = (Math.floor(pictureS / this.#frameS + 1e-6) + by + 0.5) * this.#frameS;
    this.seek(
      file === undefined ? timeMs + by * this.#frameS * 1000 : file.startMs + middleS * 1000,
    );
  }

  /**
   * Reads the clock and synchronises the videos; call it in every animation frame.
   *
   * @param elapsedMs real time since the last call
   */
  advance(elapsedMs: number): void {
    const { isPlaying, rate, timeMs } = this.state.get();
    if (!isPlaying) return;
    const shown = filesAt(this.#files, timeMs);
    const isWaiting = shown.some(({ camera }) => this.#isStalled(camera));
    if (isWaiting) {
      this.#waitTogether(shown);
      this.#tell({ isWaiting });
      return;
    }
    const leader = this.#leader(timeMs);
    const picture = leader === undefined ? undefined : this.#pictures.get(leader.camera);
    // The time of an element that has not started or is at its end is not reliable.
    const says =
      leader !== undefined &&
      picture !== undefined &&
      !picture.paused &&
      !this.#isAtEnd(leader.camera);
    const next = says ? leader.startMs + picture.currentTime * 1000 : timeMs + elapsedMs * rate;
    this.#keepInStep(Math.min(next, this.endMs), rate, leader?.camera);
    if (next >= this.endMs) {
      this.#tell({ timeMs: this.endMs });
      this.pause();
      return;
    }
    this.#tell({ timeMs: next, isWaiting: false });
  }

  /** Pauses those that could play for those that are buffering, which need `play()` to load. */
  #waitTogether(shown: readonly CameraFile[]): void {
    for (const { camera } of shown) {
      const picture = this.#pictures.get(camera);
      if (picture === undefined) continue;
      if (!this.#isStalled(camera)) picture.pause();
      else if (picture.paused) picture.play().catch(() => undefined);
    }
  }

  /** Plays those that cover the time in sync with the leader, and pauses the others. */
  #keepInStep(timeMs: number, rate: number, leader: number | undefined): void {
    for (const { camera, startMs, endMs } of this.#files) {
      const picture = this.#pictures.get(camera);
      if (picture === undefined) continue;
      if (timeMs < startMs || timeMs > endMs) {
        if (!picture.paused) picture.pause();
        continue;
      }
      if (camera === leader) picture.playbackRate = rate;
      else {
        const change = correction(picture.currentTime - (timeMs - startMs) / 1000, rate);
        if (change.kind === 'speed') picture.playbackRate = change.rate;
        else if (!picture.seeking) this.#place(camera, timeMs);
      }
      // Rejected if the element has lost its source, which it reports by an error event.
      if (picture.paused && !this.#isAtEnd(camera)) picture.play().catch(() => undefined);
    }
  }

  #leader(timeMs: number): CameraFile | undefined {
    const shown = filesAt(this.#files, timeMs).filter(({ camera }) => this.#pictures.has(camera));
    return shown.find(({ camera }) => camera === this.#main) ?? shown[0];
  }

  #isAtEnd(camera: number): boolean {
    const picture = this.#pictures.get(camera);
    return (
      picture !== undefined &&
      Number.isFinite(picture.duration) &&
      picture.currentTime >= picture.duration - END_S
    );
  }

  #isStalled(camera: number): boolean {
    const picture = this.#pictures.get(camera);
    if (picture === undefined || this.#isAtEnd(camera)) return false;
    return picture.readyState < CAN_GO_ON;
  }

  #place(camera: number, timeMs: number): void {
    const picture = this.#pictures.get(camera);
    const file = this.#files.find((one) => one.camera === camera);
    if (picture === undefined || file === undefined) return;
    const wanted = Math.min(Math.max(timeMs, file.startMs), file.endMs) - file.startMs;
    picture.currentTime = wanted / 1000;
  }

  #tell(change: Partial<ClipState>): void {
    const before = this.state.get();
    const next = { ...before, ...change };
    this.position.set(placeAt(this.#points, next.timeMs));
    const isSame = (Object.keys(next) as (keyof ClipState)[]).every(
      (key) => next[key] === before[key],
    );
    if (!isSame) this.state.set(next);
  }
}
