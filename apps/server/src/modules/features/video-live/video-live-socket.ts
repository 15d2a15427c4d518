import { z } from 'zod';
import type {
  LiveFragment,
  LiveInit,
  LiveSound,
  LiveState,
  LiveViewer,
  LiveWatch,
  VideoHub,
} from '../../../platform/video-hub.ts';
import { fragmentMessage, initMessage, soundMessage } from './message-frames.ts';
import type { EndReason } from './video-live.repository.ts';
import type { LiveSession, SessionCamera } from './video-live-session.ts';
import type { LivePlace } from './video-live-trail.ts';

/** Longest message from a browser: a list of cameras. */
export const MAX_MESSAGE_BYTES = 4096;
const MAX_MESSAGES_PER_SECOND = 20;
const OPEN_WITHIN_MS = 10_000;
const TICK_MS = 1000;
/** Close codes of RFC 6455: going away, and policy violation. */
const CLOSE = { normal: 1000, rules: 1008 } as const;

const camera = z.int().min(1).max(255);
const cameras = z.array(camera).max(32);
const said = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('open'),
    ticket: z.string().max(100),
    cameras,
    sound: camera.nullable().default(null),
    main: camera.nullable().default(null),
  }),
  z.object({
    type: z.literal('choose'),
    cameras,
    sound: camera.nullable().default(null),
    main: camera.nullable().default(null),
  }),
]);
type Choice = Pick<z.output<typeof said>, 'cameras' | 'sound' | 'main'>;

/** The used part of a WebSocket. */
export interface Channel {
  readonly bufferedAmount: number;
  send(data: string | Buffer): void;
  close(code: number): void;
}

/** One camera that is sent to one browser. */
class CameraViewer implements LiveViewer {
  hasSound = false;
  #codec: string | null = null;
  #state: LiveState = 'connecting';
  #sounds = 0;

  constructor(
    private readonly number: number,
    private readonly channel: Channel,
  ) {}

  init(init: LiveInit): void {
    this.#codec = init.codec;
    this.channel.send(initMessage(this.number, init, Date.now()));
    this.#tell();
  }

  fragment(fragment: LiveFragment): void {
    this.channel.send(fragmentMessage(this.number, fragment, Date.now()));
  }

  sound(sound: LiveSound): void {
    if (!this.hasSound) return;
    this.#sounds += 1;
    this.channel.send(soundMessage(this.number, sound, this.#sounds, Date.now()));
  }

  state(state: LiveState): void {
    this.#state = state;
    this.#tell();
  }

  backlogBytes(): number {
    return this.channel.bufferedAmount;
  }

  #tell(): void {
    const [camera, state] = [this.number, this.#state];
    const codec = this.#codec === null ? {} : { codec: this.#codec };
    this.channel.send(JSON.stringify({ type: 'camera', camera, state, ...codec }));
  }
}

export interface LiveSocketParts {
  readonly channel: Channel;
  readonly hub: VideoHub;
  readonly session: LiveSession;
  /** Whether the ticket opens this session's socket. */
  readonly redeem: (ticket: string) => boolean;
}

/**
 * The live mode of one browser (docs/live-video.md): it connects with its ticket, chooses cameras,
 * and gets their frames, their states, the vehicle's positions and connection statistics.
 */
export class LiveSocket {
  readonly #watched = new Map<
    number,
    { readonly viewer: CameraViewer; readonly watch: LiveWatch }
  >();
  readonly #timer: NodeJS.Timeout;
  readonly #openLimit: NodeJS.Timeout;
  readonly #forget: () => void;
  #isOpen = false;
  #isOver = false;
  #shown: LivePlace | null = null;
  #messages = 0;

  constructor(private readonly parts: LiveSocketParts) {
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    this.#openLimit = setTimeout(() => this.#refuse(), OPEN_WITHIN_MS);
    this.#forget = parts.session.onEnd((reason) => this.#ended(reason));
  }

  /** Handles a message from the browser; an invalid one closes the socket. */
  take(text: string): void {
    if (this.#isOver) return;
    this.#messages += 1;
    const message = parsed(text);
    if (message === null || this.#messages > MAX_MESSAGES_PER_SECOND) {
      this.#refuse();
      return;
    }
    if (message.type === 'open') {
      if (this.#isOpen || !this.parts.redeem(message.ticket)) {
        this.#refuse();
        return;
      }
      this.#isOpen = true;
      clearTimeout(this.#openLimit);
      this.#tellPosition();
    } else if (!this.#isOpen) {
      this.#refuse();
      return;
    }
    this.#choose(message);
  }

  /** The browser disconnected. */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#timer);
    clearTimeout(this.#openLimit);
    this.#forget();
    for (const { watch } of this.#watched.values()) watch.close();
    this.#watched.clear();
  }

  #refuse(): void {
    this.close();
    this.parts.channel.close(CLOSE.rules);
  }

  #ended(reason: EndReason): void {
    const { channel } = this.parts;
    this.close();
    // A server shutdown is no reason to stop: the browser reconnects.
    const sent = reason === 'restart' ? 'session' : reason;
    if (this.#isOpen) channel.send(JSON.stringify({ type: 'end', reason: sent }));
    channel.close(CLOSE.normal);
  }

  #choose({ cameras: wanted, sound, main }: Choice): void {
    for (const [number, { watch }] of [...this.#watched]) {
      if (wanted.includes(number)) continue;
      watch.close();
      this.#watched.delete(number);
    }
    for (const number of wanted) {
      const found = this.parts.session.camera(number);
      if (found !== undefined && !this.#watched.has(number)) this.#watch(found);
    }
    for (const [number, { viewer, watch }] of this.#watched) {
      viewer.hasSound = number === sound;
      // The main stream is worth its bandwidth only if the camera is watched alone.
      watch.prefer(number === main && this.#watched.size === 1 ? 'main' : 'sub');
    }
  }

  #watch(found: SessionCamera): void {
    const viewer = new CameraViewer(found.channel, this.parts.channel);
    this.#watched.set(found.channel, { viewer, watch: this.parts.session.watch(found, viewer) });
  }

  #tick(): void {
    this.#messages = 0;
    if (!this.#isOpen) return;
    this.#tellPosition();
    for (const number of this.#watched.keys()) {
      const found = this.parts.session.camera(number);
      const stats = found === undefined ? null : this.parts.hub.stats(found);
      if (stats === null) continue;
      const { bitRateKbps, framesPerSecond, lostPackets } = stats;
      this.#send({
        type: 'stats',
        camera: number,
        bit_rate_kbps: bitRateKbps,
        frames_per_second: framesPerSecond,
        lost: lostPackets,
      });
    }
  }

  #tellPosition(): void {
    const { trail } = this.parts.session.facts;
    const place = trail.newest;
    if (place === null || place === this.#shown) return;
    this.#shown = place;
    this.#send({
      type: 'position',
      latitude: place.latitudeDeg,
      longitude: place.longitudeDeg,
      heading: place.headingDeg,
      speed_kmh: place.speedKmh,
      moving: trail.isMoving,
      at: new Date(place.timeMs).toISOString(),
    });
  }

  #send(message: object): void {
    this.parts.channel.send(JSON.stringify(message));
  }
}

function parsed(text: string): z.output<typeof said> | null {
  try {
    const found = said.safeParse(JSON.parse(text));
    return found.success ? found.data : null;
  } catch {
    return null;
  }
}
