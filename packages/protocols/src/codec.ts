import type { Jt808Order } from './jt808/video/orders.ts';
import type { Jt808Saying } from './jt808/video/sayings.ts';
import type { DeviceRecord } from './record.ts';

/** Why a frame was refused. Each has a counter in the gateway. */
export type BadFrameReason = 'checksum' | 'length' | 'structure';

/**
 * Bad frames in one push after which a session drops the rest of its bytes: bytes made for it could
 * have every one of them searched for a frame, while honest devices wait.
 */
export const MAX_BAD_IN_PUSH = 16;

/** A frame behind a message, as on the wire, for the raw data of support. */
export interface DeviceFrame {
  /** A view into the chunk that was pushed: copy it to keep it. */
  readonly bytes: Uint8Array;
  /** The protocol's own name for the kind of message, for example `0200`. */
  readonly kind: string;
  /** False where bytes of the frame have no known meaning: it is kept before it is acknowledged. */
  readonly understood: boolean;
  /** Minutes that the device's clock was taken to be ahead of UTC. */
  readonly offsetMin: number;
}

/**
 * What a session makes of the bytes it is fed, in the order of arrival. `answer` bytes are made by
 * the codec; when to send them is the gateway's decision: a login's and a record's answer only once
 * the device is known and the records are committed.
 */
export type DeviceMessage = {
  readonly raw?: DeviceFrame;
} /** The device names itself. `accepted` is null where the protocol stays silent. */ & (
  | {
      readonly kind: 'login';
      readonly deviceId: string;
      readonly accepted: Uint8Array | null;
      readonly refused: Uint8Array | null;
      /** Other spellings of the same identity to look up, for example the 14 IMEI digits plus Luhn. */
      readonly alsoKnownAs?: readonly string[];
    }
  /** Records to store. `stored` is sent after the commit; `failed` (if any) when storing failed. */
  | {
      readonly kind: 'records';
      readonly records: readonly DeviceRecord[];
      readonly stored: Uint8Array | null;
      readonly failed: Uint8Array | null;
    }
  /** A message without records (heart beat, time request, unknown but sound): answered at once. */
  | { readonly kind: 'notice'; readonly name: string; readonly answer: Uint8Array | null }
  /** The device's answer to a text of ours, and whether it took it. */
  | {
      readonly kind: 'command-answer';
      readonly text: string;
      readonly accepted: boolean;
      readonly answer: Uint8Array | null;
    }
  /**
   * What a camera device says: its answer to an order, a picture. `answer` is due once what was said is
   * kept; without it the device says it again.
   */
  | {
      readonly kind: 'camera';
      readonly saying: Jt808Saying;
      /** Place and time of a picture. */
      readonly place: DeviceRecord | null;
      readonly answer: Uint8Array | null;
    }
  /** A frame that was dropped; `answer` is set where the protocol wants a refusal. */
  | { readonly kind: 'bad'; readonly reason: BadFrameReason; readonly answer: Uint8Array | null }
);

/** One connection's decoder. Holds at most one unfinished frame and any unfinished sub-packets. */
export interface CodecSession {
  /**
   * Takes the next bytes of the stream, cut anywhere, and returns the messages they complete.
   * Never throws on any input.
   */
  push(chunk: Uint8Array): DeviceMessage[];
  /** Bytes held back, waiting for the rest of a frame or of a transfer. */
  readonly bufferedBytes: number;
  /**
   * A text for the device as the protocol sends it; the device's next `command-answer` is its answer.
   * Null before the device has named itself. Letters that the protocol cannot carry are replaced.
   */
  encodeText(text: string): Uint8Array | null;
  /**
   * An order to a camera device and its serial, which the device's answer names. Null before the device
   * has named itself. Absent where the protocol knows no cameras.
   */
  encodeOrder?(order: Jt808Order): { readonly serial: number; readonly bytes: Uint8Array } | null;
  /**
   * Requests for what is missing of transfers in which nothing came since this was last called; to be
   * called every 30 s or so. A transfer is given up after some requests.
   */
  askAgain?(): Uint8Array[];
}

export interface CodecOptions {
  /** Code handed to a JT/T 808 terminal at registration, to be shown at authentication. */
  readonly authenticationCode?: (deviceId: string) => string;
  /** Minutes the device's clock is ahead of UTC, where the protocol sends local time. */
  readonly clockOffsetMin?: (deviceId: string) => number | null;
  /** The device's model, where one is registered: the meaning of numbers differs between families. */
  readonly model?: (deviceId: string) => string | null;
  /** The present in ms since 1970 UTC, for devices that ask for the time. */
  readonly nowMs?: () => number;
}

/** A protocol spoken over a TCP stream. */
export interface StreamCodec {
  readonly name: 'teltonika' | 'gt06' | 'jt808';
  /** Largest legal frame in bytes; a longer announcement is a bad frame of reason `length`. */
  readonly maxFrameBytes: number;
  createSession(options?: CodecOptions): CodecSession;
}
