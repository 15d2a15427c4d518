import type { Jt1078Counters, Jt1078Frame } from '@roadworthy/protocols';

/** A camera's connection, as the receiver of its frames sees it. */
export interface MediaLink {
  readonly counters: Jt1078Counters;
  /** Pauses reading until resumed. */
  hold(isHeld: boolean): void;
  close(): void;
}

/** The receiver of a camera's frames. */
export interface MediaSink {
  /** The camera has connected. */
  connected(link: MediaLink): void;
  frame(frame: Jt1078Frame, receivedAtMs: number): void;
  /** The most recently announced connection has ended. */
  ended(link: MediaLink): void;
}

/** A camera that was told to connect. */
export interface ExpectedCamera {
  readonly trackerId: number;
  /** The device's registered number. */
  readonly number: string;
  readonly channel: number;
  readonly sink: MediaSink;
}

/** An expected camera and its connection. */
export interface Expectation extends ExpectedCamera {
  askedAtMs: number;
  link: MediaLink | null;
}

/** How long after a command a camera with an unknown SIM is assumed to be the requested one. */
const JUST_ASKED_MS = 10_000;
const MAX_ALIASES = 10_000;

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/** The SIM of packets as digits; hexadecimal if it is not decimal. */
export const simText = (sim: Uint8Array): string => withoutZeros(Buffer.from(sim).toString('hex'));

/**
 * The cameras that were told to connect to one port, matched to connections by the SIM of their
 * packets, or, if that SIM is unknown, by being the only camera that was just requested
 * (device-protocols, section 8: devices may send a different number in their packets than they
 * register with).
 */
export class Upstreams {
  readonly #expected = new Map<string, Expectation>();
  readonly #coming = new Set<Promise<void>>();
  /** SIMs that were matched to a tracker although they are not its number. */
  readonly #aliases = new Map<string, number>();

  /** A camera is about to be expected: unmatched connections are kept until then. */
  announce(coming: Promise<unknown>): void {
    const settled = coming.catch(() => undefined).then(() => void this.#coming.delete(settled));
    this.#coming.add(settled);
  }

  /** Resolves once no announced camera is outstanding. */
  async settled(): Promise<void> {
    await Promise.all(this.#coming);
  }

  /**
   * Expects a camera; replaces an earlier receiver of the same camera.
   *
   * @returns a function that ends the expectation and the connection
   */
  expect(camera: ExpectedCamera): { asked(): void; cancel(): void } {
    const key = `${camera.trackerId} ${camera.channel}`;
    this.#expected.get(key)?.link?.close();
    const expectation: Expectation = { ...camera, askedAtMs: Date.now(), link: null };
    this.#expected.set(key, expectation);
    return {
      asked: () => {
        expectation.askedAtMs = Date.now();
      },
      cancel: () => {
        if (this.#expected.get(key) === expectation) this.#expected.delete(key);
        expectation.link?.close();
      },
    };
  }

  /** Whether this camera is expected. */
  has(trackerId: number, channel: number): boolean {
    return this.#expected.has(`${trackerId} ${channel}`);
  }

  /** The expected camera with this SIM; null if there is none. */
  bySim(sim: string, channel: number): Expectation | null {
    const alias = this.#aliases.get(sim);
    for (const expectation of this.#expected.values()) {
      if (expectation.channel !== channel) continue;
      const isIts =
        alias === undefined
          ? withoutZeros(expectation.number) === sim
          : alias === expectation.trackerId;
      if (isIts) return expectation;
    }
    return null;
  }

  /** Whether a matched camera is still expected. */
  isWaiting(expectation: Expectation): boolean {
    const { trackerId, channel } = expectation;
    return this.#expected.get(`${trackerId} ${channel}`) === expectation;
  }

  /** The only camera that was just requested for this channel and has not connected. */
  onlyAsked(sim: string, channel: number): Expectation | null {
    if (this.#aliases.has(sim)) return null;
    const since = Date.now() - JUST_ASKED_MS;
    const waiting = [...this.#expected.values()].filter(
      (one) => one.channel === channel && one.link === null && one.askedAtMs >= since,
    );
    const [only, ...others] = waiting;
    if (only === undefined || others.length > 0) return null;
    return only;
  }

  /** Remembers the SIM that a camera sends instead of its number. */
  remember(sim: string, { trackerId }: Expectation): void {
    if (this.#aliases.size >= MAX_ALIASES) this.#aliases.clear();
    this.#aliases.set(sim, trackerId);
  }

  /** Assigns a connection to its camera; a newer one replaces the older. */
  attach(expectation: Expectation, link: MediaLink): MediaSink {
    const older = expectation.link;
    expectation.link = link;
    older?.close();
    expectation.sink.connected(link);
    return {
      connected: () => undefined,
      frame: (frame, receivedAtMs) => {
        if (expectation.link === link) expectation.sink.frame(frame, receivedAtMs);
      },
      ended: () => {
        if (expectation.link !== link) return;
        expectation.link = null;
        expectation.sink.ended(link);
      },
    };
  }
}
