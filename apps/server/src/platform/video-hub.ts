/** One camera of a vehicle: its tracker, and its channel there, from 1. */
export interface CameraChannel {
  readonly trackerId: number;
  readonly channel: number;
}

/** The data that a player needs before the first frame: the init segment of a fragmented MP4. */
export interface LiveInit {
  /** RFC 6381, for example `avc1.4d0014` or `hvc1.1.6.L93.B0`. */
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** `ftyp` and `moov`. */
  readonly data: Buffer;
}

/** One frame for the viewers. */
export interface LiveFragment {
  readonly isKeyFrame: boolean;
  /** Increases by one per frame since the camera was first watched; a gap is a dropped frame. */
  readonly sequence: number;
  /** The camera's clock, ms. Often local time as UTC, or a counter: use only differences. */
  readonly deviceTimeMs: number;
  /** When its last byte reached us, ms since 1970 UTC. */
  readonly receivedAtMs: number;
  readonly durationMs: number;
  /** `moof` and `mdat`. */
  readonly data: Buffer;
}

/** An audio packet: 16-bit little-endian mono PCM, or one raw AAC frame with its ADTS header. */
export interface LiveSound {
  readonly codec: 'pcm' | 'aac';
  readonly sampleRateHz: number;
  readonly deviceTimeMs: number;
  readonly data: Buffer;
}

/**
 * The state of a camera for users: requested, sending frames, no longer sending frames,
 * refused, not connected, sending frames that cannot be shown.
 */
export type LiveState = 'connecting' | 'live' | 'lost' | 'refused' | 'offline' | 'unsupported';

/** A viewer of a camera. Its methods must neither throw nor block. */
export interface LiveViewer {
  init(init: LiveInit): void;
  fragment(fragment: LiveFragment): void;
  sound?(sound: LiveSound): void;
  state(state: LiveState): void;
  /** Bytes buffered for its socket: above a limit, it skips to the newest key frame. */
  backlogBytes(): number;
}

/** A complete video segment: a plain MP4 that starts with a key frame at time 0. */
export interface LiveChunk {
  /** Unique among the chunks of all cameras of this process's life; not guessable. */
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly data: Buffer;
}

/** The newest frame of a camera. */
export interface LiveStill {
  /** Unique per frame. */
  readonly id: string;
  readonly mediaType: 'image/jpeg' | 'video/mp4';
  readonly data: Buffer;
  /** ms since 1970 UTC, the server's clock. */
  readonly takenAtMs: number;
}

export interface VideoStats {
  readonly bitRateKbps: number;
  readonly framesPerSecond: number;
  readonly lostPackets: number;
  readonly reorderedPackets: number;
  readonly viewers: number;
  /** Running remuxes of this camera: 1 while it is watched, for any number of viewers. */
  readonly remuxes: number;
}

/** A period of a camera's recording that is being received into a file. */
export interface RecordSession {
  /** Length of the requested period; frames past it are ignored. */
  readonly durationMs: number;
  /** Where the MP4 is written; must not exist yet. */
  readonly path: string;
  /** It ends after this long without a packet; 10 s by the protocol. */
  readonly silenceMs: number;
  /** It is ready for the camera's connection: the command to the device may be sent. */
  onWaiting?(): void;
  /** Received video, ms; at most once a second. */
  onProgress?(recordedMs: number): void;
  /** Ends it early; received video is kept unless the reason is a 507 (disk nearly full). */
  readonly signal?: AbortSignal;
}

export interface RecordedFile {
  /** Fast-start MP4; null if no complete frame arrived, and there is no file. */
  readonly path: string | null;
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationMs: number;
  readonly sizeBytes: number;
  /** Time of the first frame by the camera's clock, ms. */
  readonly startDeviceTimeMs: number;
  /** `changed`: the frame size or codec changed, which one file cannot contain. */
  readonly ended: 'complete' | 'silence' | 'closed' | 'aborted' | 'changed' | 'too-large';
}

/** The handle of a viewer while it watches. */
export interface LiveWatch {
  /** Main stream while a viewer wants it, else the sub stream, which starts faster. */
  prefer(stream: 'main' | 'sub'): void;
  close(): void;
}

/** The server's connection to cameras. Implemented in `apps/server/src/video`. */
export interface VideoHub {
  /** Ports for live video and for playback, as sent to cameras. */
  readonly ports: { readonly live: number; readonly playback: number };
  /** Starts the camera for the first viewer, and stops it 15 s after the last one closed. */
  watch(camera: CameraChannel, viewer: LiveViewer): LiveWatch;
  /**
   * The newest key frame as a JPEG, or as an MP4 of one frame if ffmpeg is not installed.
   *
   * @returns null if no frame has arrived since the camera was first watched
   */
  newestStill(camera: CameraChannel): Promise<LiveStill | null>;
  /** Finished segments of about 8 s, oldest first, in a bounded ring. Empty if nobody watches. */
  chunks(camera: CameraChannel): readonly LiveChunk[];
  /**
   * Records the next playback connection of this camera to a file. Call it before the device gets its
   * command; it waits for the connection as long as the session's silence limit.
   */
  record(camera: CameraChannel, session: RecordSession): Promise<RecordedFile>;
  /** @returns null for a camera that nobody watches */
  stats(camera: CameraChannel): VideoStats | null;
}
