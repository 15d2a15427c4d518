import { setTimeout as sleep } from 'node:timers/promises';
import { NotAVideo } from '../../platform/mp4-facts.ts';
import type { Orders } from '../../platform/orders/index.ts';
import type { FetchFailure, FetchSession, SourceCamera } from '../../platform/video-sources.ts';
import type { OpenUpload, UploadDesk } from '../ftp/upload-desk.ts';
import { takeUploadedVideo, type UploadedVideo } from './uploaded-video.ts';

/** Twice what a 4K camera records a second. */
const MOST_BYTES_A_SECOND = 4 * 1024 * 1024;
const SOME_BYTES = 16 * 1024 * 1024;

/** A stretch that lacks no more than this is whole: devices begin and end at their key frames. */
export const TOLERANCE_MS = 3000;

/** How long is waited for what a device may leave out, ms. */
export interface UploadPatience {
  /** From its yes to its signing in: it cuts the file first. */
  readonly comeMs: number;
  /** Without a byte or a command: it has lost its network, and comes back. */
  readonly returnMs: number;
  /** From the last byte to its word that it is done (1206), which many leave out. */
  readonly wordMs: number;
  /** In all, without the time it was told to wait. */
  readonly wholeMs: number;
  readonly tickMs: number;
}

const PATIENCE: UploadPatience = {
  comeMs: 45_000,
  returnMs: 60_000,
  wordMs: 15_000,
  wholeMs: 30 * 60_000,
  tickMs: 250,
};

export interface UploadParts {
  readonly orders: Orders;
  readonly uploads: Pick<UploadDesk, 'port' | 'expect'>;
  /** Whether somebody watches a camera of the device live: its uplink is theirs then. */
  readonly isWatched: (trackerId: number) => boolean;
  readonly patience?: Partial<UploadPatience>;
  /** Shorter stretches are played back; other than a minute, ms. */
  readonly leastMs?: number;
}

/** A stretch that is to be uploaded. */
export interface UploadStretch {
  readonly fromMs: number;
  readonly toMs: number;
  /** What the device says it has of it; 0 where it does not say. */
  readonly sizeBytes: number;
}

/**
 * `unable`: the device does not do it, or not so that anything arrived; another way may still do.
 */
export type UploadEnd = UploadedVideo | FetchFailure | 'unable';

/** Stretches as whole files, brought by FTP (9206): as quickly as the network allows. */
export class FileUploads {
  readonly #patience: UploadPatience;

  constructor(private readonly parts: UploadParts) {
    this.#patience = { ...PATIENCE, ...parts.patience };
  }

  /** Asks for a stretch and brings it to an MP4 at `session.path`. */
  async fetch(
    { trackerId, channel }: SourceCamera,
    session: FetchSession,
    stretch: UploadStretch,
  ): Promise<UploadEnd> {
    const { orders, uploads } = this.parts;
    const { fromMs, toMs } = stretch;
    const maxBytes = SOME_BYTES + Math.ceil((toMs - fromMs) / 1000) * MOST_BYTES_A_SECOND;
    const open = uploads.expect(trackerId, { path: `${session.path}.upload`, maxBytes });
    try {
      const { user, password } = open.order;
      const login = { port: uploads.port, user, password };
      const order = { kind: 'file-upload', channel, fromMs, toMs, ...login } as const;
      const answer = await orders.ask(trackerId, order);
      if (answer.state === 'offline') return 'offline';
      if (answer.state === 'refused' && answer.why === 'busy') return 'busy';
      if (answer.state !== 'done') return 'unable';
      const run = new UploadRun(this.parts, this.#patience, open, trackerId, answer.result.serial);
      const failure = await run.end(session, stretch.sizeBytes);
      if (failure !== null) return failure;
      await open.order.close();
      const paths = open.order.files.map(({ path }) => path);
      const video = await takeUploadedVideo(paths, session.path, toMs - fromMs, session.signal);
      const isShort = video.durationMs < toMs - fromMs - TOLERANCE_MS;
      // A lost connection can look like an end: only the device's word makes a part all there is.
      return isShort && open.told(answer.result.serial) !== true ? 'unable' : video;
    } catch (error) {
      if (error instanceof NotAVideo) return 'unable';
      throw error;
    } finally {
      await open.end();
    }
  }
}

/** One upload from the device's yes to its end. */
class UploadRun {
  #isPaused = false;
  #waitedMs = 0;

  constructor(
    private readonly parts: UploadParts,
    private readonly patience: UploadPatience,
    private readonly open: OpenUpload,
    private readonly trackerId: number,
    private readonly serial: number,
  ) {}

  /**
   * Waits for the end; a device that is still at it then is told to stop.
   *
   * @returns null where the files are here
   */
  async end(session: FetchSession, sizeBytes: number): Promise<FetchFailure | 'unable' | null> {
    const beganAtMs = Date.now();
    for (;;) {
      await sleep(this.patience.tickMs);
      const percent = (this.open.order.receivedBytes / Math.max(1, sizeBytes)) * 100;
      if (sizeBytes > 0) session.onProgress(Math.min(99, Math.floor(percent)));
      const end = session.signal.aborted ? 'interrupted' : this.#look(beganAtMs);
      if (end === 'here') return null;
      if (end !== null) {
        await this.#control('cancel');
        return end;
      }
      await this.#giveWay();
    }
  }

  #look(beganAtMs: number): 'here' | FetchFailure | 'unable' | null {
    const { order } = this.open;
    const told = this.open.told(this.serial);
    const nowMs = Date.now();
    if (order.isTooLarge) return 'too-large';
    if (told === true && order.isWhole) return 'here';
    if (told === false) return 'unable';
    if (this.#isPaused) return null;
    const { comeMs, returnMs, wordMs, wholeMs } = this.patience;
    if (nowMs - beganAtMs - this.#waitedMs > wholeMs) return 'timeout';
    if (order.heardAtMs === null) return nowMs - beganAtMs > comeMs ? 'unable' : null;
    const silentMs = nowMs - order.heardAtMs;
    if (order.isWhole && !order.isConnected && silentMs > wordMs) return 'here';
    if (silentMs <= returnMs) return null;
    return order.isWhole ? 'here' : 'interrupted';
  }

  /** Lets live pictures go first: an uplink that is full shows nothing in time. */
  async #giveWay(): Promise<void> {
    const shallPause = this.parts.isWatched(this.trackerId);
    if (this.#isPaused) this.#waitedMs += this.patience.tickMs;
    if (shallPause === this.#isPaused) return;
    await this.#control(shallPause ? 'pause' : 'resume');
    this.#isPaused = shallPause;
    this.open.order.heard();
  }

  async #control(command: 'pause' | 'resume' | 'cancel'): Promise<void> {
    const order = { kind: 'upload-control', serial: this.serial, command } as const;
    await this.parts.orders.ask(this.trackerId, order);
  }
}
