import { type LiveFrame, readLiveFrame } from './live-frames.ts';

/** State of a camera, as the server names it; `unsupported`: a codec that cannot be played. */
export type CameraState = 'connecting' | 'live' | 'lost' | 'refused' | 'offline' | 'unsupported';

/** The selected cameras and audio. */
export interface Choice {
  readonly cameras: readonly number[];
  readonly main: number;
  /** The camera with audio; null for silence. */
  readonly sound: number | null;
}

/** Position of the vehicle, as the server names the fields. */
export interface SocketPosition {
  readonly latitude: number;
  readonly longitude: number;
  readonly heading: number;
  readonly moving: boolean;
  /** UTC. */
  readonly at: string;
}

interface Message {
  readonly type: string;
  readonly camera?: number;
  readonly state?: CameraState;
  readonly lost?: number;
  readonly reason?: string;
}

export interface LiveListener {
  /** Whether the server is connected; `lost` while it is retried. */
  link(state: 'open' | 'lost'): void;
  camera(camera: number, state: CameraState): void;
  frame(frame: LiveFrame): void;
  position(position: SocketPosition): void;
  /** Lost packets between camera and server so far. */
  lost(camera: number, packets: number): void;
  /** The server ended the session: its time is over, or the user stopped it elsewhere. */
  end(reason: string): void;
  /** The connection never succeeded. */
  failed(): void;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** The server sends a message every second; this long a silence means a dead connection. */
const SILENCE_MS = 8000;
const MAX_FIRST_TRIES = 3;

/**
 * The live socket of a session: connected with a ticket, reconnected when the connection is lost,
 * with increasing delays.
 */
export class LiveSocket {
  readonly #address: () => Promise<{ url: string; ticket: string }>;
  readonly #listener: LiveListener;
  #choice: Choice;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #tries = 0;
  #wasOpen = false;
  #isClosed = false;

  /** @param address returns the URL and a fresh ticket for each attempt */
  constructor(
    address: () => Promise<{ url: string; ticket: string }>,
    choice: Choice,
    listener: LiveListener,
  ) {
    this.#address = address;
    this.#choice = choice;
    this.#listener = listener;
    void this.#connect();
  }

  /** Sends the current selection of cameras and audio. */
  choose(choice: Choice): void {
    this.#choice = choice;
    if (this.#socket?.readyState === 1) {
      this.#socket.send(JSON.stringify({ type: 'choose', ...choice }));
    }
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
    this.#socket = null;
  }

  async #connect(): Promise<void> {
    this.#tries += 1;
    try {
      const { url, ticket } = await this.#address();
      if (!this.#isClosed) this.#open(url, ticket);
    } catch {
      this.#again();
    }
  }

  #open(url: string, ticket: string): void {
    const socket = new WebSocket(url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    socket.onopen = () => {
      const { cameras, main, sound } = this.#choice;
      socket.send(JSON.stringify({ type: 'open', ticket, cameras, main, sound }));
      this.#watch();
    };
    socket.onmessage = ({ data }: MessageEvent<ArrayBuffer | string>) => {
      if (socket !== this.#socket) return;
      this.#watch();
      if (!this.#wasOpen || this.#pauseMs !== FIRST_PAUSE_MS) this.#listener.link('open');
      this.#wasOpen = true;
      this.#pauseMs = FIRST_PAUSE_MS;
      if (typeof data === 'string') return this.#read(data);
      const frame = readLiveFrame(data);
      if (frame !== null) this.#listener.frame(frame);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#again();
    };
  }

  #read(text: string): void {
    const message = JSON.parse(text) as Message;
    const { type, camera, state, lost, reason } = message;
    if (type === 'position') this.#listener.position(message as unknown as SocketPosition);
    else if (type === 'camera' && camera !== undefined && state !== undefined)
      this.#listener.camera(camera, state);
    else if (type === 'stats' && camera !== undefined) this.#listener.lost(camera, lost ?? 0);
    else if (type === 'end') {
      this.close();
      this.#listener.end(reason ?? '');
    }
  }

  #watch(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      this.#socket?.close();
      this.#again();
    }, SILENCE_MS);
  }

  #again(): void {
    clearTimeout(this.#silence);
    clearTimeout(this.#timer);
    this.#socket = null;
    if (this.#isClosed) return;
    if (!this.#wasOpen && this.#tries >= MAX_FIRST_TRIES) {
      this.close();
      this.#listener.failed();
      return;
    }
    if (this.#wasOpen) this.#listener.link('lost');
    this.#timer = setTimeout(() => void this.#connect(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
