import type { TracePoint } from '@roadworthy/domain';
import { placeAt } from '../../../ui/map/trail-place.ts';
import { Signal } from '../../../ui/signal.ts';
import { type CameraFile, correction, filesAt, spanOf } from './in-step.ts';

/** How many times as fast as the film. */
export const RATES = [0.25, 0.5, 1, 1.5, 2, 4] as const;
export type Rate = (typeof RATES)[number];

/** A picture every 40 ms, until the film itself has shown how often it has one. */
const USUAL_FRAME_S = 0.04;
/** What a camera films in: 5 to 200 pictures a second. */
const LONGEST_FRAME_S = 0.2;
const SHORTEST_FRAME_S = 0.005;
/** From this state on an element can show the next picture (HTMLMediaElement.HAVE_FUTURE_DATA). */
const CAN_GO_ON = 3;
/** So near its end an element waits for nothing any more. */
const END_S = 0.06;

/** What of a video element the playback uses. */
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
  /** Plays as soon as what is missing has arrived. */
  readonly isWaiting: boolean;
  readonly rate: Rate;
}

/**
 * One clock over the pictures of up to four cameras: the main one leads, the others follow it by a
 * little more or less speed. Where no file has the moment, the clock runs on by itself.
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

  /** @param files one a camera, the first one leads */
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

  /** The trail beside the pictures, in the order of device time. */
  setPoints(points: readonly TracePoint[]): void {
    this.#points = points;
    this.#tell({});
  }

  /** The camera that leads, which is also the one heard. */
  setMain(camera: number): void {
    this.#main = camera;
  }

  /** Takes over a camera's element; returns what gives it back. */
  attach(camera: number, picture: Picture): () => void {
    this.#pictures.set(camera, picture);
    this.#place(camera, this.state.get().timeMs);
    return () => {
      if (this.#pictures.get(camera) === picture) this.#pictures.delete(camera);
    };
  }

  /** Puts an element to the clock's moment, after it has (again) got its film. */
  settle(camera: number): void {
    this.#place(camera, this.state.get().timeMs);
  }

  /** Learns how long one picture of the film is shown. */
  setFrame(seconds: number): void {
    if (seconds > SHORTEST_FRAME_S && seconds < LONGEST_FRAME_S) this.#frameS = seconds;
  }

  /** Goes to a moment; beyond an end it stays at the end. */
  seek(timeMs: number): void {
    const bounded = Math.min(Math.max(timeMs, this.startMs), this.endMs);
    for (const { camera } of this.#files) this.#place(camera, bounded);
    this.#tell({ timeMs: bounded });
  }

  /** Starts or pauses. */
  toggle(): void {
    if (this.state.get().isPlaying) this.pause();
    else this.play();
  }

  /** Starts; at the end it starts anew. */
  play(): void {
    const { isPlaying, timeMs } = this.state.get();
    if (isPlaying) return;
    if (timeMs >= this.endMs) this.seek(this.startMs);
    this.#tell({ isPlaying: this.endMs > this.startMs, isWaiting: false });
    this.advance(0);
  }

  /** Holds all pictures at the same moment. */
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

  /** The next faster or slower speed. */
  changeRate(by: 1 | -1): void {
    const next = RATES[RATES.indexOf(this.state.get().rate) + by];
    if (next !== undefined) this.setRate(next);
  }

  /** Goes to the next or the previous picture, paused. */
  step(by: 1 | -1): void {
    if (this.state.get().isPlaying) this.pause();
    const { timeMs } = this.state.get();
    const file = this.#leader(timeMs);
    const pictureS = file === undefined ? 0 : (timeMs - file.startMs) / 1000;
    // The middle of a picture: rounding never lands on its neighbour.
    const middleS = (Math.floor(pictureS / this.#frameS + 1e-6) + by + 0.5) * this.#frameS;
    this.seek(
      file === undefined ? timeMs + by * this.#frameS * 1000 : file.startMs + middleS * 1000,
    );
  }

  /**
   * Reads the clock and keeps the pictures in step; to be called with every frame of the page.
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
    // An element that does not run yet, or stands at its end, says nothing about the time.
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

  /** Those that could go on wait for those that cannot; these load on while they are told to play. */
  #waitTogether(shown: readonly CameraFile[]): void {
    for (const { camera } of shown) {
      const picture = this.#pictures.get(camera);
      if (picture === undefined) continue;
      if (!this.#isStalled(camera)) picture.pause();
      else if (picture.paused) picture.play().catch(() => undefined);
    }
  }

  /** Runs those that have the moment in step with the leader, and holds the others. */
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
      // Refused where the element has lost its film; it says so by an error of its own.
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
