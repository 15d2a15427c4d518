import type pg from 'pg';
import type { TextAnswer } from './connection.ts';

/** A device that can be sent something now. Each function returns false if it cannot be sent. */
export interface DeviceLink {
  sendText(text: string): boolean;
  sendBytes(bytes: Uint8Array): boolean;
  /** A message of JT/T 808. */
  sendMessage(id: number, body: Uint8Array): boolean;
}

/** The motion of a vehicle in a record. */
export interface Motion {
  /** Device time, ms since 1970 UTC. */
  readonly timeMs: number;
  /** Null if the device did not report it, or has no fix. */
  readonly speedKmh: number | null;
}

/** What is sent to a device, marked as sent in its table. */
export interface Outgoing {
  /** Unique among all sources. */
  readonly key: string;
  readonly expectsAnswer: boolean;
  /** The next records of the device are an answer too. */
  readonly isAnsweredByRecords: boolean;
  send(link: DeviceLink): boolean;
  answered(pool: pg.Pool, answer: TextAnswer): Promise<void>;
  unanswered(pool: pg.Pool): Promise<void>;
  /** It was taken but never sent. */
  notSent(pool: pg.Pool): Promise<void>;
}

/** A table with what waits for devices. */
export interface OutgoingSource {
  /** Trackers for which something waits. */
  waiting(pool: pg.Pool): Promise<number[]>;
  /**
   * Takes the oldest item that is due and marks it as sent; `later` if all that waits is not due yet.
   *
   * @param tried keys that were sent on this connection
   */
  take(
    pool: pg.Pool,
    trackerId: number,
    state: { readonly tried: readonly string[]; readonly motion: Motion | null },
  ): Promise<Outgoing | 'later' | null>;
}

const MAX_ANSWER_LENGTH = 1000;

/** An answer as it is stored; null if it is empty. */
export const storedAnswer = (text: string): string | null =>
  text === '' ? null : text.replaceAll('\0', '').slice(0, MAX_ANSWER_LENGTH);
