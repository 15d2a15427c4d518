import type {
  DeviceOrder,
  DeviceRecording,
  OrderAnswer,
  Orders,
} from '../../platform/orders/index.ts';
import type { RecordedFile, VideoHub } from '../../platform/video-hub.ts';
import type {
  FetchFailure,
  FetchOutcome,
  FetchSession,
  SourceCamera,
  VideoSource,
} from '../../platform/video-sources.ts';
import { joinedStretches } from './stretches.ts';

/** Recordings a device sends at once: more do not fit through its uplink (device-protocols, section 8). */
const AT_ONCE = 2;
/** By the protocol a playback is over after so long without a packet. */
const SILENCE_MS = 10_000;
/** A stretch that lacks no more than this is whole: devices begin and end at their key frames. */
const TOLERANCE_MS = 3000;
/** Less than this is no recording worth fetching. */
const LEAST_MS = 1000;

export interface Jt1078SourceParts {
  readonly orders: Orders;
  readonly hub: Pick<VideoHub, 'ports' | 'record'>;
  /** After so long without a packet it is over, other than 10 s; for tests. */
  readonly silenceMs?: number;
}

interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

const failed = (reason: FetchFailure): FetchOutcome => ({ state: 'failed', reason });

/** Why there is no list, or no playback; null where the device may still have something to give. */
function failureOf(answer: OrderAnswer): FetchFailure | null {
  if (answer.state === 'offline') return 'offline';
  if (answer.state === 'refused') return answer.why === 'busy' ? 'busy' : 'refused';
  return answer.state === 'timeout' ? 'timeout' : null;
}

/** What of the wanted stretch lies within the recordings; null for nothing worth mentioning. */
function covered(
  wanted: Stretch,
  channel: number,
  found: readonly DeviceRecording[],
): Stretch | null {
  const inside = found.filter(
    (one) => one.channel === channel && one.fromMs < wanted.toMs && one.toMs > wanted.fromMs,
  );
  const fromMs = Math.max(wanted.fromMs, Math.min(...inside.map((one) => one.fromMs)));
  const toMs = Math.min(wanted.toMs, Math.max(...inside.map((one) => one.toMs)));
  return toMs - fromMs >= LEAST_MS ? { fromMs, toMs } : null;
}

const ZONE_STEP_MS = 15 * 60_000;
const MOST_ZONE_MS = 14 * 3_600_000;
const MOST_OFF_MS = 60_000;

/**
 * When the first picture really was taken. Packets carry the recording's own clock in any zone, or an
 * arbitrary count: the former is told by lying near the moment that was asked for, a zone apart.
 */
function realStartMs(askedMs: number, deviceMs: number): number {
  const apartMs = deviceMs - askedMs;
  const zoneMs = Math.round(apartMs / ZONE_STEP_MS) * ZONE_STEP_MS;
  const offMs = apartMs - zoneMs;
  const isClock = Math.abs(zoneMs) <= MOST_ZONE_MS && Math.abs(offMs) <= MOST_OFF_MS;
  return isClock ? askedMs + offMs : askedMs;
}

/** Cameras that speak JT/T 808 and 1078: lists by 9205, recordings by 9201 in real time. */
class Jt1078Source implements VideoSource {
  /** Channels that are being fetched, by tracker. */
  readonly #busy = new Map<number, Set<number>>();

  constructor(private readonly parts: Jt1078SourceParts) {}

  async recordings({ trackerId, channel }: SourceCamera, fromMs: number, toMs: number) {
    const order = { kind: 'recordings', channel, fromMs, toMs } as const;
    const answer = await this.parts.orders.ask(trackerId, order);
    if (answer.state === 'done') {
      return { state: 'done', stretches: joinedStretches(answer.result) } as const;
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
      return 'fromMs' in stretch ? await this.#play(camera, session, stretch) : stretch;
    } finally {
      channels.delete(camera.channel);
      if (channels.size === 0) this.#busy.delete(camera.trackerId);
    }
  }

  /** What there is of the stretch. A device that keeps no list is asked for all of it. */
  async #look(camera: SourceCamera, wanted: Stretch): Promise<Stretch | FetchOutcome> {
    const { trackerId, channel } = camera;
    const { fromMs, toMs } = wanted;
    const order = { kind: 'recordings', channel, fromMs, toMs } as const;
    const answer = await this.parts.orders.ask(trackerId, order);
    if (answer.state === 'offline') return failed('offline');
    if (answer.state !== 'done') return { fromMs, toMs };
    return covered(wanted, channel, answer.result) ?? failed('no-recording');
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
    const order: DeviceOrder = { kind: 'playback-start', channel, port, fromMs, toMs };
    const state = { isSending: false, failure: null as FetchFailure | null };
    const ask = async () => {
      state.failure = failureOf(await this.parts.orders.ask(trackerId, order));
      // Many begin to send without a word: only a clear no ends the waiting.
      const isNo = state.failure !== null && state.failure !== 'timeout';
      if (isNo && !state.isSending) stop.abort();
    };
    let asked: Promise<void> = Promise.resolve();
    const file = await this.parts.hub.record(camera, {
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
    await asked;
    return this.#outcome(camera, session, stretch, file, state.failure);
  }

  async #outcome(
    { trackerId, channel }: SourceCamera,
    session: FetchSession,
    { fromMs, toMs }: Stretch,
    file: RecordedFile,
    failure: FetchFailure | null,
  ): Promise<FetchOutcome> {
    const { orders } = this.parts;
    const end = { kind: 'playback-control', channel, command: 'end' } as const;
    const ended = await orders.ask(trackerId, end);
    if (session.signal.aborted) return failed('interrupted');
    if (file.ended === 'too-large') return failed('too-large');
    if (file.path === null) return failed(failure ?? nothingCame(file));
    const isShort = file.durationMs < toMs - fromMs - TOLERANCE_MS;
    // The device is gone: the rest may be had when it is back. Where it is there, that was all.
    const isGone = ended.state === 'offline' || ended.state === 'timeout';
    if (isShort && isGone) return failed('interrupted');
    session.onProgress(100);
    const { codec, widthPx, heightPx, durationMs } = file;
    const startMs = realStartMs(fromMs, file.startDeviceTimeMs);
    return { state: 'done', startMs, endMs: startMs + durationMs, codec, widthPx, heightPx };
  }
}

/** It said yes: either it never came, or it came with nothing. */
const nothingCame = ({ ended }: RecordedFile): FetchFailure =>
  ended === 'closed' ? 'no-recording' : 'timeout';

/** The source of cameras that are reached through their tracker. */
export const jt1078Source = (parts: Jt1078SourceParts): VideoSource => new Jt1078Source(parts);
