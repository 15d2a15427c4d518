import type { Jt1078Counters, Jt1078Frame } from '@roadworthy/protocols';

/** A camera's connection, as far as those see it who take its pictures. */
export interface MediaLink {
  readonly counters: Jt1078Counters;
  /** Reads no more until told to go on. */
  hold(isHeld: boolean): void;
  close(): void;
}

/** Who takes the pictures of a camera. */
export interface MediaSink {
  /** Its camera has connected. */
  connected(link: MediaLink): void;
  frame(frame: Jt1078Frame, receivedAtMs: number): void;
  /** The connection that was announced last is gone. */
  ended(link: MediaLink): void;
}

/** A camera that was asked to connect. */
export interface ExpectedCamera {
  readonly trackerId: number;
  /** The device's number as it is registered. */
  readonly number: string;
  readonly channel: number;
  readonly sink: MediaSink;
}

/** A camera that somebody waits for, with its connection. */
export interface Expectation extends ExpectedCamera {
  askedAtMs: number;
  link: MediaLink | null;
}

/** For so long after an order a camera with a SIM nobody knows is taken for the one that was asked. */
const JUST_ASKED_MS = 10_000;
const MAX_ALIASES = 10_000;

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '');

/** The SIM of packets as digits; hexadecimal ones where it is none. */
export const simText = (sim: Uint8Array): string => withoutZeros(Buffer.from(sim).toString('hex'));

/**
 * The cameras that were asked to connect to one port, and how a connection finds its own: by the SIM of
 * its packets, and where that is nobody's, by being the only one that was just asked (device-protocols,
 * section 8: devices print another number into their packets than they register with).
 */
export class Upstreams {
  readonly #expected = new Map<string, Expectation>();
  readonly #coming = new Set<Promise<void>>();
  /** SIMs that turned out to be a tracker's, though they are not its number. */
  readonly #aliases = new Map<string, number>();

  /** Somebody is about to wait: connections that are nobody's stay until then. */
  announce(coming: Promise<unknown>): void {
    const settled = coming.catch(() => undefined).then(() => void this.#coming.delete(settled));
    this.#coming.add(settled);
  }

  /** Resolves once all who were announced wait, or do not. */
  async settled(): Promise<void> {
    await Promise.all(this.#coming);
  }

  /**
   * Waits for a camera; one who waits for the same is replaced.
   *
   * @returns what ends the waiting and the connection
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

  /** Whether anybody waits for this camera. */
  has(trackerId: number, channel: number): boolean {
    return this.#expected.has(`${trackerId} ${channel}`);
  }

  /** The camera whose SIM this is; null where nobody waits for it. */
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

  /** Whether a camera that was found is still the one that somebody waits for. */
  isWaiting(expectation: Expectation): boolean {
    const { trackerId, channel } = expectation;
    return this.#expected.get(`${trackerId} ${channel}`) === expectation;
  }

  /** The one camera that was just asked for this channel and has not come. */
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

  /** Remembers the SIM that a camera sends in place of its number. */
  remember(sim: string, { trackerId }: Expectation): void {
    if (this.#aliases.size >= MAX_ALIASES) this.#aliases.clear();
    this.#aliases.set(sim, trackerId);
  }

  /** Gives a camera its connection; a newer one replaces the older. */
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
