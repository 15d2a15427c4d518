import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Stretches } from './stretches.ts';

/** One file of an alarm; more is dropped, not asked for again. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** All unfinished files together. */
const MAX_ALL_BYTES = 1024 * 1024 * 1024;
const MAX_FILES = 512;
/** A device that lost its connection comes back within this time, or begins anew. */
const FORGET_AFTER_MS = 15 * 60_000;
const SWEEP_MS = 60_000;
/** Files that are done: a repeat is told so. */
const MAX_REMEMBERED = 10_000;

/** Older than this, a folder is of a process that was killed. */
const OLD_MS = 24 * 3_600_000;

function removeOld(folder: string, beforeMs: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && stat.mtimeMs < beforeMs) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** A file on its way, under a name of ours. */
export class IncomingFile {
  readonly stretches: Stretches;
  #handle: Promise<FileHandle> | null = null;
  touchedMs = Date.now();
  /** How often its sender was asked for what is missing. */
  rounds = 0;

  constructor(
    readonly path: string,
    readonly sizeBytes: number,
  ) {
    this.stretches = new Stretches(sizeBytes);
  }

  /** Writes bytes at their place; what passes the announced size is cut off. */
  async write(offset: number, data: Buffer): Promise<void> {
    this.touchedMs = Date.now();
    const fitting = data.subarray(0, Math.max(0, this.sizeBytes - offset));
    if (fitting.length === 0) return;
    this.#handle ??= open(this.path, 'w+', 0o600);
    const handle = await this.#handle;
    await handle.write(fitting, 0, fitting.length, offset);
    this.stretches.add(offset, fitting.length);
  }

  /** Closes it, so that it can be read; it may be written again. */
  async close(): Promise<void> {
    await (await this.#handle)?.close();
    this.#handle = null;
  }
}

/** Files that devices bring, while they are not whole: kept across connections, bounded, swept. */
export class IncomingFiles {
  readonly #files = new Map<string, IncomingFile>();
  readonly #done = new Set<string>();
  readonly #folder: string;
  readonly #sweeper: NodeJS.Timeout;

  /** Unfinished files of processes before are removed: their devices begin anew. */
  constructor(dataDir: string) {
    const all = join(dataDir, 'incoming');
    mkdirSync(all, { recursive: true, mode: 0o700 });
    removeOld(all, Date.now() - OLD_MS);
    // Gateways may share the data folder.
    this.#folder = mkdtempSync(join(all, 'gateway-'));
    this.#sweeper = setInterval(() => this.#sweep(Date.now() - FORGET_AFTER_MS), SWEEP_MS);
    this.#sweeper.unref();
  }

  isDone(key: string): boolean {
    return this.#done.has(key);
  }

  /** The file of this key, begun where it is not; null where it is too large, or there is no room. */
  begin(key: string, sizeBytes: number): IncomingFile | null {
    const known = this.#files.get(key);
    if (known !== undefined && known.sizeBytes === sizeBytes) return known;
    if (known !== undefined) void this.forget(key);
    if (sizeBytes === 0 || sizeBytes > MAX_FILE_BYTES || !this.#hasRoom(sizeBytes)) return null;
    const file = new IncomingFile(join(this.#folder, randomUUID()), sizeBytes);
    this.#files.set(key, file);
    return file;
  }

  /** Removes a file; one that was kept elsewhere is not asked for again. */
  async forget(key: string, isDone = false): Promise<void> {
    const file = this.#files.get(key);
    this.#files.delete(key);
    if (isDone) this.#remember(key);
    if (file === undefined) return;
    await file.close().catch(() => undefined);
    await rm(file.path, { force: true });
  }

  close(): void {
    clearInterval(this.#sweeper);
    for (const file of this.#files.values()) void file.close().catch(() => undefined);
    this.#files.clear();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #hasRoom(sizeBytes: number): boolean {
    const all = [...this.#files.values()].reduce((sum, file) => sum + file.sizeBytes, 0);
    return this.#files.size < MAX_FILES && all + sizeBytes <= MAX_ALL_BYTES;
  }

  #remember(key: string): void {
    this.#done.add(key);
    if (this.#done.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#done;
    if (oldest !== undefined) this.#done.delete(oldest);
  }

  #sweep(untouchedSinceMs: number): void {
    for (const [key, { touchedMs }] of this.#files) {
      if (touchedMs < untouchedSinceMs) void this.forget(key).catch(() => undefined);
    }
  }
}
