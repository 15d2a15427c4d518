import type { Sample } from './drive.ts';

/** An exchange on a socket: what to send, and whether bytes received so far are its whole answer. */
export interface Exchange {
  readonly bytes: Buffer;
  readonly isAnswered: (received: Buffer) => boolean;
}

/** How a kind of device speaks; a connection begins with `opening` and goes on with `report`. */
export interface DeviceSpeech {
  /** Samples in one report at the most. */
  readonly batch: number;
  opening(): Iterable<Exchange>;
  report(samples: readonly Sample[]): Exchange;
  /**
   * A text or an order of the platform in what was received: what the device says to it, and what is
   * left. Null where there is none.
   *
   * @param line the connection, for what the device says later
   */
  readonly interruption?: (received: Buffer, line: Line) => Interruption | null;
  /** What has begun behind an answer, where the platform may speak at any time. */
  readonly behindAnswer?: (received: Buffer) => Buffer;
  /** How a device shows that it is there while it has nothing to report. */
  readonly heartbeat?: () => Exchange;
  /** Ends what the device does beside its reports. */
  readonly close?: () => void;
}

/** A connection on which a device may speak at any time. */
export interface Line {
  /** Where the platform is. */
  readonly host: string;
  readonly send: (bytes: Buffer) => void;
}

/** What a device says to a text or order that came in between. */
export interface Interruption {
  readonly reply: Buffer;
  readonly rest: Buffer;
}
