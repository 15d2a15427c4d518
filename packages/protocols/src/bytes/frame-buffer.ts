import { type BadFrameReason, type DeviceMessage, MAX_BAD_IN_PUSH } from '../codec.ts';
import { StreamBuffer } from './stream-buffer.ts';

/** The result of examining the frame at the start of the bytes; `bytes` of them are consumed. */
export type StartLook<F> =
  | { readonly kind: 'frame'; readonly frame: F; readonly bytes: number }
  | { readonly kind: 'bad'; readonly reason: BadFrameReason; readonly bytes: number }
  | { readonly kind: 'wait' };

/** How the frames of a protocol are found in a stream. */
interface FrameFinder<F> {
  /** Offset at which the next frame may start; the length of the bytes if there is none. */
  nextStart(bytes: Buffer): number;
  /** Examines the frame at that offset. */
  lookAt(bytes: Buffer): StartLook<F>;
}

/** The bytes of a session that are not decoded yet, and its limit on bad frames in one push. */
export class FrameBuffer {
  readonly #stream = new StreamBuffer();
  #badInPush = 0;

  get bytes(): Buffer {
    return this.#stream.bytes;
  }

  get length(): number {
    return this.#stream.length;
  }

  /** Removes bytes from the front. */
  drop(count: number): void {
    this.#stream.drop(count);
  }

  /** Removes the bytes of a bad frame: all bytes once the push has too many of them. */
  dropBad(count: number): void {
    this.#badInPush += 1;
    this.#stream.drop(this.#badInPush < MAX_BAD_IN_PUSH ? count : this.#stream.length);
  }

  /** Decodes a chunk: `step` consumes some bytes and adds messages; false if it needs more bytes. */
  push(chunk: Uint8Array, step: (messages: DeviceMessage[]) => boolean): DeviceMessage[] {
    this.#stream.push(chunk);
    const messages: DeviceMessage[] = [];
    this.#badInPush = 0;
    while (step(messages));
    this.#stream.detach();
    return messages;
  }

  /** Decodes the frames of a chunk. Bytes before a start are a bad frame. */
  pushFrames<F>(
    chunk: Uint8Array,
    { nextStart, lookAt }: FrameFinder<F>,
    read: (frame: F, bytes: Buffer, messages: DeviceMessage[]) => void,
  ): DeviceMessage[] {
    return this.push(chunk, (messages) => {
      const start = nextStart(this.bytes);
      if (start > 0) this.#bad('structure', start, messages);
      const { bytes } = this;
      const look = lookAt(bytes);
      if (look.kind === 'wait') return false;
      if (look.kind === 'bad') {
        this.#bad(look.reason, look.bytes, messages);
        return true;
      }
      read(look.frame, bytes.subarray(0, look.bytes), messages);
      this.drop(look.bytes);
      return true;
    });
  }

  #bad(reason: BadFrameReason, bytes: number, messages: DeviceMessage[]): void {
    messages.push({ kind: 'bad', reason, answer: null });
    this.dropBad(bytes);
  }
}
