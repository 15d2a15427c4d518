import type { Sample } from './drive.ts';

/**
 * An exchange on a socket: what to send, and whether the received bytes are its complete answer.
 */
export interface Exchange {
  readonly bytes: Buffer;
  readonly isAnswered: (received: Buffer) => boolean;
}

/** Encodes for one type of device; a connection begins with `opening`, followed by `report`. */
export interface DeviceEncoder {
  /** Maximum samples in one report. */
  readonly batch: number;
  opening(): Iterable<Exchange>;
  report(samples: readonly Sample[]): Exchange;
  /**
   * The reply to a text or command of the platform in the received bytes, and the remaining bytes.
   * Null where there is none.
   *
   * @param line the connection, for later messages of the device
   */
  readonly interruption?: (received: Buffer, line: Line) => Interruption | null;
  /** Bytes after an answer, for platforms that can send a message at any time. */
  readonly behindAnswer?: (received: Buffer) => Buffer;
  /** Heartbeat of a device that has nothing to report. */
  readonly heartbeat?: () => Exchange;
  /** Ends the device's activities other than reports. */
  readonly close?: () => void;
}

/** A connection on which a device can send at any time. */
export interface Line {
  /** Host of the platform. */
  readonly host: string;
  readonly send: (bytes: Buffer) => void;
}

/** Reply of a device to a text or command between reports. */
export interface Interruption {
  readonly reply: Buffer;
  readonly rest: Buffer;
}
