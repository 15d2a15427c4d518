import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../../platform/auth/index.ts';
import { UploadedFile } from './uploaded-file.ts';

/** The recording is one file, or as many as the device's own files that contain it. */
const MAX_FILES = 8;
const MAX_NAME_LENGTH = 128;

/** Why a file is refused. */
export type UploadRefusal = 'too-large' | 'too-many' | 'bad-name' | 'bad-offset' | 'ended';

/** A device's control connection. */
export interface UploadLink {
  close(): void;
}

export interface UploadRequestOptions {
  /** Files are written next to this path: the path with a number appended. */
  readonly path: string;
  /** Maximum size of all files together; the first byte beyond it ends the transfer. */
  readonly maxBytes: number;
}

/**
 * The file name within the device's path, which may use any system's syntax; null if there is none.
 */
function nameOf(text: string): string | null {
  const name = text.split(/[/\\]/).at(-1)?.trim() ?? '';
  const isName = name !== '' && name !== '.' && name !== '..' && name.length <= MAX_NAME_LENGTH;
  return isName ? name : null;
}

/**
 * One requested upload: a user and a random password known only to its device, valid until the
 * upload is closed. A new login replaces a connection that hangs.
 */
export class UploadRequest {
  readonly user = `rw${randomBytes(6).toString('hex')}`;
  readonly password = randomBytes(12).toString('hex');
  readonly #files = new Map<string, UploadedFile>();
  #link: UploadLink | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** The device sent more than allowed. */
  isTooLarge = false;
  /** Last login, byte or command; ms since 1970 UTC. Null before the first login. */
  heardAtMs: number | null = null;

  constructor(private readonly options: UploadRequestOptions) {}

  /** Sorted by name: devices name files by time. */
  get files(): readonly UploadedFile[] {
    return [...this.#files.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get receivedBytes(): number {
    return this.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** All started files are complete, and there is at least one. */
  get isWhole(): boolean {
    return this.#files.size > 0 && this.files.every(({ isWhole }) => isWhole);
  }

  get isConnected(): boolean {
    return this.#link !== null;
  }

  opensWith(password: string): boolean {
    return !this.#isClosed && isSameSecret(password, this.password);
  }

  /** A connection logged in. */
  enter(link: UploadLink): void {
    const before = this.#link;
    this.#link = link;
    this.heard();
    before?.close();
  }

  /** A connection ended. */
  leave(link: UploadLink): void {
    if (this.#link === link) this.#link = null;
  }

  heard(): void {
    this.heardAtMs = Date.now();
  }

  /** The file with the device's name; null if none was started. */
  find(text: string): UploadedFile | null {
    return this.#files.get(nameOf(text) ?? '') ?? null;
  }

  /** Runs after all earlier work: two transfers never write at the same time. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Starts or resumes a file.
   *
   * @param offset where it resumes; null appends
   */
  async begin(text: string, offset: number | null): Promise<UploadedFile | UploadRefusal> {
    const name = nameOf(text);
    if (this.#isClosed) return 'ended';
    if (name === null) return 'bad-name';
    const known = this.#files.get(name);
    const from = offset ?? known?.sizeBytes ?? 0;
    if (from > (known?.sizeBytes ?? 0)) return 'bad-offset';
    if (known === undefined && this.#files.size >= MAX_FILES) return 'too-many';
    const file = known ?? new UploadedFile(name, `${this.options.path}.${this.#files.size}`);
    this.#files.set(name, file);
    await file.goOnFrom(from);
    return file;
  }

  /** Writes bytes of a file; returns the refusal, if any. */
  async take(file: UploadedFile, bytes: Buffer): Promise<UploadRefusal | null> {
    if (this.#isClosed) return 'ended';
    if (this.receivedBytes + bytes.length > this.options.maxBytes) {
      this.isTooLarge = true;
      return 'too-large';
    }
    this.heard();
    await file.append(bytes);
    return null;
  }

  /** Ends the login; the files can be read until `remove`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#link?.close();
    await this.#turn;
    for (const file of this.files) await file.close();
  }

  /** Removes the files. */
  async remove(): Promise<void> {
    for (const file of this.files) await file.remove();
  }
}
