import { rm } from 'node:fs/promises';
import type {
  CommandAnswer,
  DeviceCommand,
  DeviceCommands,
  DeviceRecording,
} from '../../platform/device-commands/index.ts';
import type { RecordedFile, VideoHub } from '../../platform/video-hub.ts';
import type {
  FetchFailure,
  FetchOutcome,
  FetchSession,
  SourceCamera,
  VideoSource,
} from '../../platform/video-sources.ts';
import { joinedPeriods } from './recorded-periods.ts';
import { FileUploads, TOLERANCE_MS, type UploadParts, type UploadStretch } from './upload.ts';
import type { UploadedVideo } from './uploaded-video.ts';

/**
 * Concurrent recordings per device: its uplink has no capacity for more (device-protocols, section
 * 8).
 */
const AT_ONCE = 2;
/** The protocol ends a playback after this time without a packet. */
const SILENCE_MS = 10_000;
/** Shorter recordings are not fetched. */
const LEAST_MS = 1000;
/**
 * From this length a recording is requested as a file: a playback takes as long as the recording.
 */
const LONG_MS = 60_000;
/** How long a device that could not upload is not asked to; shorter if its connection broke. */
const UNABLE_MS = 24 * 3_600_000;
const FAILED_MS = 3_600_000;
const MAX_REMEMBERED = 10_000;

export interface Jt1078SourceParts {
  readonly deviceCommands: DeviceCommands;
  readonly hub: Pick<VideoHub, 'ports' | 'record'>;
  /** Uploads of long recordings as files; without it all are played back. */
  readonly uploads?: Omit<UploadParts, 'deviceCommands'>;
  /** Maximum time without a packet; differs from 10 s in tests. */
  readonly silenceMs?: number;
}

type Stretch = Pick<UploadStretch, 'fromMs' | 'toMs'>;

const failed = (reason: FetchFailure): FetchOutcome => ({ state: 'failed', reason });

/** Why there is no list or no playback; null if the device may still have recordings. */
function failureOf(answer: CommandAnswer): FetchFailure | null {
  if (answer.state === 'offline') return 'offline';
  if (answer.state === 'refused') return answer.why === 'busy' ? 'busy' : 'refused';
  return answer.state === 'timeout' ? 'timeout' : null;
}

/** The part of the requested period that is recorded; null if it is too short. */
function covered(
  wanted: Stretch,
  channel: number,
  found: readonly DeviceRecording[],
): UploadStretch | null {
  const inside = found.filter(
    (one) => one.channel === channel && one.fromMs < wanted.toMs && one.toMs > wanted.fromMs,
  );
  const fromMs = Math.max(wanted.fromMs, Math.min(...inside.map((one) => one.fromMs)));
  const toMs = Math.min(wanted.toMs, Math.max(...inside.map((one) => one.toMs)));
  if (toMs - fromMs < LEAST_MS) return null;
  const sizes = inside.map((one) => {
    const shownMs = Math.min(toMs, one.toMs) - Math.max(fromMs, one.fromMs);
    return (one.sizeBytes * shownMs) / (one.toMs - one.fromMs);
  });
  return { fromMs, toMs, sizeBytes: Math.round(sizes.reduce((sum, size) => sum + size, 0)) };
}

const ZONE_STEP_MS = 15 * 60_000;
const MOST_ZONE_MS = 14 * 3_600_000;
const MOST_OFF_MS = 60_000;

/**
 * The true time of the first frame. Packets carry the clock of the recording in any time zone, or
 * an arbitrary counter: a clock is recognised by being a time-zone offset away from the requested
 * time.
 */
function realStartMs(askedMs: number, deviceMs: number): number {
  const apartMs = deviceMs - askedMs;
  const zoneMs = Math.round(apartMs / ZONE_STEP_MS) * ZONE_STEP_MS;
  const offMs = apartMs - zoneMs;
  const isClock = Math.abs(zoneMs) <= MOST_ZONE_MS && Math.abs(offMs) <= MOST_OFF_MS;
  return isClock ? askedMs + offMs : askedMs;
}

/** The period of a file that was requested from a time on. */
function shown(
  askedMs: number,
  { startDeviceTimeMs, durationMs, codec, widthPx, heightPx }: UploadedVideo,
): FetchOutcome {
  const startMs = startDeviceTimeMs === null ? askedMs : realStartMs(askedMs, startDeviceTimeMs);
  return { state: 'done', startMs, endMs: startMs + durationMs, codec, widthPx, heightPx };
}

/**
 * Cameras with JT/T 808 and 1078: lists by 9205; recordings by 9206 as a file if they are long and
 * the device can upload, otherwise by 9201 in real time.
 */
class Jt1078Source implements VideoSource {
  /** Channels that are being fetched, by tracker. */
  readonly #busy = new Map<number, Set<number>>();
  readonly #uploads: FileUploads | null;
  /** Until when a tracker is not asked for files, ms since 1970 UTC. */
  readonly #playsUntilMs = new Map<number, number>();

  constructor(private readonly parts: Jt1078SourceParts) {
    const { uploads, deviceCommands } = parts;
    this.#uploads = uploads === undefined ? null : new FileUploads({ ...uploads, deviceCommands });
  }

  async recordings({ trackerId, channel }: SourceCamera, fromMs: number, toMs: number) {
    const command = { kind: 'recordings', channel, fromMs, toMs } as const;
    const answer = await this.parts.deviceCommands.ask(trackerId, command);
    if (answer.state === 'done') {
      return { state: 'done', stretches: joinedPeriods(answer.result) } as const;
    }
    const isUnable = answer.state === 'refused' && answer.why === 'unsupported';
    const reason = isUnable ? 'unsupported' : (failureOf(answer) ?? 'refused');
    return { state: 'failed', reason } as const;
  }

  async fetch(camera: SourceCamera, session: FetchSession): Promise<FetchOutcome> {
    const channels = this.#busy.get(camera.trackerId) ?? new Set();
    if (channels.has(camera.channel) || channels.size >= AT_ONCE) return failed('busy');
    this.#busy.set(camera.trackerId, channels.add(camera.channel));
    try {
      const stretch = await this.#look(camera, session);
      if (session.signal.aborted) return failed('interrupted');
      if (!('fromMs' in stretch)) return stretch;
      const uploaded = await this.#upload(camera, session, stretch);
      return uploaded ?? (await this.#play(camera, session, stretch));
    } finally {
      channels.delete(camera.channel);
      if (channels.size === 0) this.#busy.delete(camera.trackerId);
    }
  }

  /** The recorded part of the period. A device without a list is asked for all of it. */
  async #look(camera: SourceCamera, wanted: Stretch): Promise<UploadStretch | FetchOutcome> {
    const { trackerId, channel } = camera;
    const { fromMs, toMs } = wanted;
    const command = { kind: 'recordings', channel, fromMs, toMs } as const;
    const answer = await this.parts.deviceCommands.ask(trackerId, command);
    if (answer.state === 'offline') return failed('offline');
    if (answer.state !== 'done') return { fromMs, toMs, sizeBytes: 0 };
    return covered(wanted, channel, answer.result) ?? failed('no-recording');
  }

  /** A long recording as a file; null if it must be played back instead. */
  async #upload(
    camera: SourceCamera,
    session: FetchSession,
    stretch: UploadStretch,
  ): Promise<FetchOutcome | null> {
    const { trackerId } = camera;
    const { fromMs, toMs } = stretch;
    const isLong = toMs - fromMs >= (this.parts.uploads?.leastMs ?? LONG_MS);
    const plays = (this.#playsUntilMs.get(trackerId) ?? 0) > Date.now();
    if (this.#uploads === null || !isLong || plays) return null;
    const end = await this.#uploads.fetch(camera, session, stretch);
    if (session.signal.aborted) return failed('interrupted');
    if (end === 'unable' || end === 'interrupted' || end === 'timeout') {
      this.#playBackUntil(trackerId, Date.now() + (end === 'unable' ? UNABLE_MS : FAILED_MS));
    }
    // The device's file is longer than the period, and its start time is unknown.
    const isLonger = typeof end === 'object' && end.durationMs > toMs - fromMs + TOLERANCE_MS;
    if (end === 'unable' || isLonger) {
      await rm(session.path, { force: true });
      return null;
    }
    if (typeof end === 'string') return failed(end);
    session.onProgress(100);
    return shown(fromMs, end);
  }

  #playBackUntil(trackerId: number, untilMs: number): void {
    this.#playsUntilMs.delete(trackerId);
    this.#playsUntilMs.set(trackerId, untilMs);
    const [oldest] = this.#playsUntilMs.keys();
    if (this.#playsUntilMs.size > MAX_REMEMBERED && oldest !== undefined) {
      this.#playsUntilMs.delete(oldest);
    }
  }

  async #play(
    camera: SourceCamera,
    session: FetchSession,
    stretch: Stretch,
  ): Promise<FetchOutcome> {
    const { trackerId, channel } = camera;
    const { fromMs, toMs } = stretch;
    const stop = new AbortController();
    const durationMs = toMs - fromMs;
    const port = this.parts.hub.ports.playback;
    const command: DeviceCommand = { kind: 'playback-start', channel, port, fromMs, toMs };
    const state = { isSending: false, failure: null as FetchFailure | null };
    const ask = async () => {
      state.failure = failureOf(await this.parts.deviceCommands.ask(trackerId, command));
      // Many start to send without a reply: only an explicit refusal ends the wait.
      const isNo = state.failure !== null && state.failure !== 'timeout';
      if (isNo && !state.isSending) stop.abort();
    };
    let asked: Promise<void> = Promise.resolve();
    const recorded = this.parts.hub.record(camera, {
      durationMs,
      path: session.path,
      silenceMs: this.parts.silenceMs ?? SILENCE_MS,
      signal: AbortSignal.any([stop.signal, session.signal]),
      onWaiting: () => {
        asked = ask();
      },
      onProgress: (recordedMs) => {
        state.isSending = true;
        session.onProgress(Math.min(99, Math.floor((recordedMs / durationMs) * 100)));
      },
    });
    try {
      const file = await recorded;
      await asked;
      return await this.#outcome(camera, session, stretch, file, state.failure);
    } catch (error) {
      await this.#endPlayback(camera);
      throw error;
    }
  }

  #endPlayback({ trackerId, channel }: SourceCamera) {
    const end = { kind: 'playback-control', channel, action: 'end' } as const;
    return this.parts.deviceCommands.ask(trackerId, end);
  }

  async #outcome(
    camera: SourceCamera,
    session: FetchSession,
    { fromMs, toMs }: Stretch,
    file: RecordedFile,
    failure: FetchFailure | null,
  ): Promise<FetchOutcome> {
    const ended = await this.#endPlayback(camera);
    if (session.signal.aborted) return failed('interrupted');
    if (file.ended === 'too-large') return failed('too-large');
    if (file.path === null) return failed(failure ?? nothingCame(file));
    const isShort = file.durationMs < toMs - fromMs - TOLERANCE_MS;
    // If the device is offline, the rest may be available later; if it is online, that was all.
    const isGone = ended.state === 'offline' || ended.state === 'timeout';
    if (isShort && isGone) return failed('interrupted');
    session.onProgress(100);
    return shown(fromMs, file);
  }
}

/** The device accepted the command, but did not connect or sent nothing. */
const nothingCame = ({ ended }: RecordedFile): FetchFailure =>
  ended === 'closed' ? 'no-recording' : 'timeout';

/** The source of cameras that are reached through their tracker. */
export const jt1078Source = (parts: Jt1078SourceParts): VideoSource => new Jt1078Source(parts);
