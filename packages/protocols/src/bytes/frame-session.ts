import type { CodecOptions, CodecSession, DeviceMessage, StreamCodec } from '../codec.ts';
import { FrameBuffer, type StartLook } from './frame-buffer.ts';

/** The result of looking at the first buffered bytes; `bytes` is the number of consumed bytes. */
export type FrameLook<F> =
  | StartLook<F>
  /** Bytes in which no frame begins. */
  | { readonly kind: 'noise'; readonly bytes: number };

/** The content of one frame. */
export interface FrameReading {
  /** The device that the frame names; null if it names none. */
  readonly deviceId: string | null;
  /** Other spellings of the same identity. */
  readonly alsoKnownAs?: readonly string[];
  /** Set if the frame is a login: its answers. */
  readonly login?: { readonly accepted: Uint8Array | null; readonly refused: Uint8Array | null };
  readonly messages: readonly DeviceMessage[];
  /** The protocol's name for the kind of message. */
  readonly kind: string;
  readonly understood: boolean;
  /** Minutes that the device's clock is ahead of UTC, as used for decoding. */
  readonly offsetMin?: number;
}

/** Decodes the frames of one connection; it may keep what later frames depend on. */
export interface FrameReader<F> {
  /** Never throws. `deviceId` is the identity known so far. */
  read(frame: F, deviceId: string | null): FrameReading;
  encodeText(text: string, deviceId: string): Uint8Array;
}

/** How the frames of a protocol are recognised, found and decoded. */
interface FrameProtocol<F> extends Omit<StreamCodec, 'createSession'> {
  /** Looks at the start of the bytes. The result must not depend on bytes after the frame. */
  look(bytes: Buffer): FrameLook<F>;
  createReader(options: CodecOptions): FrameReader<F>;
}

/** A session of a protocol whose frames have a start and an end that can be found again. */
class FrameSession<F> implements CodecSession {
  readonly #buffer = new FrameBuffer();
  #deviceId: string | null = null;

  constructor(
    private readonly look: (bytes: Buffer) => FrameLook<F>,
    private readonly reader: FrameReader<F>,
  ) {}

  get bufferedBytes(): number {
    return this.#buffer.length;
  }

  encodeText(text: string): Uint8Array | null {
    return this.#deviceId === null ? null : this.reader.encodeText(text, this.#deviceId);
  }

  push(chunk: Uint8Array): DeviceMessage[] {
    return this.#buffer.push(chunk, (messages) => this.#step(messages));
  }

  /** Consumes one frame, or bytes that start none; false if more bytes are needed. */
  #step(messages: DeviceMessage[]): boolean {
    const { bytes } = this.#buffer;
    if (bytes.length === 0) return false;
    const look = this.look(bytes);
    if (look.kind === 'wait') return false;
    const read = this.#messagesOf(look, bytes);
    messages.push(...read);
    if (read.some(({ kind }) => kind === 'bad')) this.#buffer.dropBad(look.bytes);
    else this.#buffer.drop(look.bytes);
    return true;
  }

  #messagesOf(look: FrameLook<F>, bytes: Buffer): DeviceMessage[] {
    if (look.kind === 'bad') return [{ kind: 'bad', reason: look.reason, answer: null }];
    return look.kind === 'frame' ? this.#read(look.frame, bytes.subarray(0, look.bytes)) : [];
  }

  #read(frame: F, bytes: Buffer): DeviceMessage[] {
    const reading = this.reader.read(frame, this.#deviceId);
    const { deviceId, alsoKnownAs, login, kind, understood, offsetMin = 0 } = reading;
    const raw = { bytes, kind, understood, offsetMin };
    const isNew = deviceId !== null && deviceId !== this.#deviceId;
    const identified: DeviceMessage[] =
      deviceId !== null && (isNew || login !== undefined)
        ? [
            {
              kind: 'login',
              deviceId,
              ...(alsoKnownAs && { alsoKnownAs }),
              accepted: null,
              refused: null,
              ...login,
            },
          ]
        : [];
    if (isNew) this.#deviceId = deviceId;
    // The raw bytes go with the content; only a login alone has them itself.
    const [first, ...others] = reading.messages;
    return first === undefined
      ? identified.map((one) => ({ ...one, raw }))
      : [...identified, { ...first, raw }, ...others];
  }
}

/** The codec of a protocol of such frames. */
export const frameCodec = <F>({ look, createReader, ...codec }: FrameProtocol<F>): StreamCodec => ({
  ...codec,
  createSession: (options = {}) => new FrameSession(look, createReader(options)),
});
