import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceCommands } from '../../platform/device-commands/index.ts';
import { NotAVideo } from '../../platform/mp4-facts.ts';
import type { FetchFailure, FetchSession, SourceCamera } from '../../platform/video-sources.ts';
import type { FtpServer, OpenUpload } from '../ftp/ftp-server.ts';
import { takeUploadedVideo, type UploadedVideo } from './uploaded-video.ts';

/** Twice the recording rate of a 4K camera, per second. */
const MOST_BYTES_A_SECOND = 4 * 1024 * 1024;
const SOME_BYTES = 16 * 1024 * 1024;

/** A recording that lacks no more than this is complete: devices start and end at key frames. */
export const TOLERANCE_MS = 3000;

/** Timeouts for steps that a device may skip, ms. */
export interface UploadPatience {
  /** From its acceptance to its login: it cuts the file first. */
  readonly comeMs: number;
  /** Without a byte or a command: it lost its network, and reconnects. */
  readonly returnMs: number;
  /** From the last byte to its completion message (1206), which many omit. */
  readonly wordMs: number;
  /** In total, without the time it was paused. */
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
  readonly deviceCommands: DeviceCommands;
  readonly uploads: Pick<FtpServer, 'port' | 'expect'>;
  /** Whether a camera of the device is watched live: live video has priority on its uplink. */
  readonly isWatched: (trackerId: number) => boolean;
  readonly patience?: Partial<UploadPatience>;
  /** Shorter recordings are played back; differs from a minute in tests, ms. */
  readonly leastMs?: number;
}

/** A recording to upload. */
export interface UploadStretch {
  readonly fromMs: number;
  readonly toMs: number;
  /** The size that the device reports; 0 if it reports none. */
  readonly sizeBytes: number;
}

/**
 * `unable`: the device does not support it, or nothing arrived; a playback may still work.
 */
export type UploadEnd = UploadedVideo | FetchFailure | 'unable';

/** Recordings as whole files, uploaded by FTP (9206), as quickly as the network allows. */
export class FileUploads {
  readonly #patience: UploadPatience;

  constructor(private readonly parts: UploadParts) {
    this.#patience = { ...PATIENCE, ...parts.patience };
  }

  /** Requests a recording and converts it to an MP4 at `session.path`. */
  async fetch(
    { trackerId, channel }: SourceCamera,
    session: FetchSession,
    stretch: UploadStretch,
  ): Promise<UploadEnd> {
    const { deviceCommands, uploads } = this.parts;
    const { fromMs, toMs } = stretch;
    const maxBytes = SOME_BYTES + Math.ceil((toMs - fromMs) / 1000) * MOST_BYTES_A_SECOND;
    const open = uploads.expect(trackerId, { path: `${session.path}.upload`, maxBytes });
    try {
      const { user, password } = open.order;
      const login = { port: uploads.port, user, password };
      const order = { kind: 'file-upload', channel, fromMs, toMs, ...login } as const;
      const answer = await deviceCommands.ask(trackerId, order);
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
      // A lost connection can look like an end: only the device's message confirms that a part is
      // everything.
      return isShort && open.told(answer.result.serial) !== true ? 'unable' : video;
    } catch (error) {
      if (error instanceof NotAVideo) return 'unable';
      throw error;
    } finally {
      await open.end();
    }
  }
}

/** One upload from the device's acceptance to its end. */
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
   * Waits for the end; a device that is still uploading then is told to stop.
   *
   * @returns null if the files are complete
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

  /** Gives live video priority: on a saturated uplink nothing arrives in time. */
  async #giveWay(): Promise<void> {
    const shallPause = this.parts.isWatched(this.trackerId);
    if (this.#isPaused) this.#waitedMs += this.patience.tickMs;
    if (shallPause === this.#isPaused) return;
    await this.#control(shallPause ? 'pause' : 'resume');
    this.#isPaused = shallPause;
    this.open.order.heard();
  }

  async #control(action: 'pause' | 'resume' | 'cancel'): Promise<void> {
    const command = { kind: 'upload-control', serial: this.serial, action } as const;
    await this.parts.deviceCommands.ask(this.trackerId, command);
  }
}
