import type { CodecOptions, CodecSession, DeviceMessage } from '../codec.ts';
import { FrameBuffer } from './frame-buffer.ts';

/** A session that keeps the bytes of unfinished frames in a buffer. */
export abstract class BufferedSession implements CodecSession {
  protected readonly buffer = new FrameBuffer();

  constructor(protected readonly options: CodecOptions) {}

  get bufferedBytes(): number {
    return this.buffer.length;
  }

  abstract push(chunk: Uint8Array): DeviceMessage[];

  /** Null: by default, no command of the protocol takes a text. */
  encodeText(_text: string): Uint8Array | null {
    return null;
  }
}
