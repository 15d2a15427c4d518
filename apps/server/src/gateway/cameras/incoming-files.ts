import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ByteRanges } from './byte-ranges.ts';

/** Maximum size of one file of an alarm; a larger one is dropped and not requested again. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** Maximum size of all unfinished files together. */
const MAX_ALL_BYTES = 1024 * 1024 * 1024;
const MAX_FILES = 512;
/** A device that lost its connection resumes within this time, or starts again. */
const FORGET_AFTER_MS = 15 * 60_000;
const SWEEP_MS = 60_000;
/** Complete files: a repeated upload is confirmed at once. */
const MAX_REMEMBERED = 10_000;

/** An older folder is left over from a process that was killed. */
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

/** A file being uploaded, stored under a generated name. */
export class IncomingFile {
  readonly ranges: ByteRanges;
  #handle: Promise<FileHandle> | null = null;
  touchedMs = Date.now();
  /** How often the missing parts were requested. */
  rounds = 0;

  constructor(
    readonly path: string,
    readonly sizeBytes: number,
  ) {
    this.ranges = new ByteRanges(sizeBytes);
  }

  /** Writes bytes at their offset; bytes beyond the announced size are cut off. */
  async write(offset: number, data: Buffer): Promise<void> {
    this.touchedMs = Date.now();
    const fitting = data.subarray(0, Math.max(0, this.sizeBytes - offset));
    if (fitting.length === 0) return;
    this.#handle ??= open(this.path, 'w+', 0o600);
    const handle = await this.#handle;
    await handle.write(fitting, 0, fitting.length, offset);
    this.ranges.add(offset, fitting.length);
  }

  /** Closes the file so that it can be read; it can be written again later. */
  async close(): Promise<void> {
    await (await this.#handle)?.close();
    this.#handle = null;
  }
}

/** Incomplete files of devices: kept across connections, bounded in size, and cleaned up. */
export class IncomingFiles {
  readonly #files = new Map<string, IncomingFile>();
  readonly #done = new Set<string>();
  readonly #folder: string;
  readonly #sweeper: NodeJS.Timeout;

  /** Removes incomplete files of earlier processes; their devices start again. */
  constructor(dataDir: string) {
    const all = join(dataDir, 'incoming');
    mkdirSync(all, { recursive: true, mode: 0o700 });
    removeOld(all, Date.now() - OLD_MS);
    // Several gateways may share the data folder.
    this.#folder = mkdtempSync(join(all, 'gateway-'));
    this.#sweeper = setInterval(() => this.#sweep(Date.now() - FORGET_AFTER_MS), SWEEP_MS);
    this.#sweeper.unref();
  }

  isDone(key: string): boolean {
    return this.#done.has(key);
  }

  /** The file of this key, created if needed; null if it is too large or there is no space. */
  begin(key: string, sizeBytes: number): IncomingFile | null {
    const known = this.#files.get(key);
    if (known !== undefined && known.sizeBytes === sizeBytes) return known;
    if (known !== undefined) void this.forget(key);
    if (sizeBytes === 0 || sizeBytes > MAX_FILE_BYTES || !this.#hasRoom(sizeBytes)) return null;
    const file = new IncomingFile(join(this.#folder, randomUUID()), sizeBytes);
    this.#files.set(key, file);
    return file;
  }

  /** Removes a file; one that is already stored elsewhere is not requested again. */
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
