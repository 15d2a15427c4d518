import { type FileHandle, open, rm } from 'node:fs/promises';

/** An uploaded file under a generated name; the device's name is never used as a path. */
export class UploadedFile {
  #handle: FileHandle | null = null;
  #sizeBytes = 0;
  /** Its last transfer is complete; a resumed transfer resets this. */
  isWhole = false;

  constructor(
    /** The device's name for it. */
    readonly name: string,
    readonly path: string,
  ) {}

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /**
   * Continues at an offset; bytes beyond it are discarded.
   *
   * @param offset at most its size
   */
  async goOnFrom(offset: number): Promise<void> {
    this.isWhole = false;
    this.#handle ??= await open(this.path, 'wx+', 0o600);
    await this.#handle.truncate(offset);
    this.#sizeBytes = offset;
  }

  /** Appends bytes; call `goOnFrom` first. */
  async append(bytes: Buffer): Promise<void> {
    await this.#handle?.write(bytes, 0, bytes.length, this.#sizeBytes);
    this.#sizeBytes += bytes.length;
  }

  /** Closes the file so that it can be read. */
  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }

  async remove(): Promise<void> {
    await this.close().catch(() => undefined);
    await rm(this.path, { force: true });
  }
}
