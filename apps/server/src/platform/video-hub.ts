/** One camera of a vehicle: the tracker it hangs on, and its channel there, from 1. */
export interface CameraChannel {
  readonly trackerId: number;
  readonly channel: number;
}

/** What a player needs before the first picture: the init segment of a fragmented MP4. */
export interface LiveInit {
  /** RFC 6381, for example `avc1.4d0014` or `hvc1.1.6.L93.B0`. */
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  /** `ftyp` and `moov`. */
  readonly data: Buffer;
}

/** One picture on its way to the viewers. */
export interface LiveFragment {
  readonly isKeyFrame: boolean;
  /** Counts up by one a picture since the camera was first watched; a gap is a dropped picture. */
  readonly sequence: number;
  /** The camera's clock, ms. Often the local clock written as UTC or a plain count: for differences only. */
  readonly deviceTimeMs: number;
  /** When its last byte reached us, ms since 1970 UTC. */
  readonly receivedAtMs: number;
  readonly durationMs: number;
  /** `moof` and `mdat`. */
  readonly data: Buffer;
}

/** A piece of sound: 16-bit little-endian mono PCM, or one raw AAC frame with its ADTS head. */
export interface LiveSound {
  readonly codec: 'pcm' | 'aac';
  readonly sampleRateHz: number;
  readonly deviceTimeMs: number;
  readonly data: Buffer;
}

/**
 * What a camera is doing, for a person: being asked, giving pictures, gave pictures and stopped,
 * said no, is not connected, gives pictures that cannot be shown.
 */
export type LiveState = 'connecting' | 'live' | 'lost' | 'refused' | 'offline' | 'unsupported';

/** Someone who watches a camera. Its calls must not throw and must not wait. */
export interface LiveViewer {
  init(init: LiveInit): void;
  fragment(fragment: LiveFragment): void;
  sound?(sound: LiveSound): void;
  state(state: LiveState): void;
  /** Bytes its socket has not taken yet: over a bound it is dropped to the newest key frame. */
  backlogBytes(): number;
}

/** A finished piece of video, a plain MP4 that starts with a key frame at time 0. */
export interface LiveChunk {
  /** Unique among the chunks of all cameras of this process's life; not guessable. */
  readonly id: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly data: Buffer;
}

/** The newest picture of a camera. */
export interface LivePicture {
  /** Another picture has another id; the same picture the same. */
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
  /** Remuxes at work for this camera: 1 while it is watched, however many watch. */
  readonly remuxes: number;
}

/** A stretch of a camera's recording that is on its way from the device to a file. */
export interface RecordSession {
  /** Length of the stretch that was asked for; pictures past it are not taken. */
  readonly durationMs: number;
  /** Where the MP4 is written; must not exist yet. */
  readonly path: string;
  /** After this long without a packet it is over. 10 s by the protocol. */
  readonly silenceMs: number;
  /** It waits for the camera's connection from now on: the device may be asked. */
  onWaiting?(): void;
  /** How much is here, ms of video; at most once a second. */
  onProgress?(recordedMs: number): void;
  /** Ends it early; what is here by then is kept, unless the reason is a 507: the disk is nearly full. */
  readonly signal?: AbortSignal;
}

export interface RecordedFile {
  /** Fast-start MP4; null: not one whole picture came, and there is no file. */
  readonly path: string | null;
  readonly codec: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly durationMs: number;
  readonly sizeBytes: number;
  /** First picture's time by the camera's clock, ms. */
  readonly startDeviceTimeMs: number;
  /** `changed`: its pictures became others in size or coding, which one file cannot hold. */
  readonly ended: 'complete' | 'silence' | 'closed' | 'aborted' | 'changed' | 'too-large';
}

/** What a viewer holds while it watches. */
export interface LiveWatch {
  /** The large stream while somebody wants it, else the small one, which is quicker. */
  prefer(stream: 'main' | 'sub'): void;
  close(): void;
}

/** The cameras' end of the server. It lives in `apps/server/src/video`; modules see this. */
export interface VideoHub {
  /** Ports that listen for live pictures and for playback, as cameras are told. */
  readonly ports: { readonly live: number; readonly playback: number };
  /** Starts the camera for the first viewer; 15 s after the last one closed, it is told to stop. */
  watch(camera: CameraChannel, viewer: LiveViewer): LiveWatch;
  /**
   * The newest key frame as a JPEG, or as an MP4 of one picture where no ffmpeg is found.
   *
   * @returns null while no picture came since the camera was first watched
   */
  newestPicture(camera: CameraChannel): Promise<LivePicture | null>;
  /** Finished pieces of about 8 s, oldest first: a bounded ring. Empty while nobody watches. */
  chunks(camera: CameraChannel): readonly LiveChunk[];
  /**
   * Takes the next playback connection of this camera into a file. Call it before the device is
   * asked; it waits for the connection as long as the session's silence.
   */
  record(camera: CameraChannel, session: RecordSession): Promise<RecordedFile>;
  /** @returns null for a camera that nobody watches */
  stats(camera: CameraChannel): VideoStats | null;
}
