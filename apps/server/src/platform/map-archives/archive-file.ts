import { type FileHandle, open } from 'node:fs/promises';
import type { RangeResponse, Source } from 'pmtiles';

/** A PMTiles archive on this machine, as the library `pmtiles` reads it. Close it after use. */
export class ArchiveFile implements Source {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** @throws the error of the file system if the file cannot be opened */
  static async open(path: string): Promise<ArchiveFile> {
    return new ArchiveFile(path, await open(path, 'r'));
  }

  getKey(): string {
    return this.path;
  }

  /** Bytes of the file; fewer at its end, as a server with ranges returns them. */
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const bytes = new Uint8Array(length);
    let count = 0;
    while (count < length) {
      const { bytesRead } = await this.handle.read(bytes, count, length - count, offset + count);
      if (bytesRead === 0) break;
      count += bytesRead;
    }
    return { data: bytes.buffer.slice(0, count) };
  }

  async close(): Promise<void> {
    await this.handle.close();
  }
}
