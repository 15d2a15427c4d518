import { type FileHandle, open, rm } from 'node:fs/promises';

/** A file that a device brings, under a name of ours. Its own name is never a path. */
export class UploadedFile {
  #handle: FileHandle | null = null;
  #sizeBytes = 0;
  /** Its last transfer came to its end; a device that goes on with it takes that back. */
  isWhole = false;

  constructor(
    /** As the device calls it. */
    readonly name: string,
    readonly path: string,
  ) {}

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  /**
   * The next bytes come from here on; what was behind is forgotten.
   *
   * @param offset at most its size
   */
  async goOnFrom(offset: number): Promise<void> {
    this.isWhole = false;
    this.#handle ??= await open(this.path, 'wx+', 0o600);
    await this.#handle.truncate(offset);
    this.#sizeBytes = offset;
  }

  /** Writes bytes behind those that are here; after `goOnFrom`. */
  async append(bytes: Buffer): Promise<void> {
    await this.#handle?.write(bytes, 0, bytes.length, this.#sizeBytes);
    this.#sizeBytes += bytes.length;
  }

  /** Closes it, so that it can be read. */
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
