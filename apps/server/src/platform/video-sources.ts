import type { CameraSource as SourceKind } from './db/video-tables.ts';

/** A camera as its source needs to know it. */
export interface SourceCamera {
  readonly trackerId: number;
  /** From 1. */
  readonly channel: number;
  /** Of an RTSP camera; null for one that is reached through its tracker. */
  readonly address: string | null;
}

/** A stretch that is to be fetched. */
export interface FetchSession {
  /** ms since 1970 UTC */
  readonly fromMs: number;
  readonly toMs: number;
  /** Where the MP4 is written; does not exist yet. */
  readonly path: string;
  /** How much is here, 0 to 100; may be called as often as it likes. */
  onProgress(percent: number): void;
  /** Aborted: the request was cancelled, or the server ends. */
  readonly signal: AbortSignal;
}

/**
 * Why a stretch could not be fetched. `offline` waits for the device; `busy` and `interrupted` are
 * tried again; the others are final.
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
      /** What the file really shows, ms since 1970 UTC. */
      readonly startMs: number;
      readonly endMs: number;
      readonly codec: string;
      readonly widthPx: number;
      readonly heightPx: number;
    }
  | { readonly state: 'failed'; readonly reason: FetchFailure };

/** A piece of recording on a device. */
export interface RecordedStretch {
  readonly channel: number;
  readonly startMs: number;
  readonly endMs: number;
  /** 0 where the device does not say. */
  readonly sizeBytes: number;
}

export type RecordingsAnswer =
  | { readonly state: 'done'; readonly stretches: readonly RecordedStretch[] }
  | { readonly state: 'failed'; readonly reason: FetchFailure };

/** A kind of camera. A new one is one file in `apps/server/src/video/sources`. */
export interface VideoSource {
  /** What the device has between two moments; channel 0 asks for all its channels at once. */
  recordings(camera: SourceCamera, fromMs: number, toMs: number): Promise<RecordingsAnswer>;
  /** Brings a stretch to a fast-start MP4 at `session.path`. Never throws for what a device does. */
  fetch(camera: SourceCamera, session: FetchSession): Promise<FetchOutcome>;
}

/** The sources of this process by kind; they live in `apps/server/src/video/sources`. */
export type VideoSources = Readonly<Partial<Record<SourceKind, VideoSource>>>;
