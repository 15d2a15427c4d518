import type { CodecProtocol } from '@roadworthy/domain';
import type { Jt808CameraMessage } from './jt808/video/camera-messages.ts';
import type { Jt808Command } from './jt808/video/commands.ts';
import type { DeviceRecord } from './record.ts';

/** Why a frame was dropped. Each reason has a counter in the gateway. */
export type BadFrameReason = 'checksum' | 'length' | 'structure';

/**
 * Bad frames in one push after which a session drops the rest of its bytes: crafted input could
 * otherwise have every byte searched for a frame while other devices wait.
 */
export const MAX_BAD_IN_PUSH = 16;

/** The raw frame of a message, stored for support. */
export interface DeviceFrame {
  /** A view into the chunk that was pushed: copy it to keep it. */
  readonly bytes: Uint8Array;
  /** The protocol's name for the kind of message, for example `0200`. */
  readonly kind: string;
  /** False if the frame could not be decoded: it is stored before it is acknowledged. */
  readonly understood: boolean;
  /** The offset used for decoding: minutes that the device's clock is ahead of UTC. */
  readonly offsetMin: number;
}

/**
 * The messages decoded by a session, in order of arrival. The codec builds the `answer` bytes; the
 * gateway decides when to send them: the answer to a login only once the device is known, the answer
 * to records only once they are committed.
 */
export type DeviceMessage = {
  readonly raw?: DeviceFrame;
} /** The device logs in. `accepted` is null if the protocol has no reply. */ & (
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
  /** A message without records (heartbeat, time request, unknown but valid): answered at once. */
  | { readonly kind: 'notice'; readonly name: string; readonly answer: Uint8Array | null }
  /** The device's answer to a text, and whether the device accepted it. */
  | {
      readonly kind: 'command-answer';
      readonly text: string;
      readonly accepted: boolean;
      readonly answer: Uint8Array | null;
    }
  /**
   * A message of a camera device, such as its reply to a command or an image. Send `answer` once the
   * content is stored; without it the device repeats the message.
   */
  | {
      readonly kind: 'camera';
      readonly cameraMessage: Jt808CameraMessage;
      /** Position and time of an image. */
      readonly place: DeviceRecord | null;
      readonly answer: Uint8Array | null;
    }
  /** A frame that was dropped; `answer` is set if the protocol has a refusal. */
  | { readonly kind: 'bad'; readonly reason: BadFrameReason; readonly answer: Uint8Array | null }
);

/** One connection's decoder. Holds at most one unfinished frame and any unfinished sub-packets. */
export interface CodecSession {
  /**
   * Decodes the next bytes of the stream, split anywhere, and returns the messages they complete.
   * Never throws on any input.
   */
  push(chunk: Uint8Array): DeviceMessage[];
  /** Bytes that wait for the rest of a frame or of a transfer. */
  readonly bufferedBytes: number;
  /**
   * Encodes a text for the device; the device's next `command-answer` answers it. Null before the
   * login. Characters that the protocol cannot encode are replaced.
   */
  encodeText(text: string): Uint8Array | null;
  /**
   * Encodes a command to a camera device; the device's answer names the returned serial. Null before
   * the login. Absent if the protocol does not support cameras.
   */
  encodeCommand?(
    order: Jt808Command,
  ): { readonly serial: number; readonly bytes: Uint8Array } | null;
  /** Encodes a message of JT/T 808; null before the login. Absent in other protocols. */
  encodeMessage?(id: number, body: Uint8Array): Uint8Array | null;
  /**
   * Requests for the missing packets of transfers that made no progress since the last call; call it
   * about every 30 s. A transfer is abandoned after some requests.
   */
  requestMissing?(): Uint8Array[];
}

export interface CodecOptions {
  /** Code that a JT/T 808 terminal receives at registration and sends at authentication. */
  readonly authenticationCode?: (deviceId: string) => string;
  /** Minutes the device's clock is ahead of UTC, if the protocol sends local time. */
  readonly clockOffsetMin?: (deviceId: string) => number | null;
  /** The registered model, if any: the meaning of element numbers differs between families. */
  readonly model?: (deviceId: string) => string | null;
  /** The current time in ms since 1970 UTC, for devices that request it. */
  readonly nowMs?: () => number;
}

/** A protocol spoken over a TCP stream. */
export interface StreamCodec {
  readonly name: CodecProtocol;
  /** Maximum frame size in bytes; a longer announced length is a bad frame with reason `length`. */
  readonly maxFrameBytes: number;
  /**
   * Maximum bytes of an unfinished transfer that a connection may buffer, if transfers are larger
   * than frames.
   */
  readonly maxTransferBytes?: number;
  /**
   * Whether a stream that begins with these bytes is of this protocol; null if they are too few to
   * decide. Absent if the first bytes do not tell.
   */
  recognises?(start: Uint8Array): boolean | null;
  createSession(options?: CodecOptions): CodecSession;
}

/** A protocol spoken in datagrams. */
export interface DatagramCodec {
  /**
   * Decodes a whole datagram into messages, beginning with the login of its device. The answer to
   * each message is a datagram. Never throws on any input.
   */
  decode(datagram: Uint8Array, options?: CodecOptions): DeviceMessage[];
}

/**
 * The datagrams of a protocol whose datagrams are whole frames of its stream. Bytes without an end
 * are a bad frame.
 */
export const framesInDatagrams = ({ createSession }: StreamCodec): DatagramCodec => ({
  decode: (datagram, options) => {
    const session = createSession(options);
    const messages = session.push(datagram);
    return session.bufferedBytes === 0
      ? messages
      : [...messages, { kind: 'bad', reason: 'length', answer: null }];
  },
});
