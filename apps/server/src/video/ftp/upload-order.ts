import { randomBytes, timingSafeEqual } from 'node:crypto';
import { UploadedFile } from './uploaded-file.ts';

/** A stretch is one file, or as many as the device's own files that it lies in. */
const MAX_FILES = 8;
const MAX_NAME_LENGTH = 128;

/** Why a file is not taken. */
export type UploadRefusal = 'too-large' | 'too-many' | 'bad-name' | 'bad-offset' | 'ended';

/** A device's connection, as its order sees it. */
export interface UploadLink {
  close(): void;
}

export interface UploadOrderOptions {
  /** Files are written beside it: its path with a number behind. */
  readonly path: string;
  /** Of all files together; the first byte more ends the transfer. */
  readonly maxBytes: number;
}

/** The name within what the device says, which may be a path of any system; null for none. */
function nameOf(text: string): string | null {
  const name = text.split(/[/\\]/).at(-1)?.trim() ?? '';
  const isName = name !== '' && name !== '.' && name !== '..' && name.length <= MAX_NAME_LENGTH;
  return isName ? name : null;
}

/**
 * One order to upload: a user and a password that nobody knows but the device that was told, good
 * until the order is closed. Who signs in again takes the place of a connection that hangs.
 */
export class UploadOrder {
  readonly user = `rw${randomBytes(6).toString('hex')}`;
  readonly password = randomBytes(12).toString('hex');
  readonly #files = new Map<string, UploadedFile>();
  #link: UploadLink | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  /** It brought more than it may. */
  isTooLarge = false;
  /** When it last signed in, sent a byte or a command; ms since 1970 UTC. Null before it ever came. */
  heardAtMs: number | null = null;

  constructor(private readonly options: UploadOrderOptions) {}

  /** In the order of their names: devices name files by time. */
  get files(): readonly UploadedFile[] {
    return [...this.#files.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get receivedBytes(): number {
    return this.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  /** All that was begun came to its end, and there is something. */
  get isWhole(): boolean {
    return this.#files.size > 0 && this.files.every(({ isWhole }) => isWhole);
  }

  get isConnected(): boolean {
    return this.#link !== null;
  }

  opensWith(password: string): boolean {
    const [given, own] = [Buffer.from(password), Buffer.from(this.password)];
    return !this.#isClosed && given.length === own.length && timingSafeEqual(given, own);
  }

  /** A connection signed in with it. */
  enter(link: UploadLink): void {
    const before = this.#link;
    this.#link = link;
    this.heard();
    before?.close();
  }

  /** A connection is gone. */
  leave(link: UploadLink): void {
    if (this.#link === link) this.#link = null;
  }

  heard(): void {
    this.heardAtMs = Date.now();
  }

  /** The file that a device means; null where none of that name was begun. */
  find(text: string): UploadedFile | null {
    return this.#files.get(nameOf(text) ?? '') ?? null;
  }

  /** Does something with the files once all before is done: two transfers never write at once. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  /**
   * Makes room for a transfer.
   *
   * @param offset where it goes on; null: behind what is here
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

  /** Takes bytes of a file; says why not. */
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

  /** Ends the login; what came can be read until `remove`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#link?.close();
    await this.#turn;
    for (const file of this.files) await file.close();
  }

  /** Removes what came. */
  async remove(): Promise<void> {
    for (const file of this.files) await file.remove();
  }
}
