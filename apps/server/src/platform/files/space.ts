import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { HealthCheck } from '../health.ts';
import { isStoreFull, storeFull } from './blob-store.ts';

/** Free bytes of the file system of a path. */
export type FreeBytes = (path: string) => Promise<number>;

/** Space of the disk of a folder. */
export interface DiskSpace {
  readonly folder: string;
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/**
 * The sender of a file. Positions have priority: the database can use the reserve. Uploads of people
 * stop at the reserve, cameras at twice the reserve: they keep their recordings and send them again.
 */
export type Sender = 'person' | 'camera';
const RESERVES: Readonly<Record<Sender, number>> = { person: 1, camera: 2 };

const WATCH_EVERY_MS = 1000;

/** The file system of the folder, or of the nearest folder above it that exists. */
async function fileSystemOf(path: string): Promise<StatsFs> {
  try {
    return await statfs(path);
  } catch (error) {
    const above = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === path) throw error;
    return fileSystemOf(above);
  }
}

async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await fileSystemOf(path);
  return bavail * bsize;
}

/** Monitors the free space of the folders that this installation writes to. */
export class Space {
  /**
   * @param folders the file store, and the database if the server runs its own
   * @param reserveBytes space that uploads leave free
   */
  constructor(
    private readonly folders: readonly string[],
    private readonly reserveBytes: number,
    private readonly freeBytes: FreeBytes = freeBytesOf,
  ) {}

  async #isBelow(bytes: number): Promise<boolean> {
    for (const folder of this.folders) {
      if ((await this.freeBytes(folder)) < bytes) return true;
    }
    return false;
  }

  /** @throws HttpError 507 if a file of this sender would use the reserve */
  async admit(sender: Sender = 'person'): Promise<void> {
    if (this.reserveBytes === 0) return;
    if (await this.#isBelow(this.reserveBytes * RESERVES[sender])) throw storeFull();
  }

  /**
   * Monitors the free space during a write.
   *
   * @param everyMs between two checks
   * @returns a signal that aborts with the 507 as its reason once the sender's reserve is reached, and
   * a function that stops the monitoring
   */
  watch(sender: Sender, everyMs = WATCH_EVERY_MS): { signal: AbortSignal; stop(): void } {
    const short = new AbortController();
    // If the file system does not respond, the write itself fails.
    const look = () =>
      this.admit(sender).catch((error) => {
        if (isStoreFull(error)) short.abort(error);
      });
    const timer = setInterval(() => void look(), everyMs);
    timer.unref();
    return { signal: short.signal, stop: () => clearInterval(timer) };
  }

  /** Whether uploads of people are refused. */
  isShort(): Promise<boolean> {
    return this.#isBelow(this.reserveBytes);
  }

  /** The disks of the folders that this installation writes to. */
  disks(): Promise<DiskSpace[]> {
    return Promise.all(
      this.folders.map(async (folder) => {
        const { blocks, bsize } = await fileSystemOf(folder);
        const freeBytes = await this.freeBytes(folder);
        return { folder, freeBytes, totalBytes: blocks * bsize };
      }),
    );
  }

  /** For `/healthz`: checks the file systems each time. */
  readonly health: HealthCheck = async () =>
    (await this.isShort()) ? 'the disk is nearly full: uploads are refused' : true;
}
