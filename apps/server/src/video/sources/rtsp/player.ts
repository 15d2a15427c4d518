import { findTarget } from './address.ts';
import { RtpAudio } from './audio.ts';
import { RtspConnection } from './connection.ts';
import { type CameraFrame, RtpFrames } from './frames.ts';
import { RtspError } from './reader.ts';
import { readRtp } from './rtp.ts';
import { type MediaOffer, readSessionDescription } from './session-description.ts';

/** Default of RFC 2326, if the server states none. */
const DEFAULT_SESSION_S = 60;
const SILENCE_LIMIT_MS = 10_000;

export interface RtspListener {
  /** The camera accepted PLAY. */
  playing?(): void;
  frame(frame: CameraFrame): void;
  /** Called once; null if this side closed the stream. */
  ended(error: RtspError | null): void;
}

export interface RtspOptions {
  /** rtsp or rtsps address, with user and password if the camera requires them. */
  readonly address: string;
  /** Networks that are allowed; if empty, all except this machine. */
  readonly networks: readonly string[];
  readonly withSound: boolean;
  /** Maximum time without a byte; 10 s. */
  readonly silenceMs?: number;
}

type Depacketiser = { add(packet: NonNullable<ReturnType<typeof readRtp>>): CameraFrame[] };

/** Pulls a camera's stream over one TCP connection (RTP interleaved in RTSP). */
class RtspPlayer {
  readonly #streams = new Map<number, { payloadType: number; reader: Depacketiser }>();
  #connection: RtspConnection | null = null;
  #keepAlive: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #isOver = false;
  #uri = '';

  constructor(
    private readonly options: RtspOptions,
    private readonly listener: RtspListener,
  ) {}

  async start(): Promise<void> {
    try {
      await this.#play();
    } catch (error) {
      this.#end(error instanceof RtspError ? error : new RtspError('stream.failed'));
    }
  }

  close(): void {
    if (!this.#isOver) this.#connection?.tell('TEARDOWN', this.#uri);
    this.#end(null);
  }

  async #play(): Promise<void> {
    const target = await findTarget(this.options.address, this.options.networks);
    if (this.#isOver) return;
    const connection = await RtspConnection.open(target, {
      packet: (channel, data) => this.#onPacket(channel, data),
      ended: (error) => this.#end(error),
    });
    this.#connection = connection;
    if (this.#isOver) return connection.close();
    const methods = (await connection.request('OPTIONS', target.uri)).headers.get('public')?.[0];
    const description = await connection.request('DESCRIBE', target.uri, {
      Accept: 'application/sdp',
    });
    const base = description.headers.get('content-base')?.[0] ?? target.uri;
    const { video, sound } = readSessionDescription(description.body, base);
    if (video === null) throw new RtspError('camera.no_known_codec', true);
    const sessionS = await this.#setUp(connection, video, 0, new RtpFrames(video));
    if (sound !== null && this.options.withSound) {
      await this.#setUp(connection, sound, 2, new RtpAudio(sound));
    }
    this.#uri = base;
    await connection.request('PLAY', base, { Range: 'npt=0.000-' });
    if (!this.#isOver) this.listener.playing?.();
    this.#stayAlive(sessionS, /GET_PARAMETER/i.test(methods ?? '') ? 'GET_PARAMETER' : 'OPTIONS');
  }

  /** Returns how long the server keeps an idle session, s. */
  async #setUp(
    connection: RtspConnection,
    offer: MediaOffer,
    channel: number,
    reader: Depacketiser,
  ): Promise<number> {
    const { headers } = await connection.request('SETUP', offer.control, {
      Transport: `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`,
    });
    const transport = headers.get('transport')?.[0] ?? '';
    if (!/tcp/i.test(transport)) throw new RtspError('camera.no_tcp', true);
    const given = Number(/interleaved=(\d+)/.exec(transport)?.[1] ?? channel);
    this.#streams.set(given, { payloadType: offer.payloadType, reader });
    return Number(
      /timeout=(\d+)/.exec(headers.get('session')?.[0] ?? '')?.[1] ?? DEFAULT_SESSION_S,
    );
  }

  #stayAlive(sessionS: number, method: string): void {
    if (this.#isOver) return;
    const everyMs = Math.max(1000, Math.min(sessionS, DEFAULT_SESSION_S) * 500);
    this.#keepAlive = setInterval(() => this.#connection?.tell(method, this.#uri), everyMs);
    const silenceMs = this.options.silenceMs ?? SILENCE_LIMIT_MS;
    this.#watch = setInterval(
      () => {
        if (Date.now() - (this.#connection?.lastReadMs ?? 0) <= silenceMs) return;
        this.#end(new RtspError('stream.silent'));
      },
      Math.min(1000, silenceMs),
    );
  }

  #onPacket(channel: number, data: Buffer): void {
    const stream = this.#streams.get(channel);
    if (stream === undefined) return;
    const packet = readRtp(data);
    if (packet === null || packet.payloadType !== stream.payloadType) return;
    for (const frame of stream.reader.add(packet)) {
      if (!this.#isOver) this.listener.frame(frame);
    }
  }

  #end(error: RtspError | null): void {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#keepAlive !== null) clearInterval(this.#keepAlive);
    if (this.#watch !== null) clearInterval(this.#watch);
    this.#connection?.close();
    this.listener.ended(error);
  }
}

/**
 * Starts to pull a camera's stream: frames as Annex B from the first key frame on, audio unchanged.
 * All errors are passed to the listener.
 */
export function playRtsp(options: RtspOptions, listener: RtspListener): { close(): void } {
  const player = new RtspPlayer(options, listener);
  void player.start();
  return player;
}
