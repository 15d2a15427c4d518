import type { CameraSource as SourceKind } from './db/index.ts';

/** The camera data that a source needs. */
export interface SourceCamera {
  readonly trackerId: number;
  /** From 1. */
  readonly channel: number;
  /** URL of an RTSP camera; null for one behind its tracker. */
  readonly address: string | null;
}

/** A period to be fetched. */
export interface FetchSession {
  /** ms since 1970 UTC */
  readonly fromMs: number;
  readonly toMs: number;
  /** Path of the MP4 to write; must not exist yet. */
  readonly path: string;
  /** Progress, 0 to 100; may be called at any rate. */
  onProgress(percent: number): void;
  /** Aborted if the request was cancelled, or the server ends. */
  readonly signal: AbortSignal;
}

/**
 * Why a period could not be fetched. `offline` waits for the device; `busy` and `interrupted` are
 * retried; the others are final.
 */
export type FetchFailure =
  | 'offline'
  | 'busy'
  | 'interrupted'
  | 'refused'
  | 'timeout'
  | 'no-recording'
  | 'unsupported'
  | 'too-large';

export type FetchOutcome =
  | {
      readonly state: 'done';
      /** The period that the file really contains, ms since 1970 UTC. */
      readonly startMs: number;
      readonly endMs: number;
      readonly codec: string;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | { readonly state: 'failed'; readonly reason: FetchFailure };

/** A recording on a device. */
export interface RecordedStretch {
  readonly channel: number;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 if the device does not report it. */
  readonly sizeBytes: number;
}

export type RecordingsAnswer =
  | { readonly state: 'done'; readonly stretches: readonly RecordedStretch[] }
  | { readonly state: 'failed'; readonly reason: FetchFailure };

/** A kind of camera. A new one is one file in `apps/server/src/video/sources`. */
export interface VideoSource {
  /** Recordings on the device within a period; channel 0 means all channels in one request. */
  recordings(camera: SourceCamera, fromMs: number, toMs: number): Promise<RecordingsAnswer>;
  /** Fetches a period as a fast-start MP4 to `session.path`. Never throws on device errors. */
  fetch(camera: SourceCamera, session: FetchSession): Promise<FetchOutcome>;
}

/** The sources of this process by kind, from `apps/server/src/video/sources`. */
export type VideoSources = Readonly<Partial<Record<SourceKind, VideoSource>>>;
