import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { MapArchiveFault } from '@roadworthy/domain';
import type { Config } from '../config/index.ts';
import type { Log } from '../log/index.ts';
import { ArchiveFile } from './archive-file.ts';
import { ArchiveError, type ArchiveFacts, inspectArchive } from './inspect-archive.ts';

/** Name endings of finished archives; `npm run map` writes unfinished ones under another name. */
const ENDING = '.pmtiles';

/** A file in the folder of the maps, or the file of `MAP_FILE`. */
export interface MapFile {
  /** Name of the file, without its folder. */
  readonly name: string;
  readonly path: string;
  /** Null if the file does not exist. */
  readonly sizeBytes: number | null;
  readonly changedAt: Date | null;
  readonly facts: ArchiveFacts | null;
  readonly fault: MapArchiveFault | null;
}

/** A usable archive. */
export type MapArchive = MapFile & { readonly facts: ArchiveFacts; readonly sizeBytes: number };

interface Known {
  /** Changes with the file. */
  readonly version: string;
  readonly file: MapFile;
}

const isUsable = (file: MapFile): file is MapArchive => file.facts !== null;

/**
 * The street maps of this installation: the file of `MAP_FILE`, or every archive in `DATA_DIR/maps`. The
 * folder is read again on each call, so a new file is used without a restart; only new and changed files
 * are inspected. An unusable file is logged once, and the built-in map stays.
 */
export class MapArchives {
  readonly #log: Log;
  readonly #single: string | null;
  readonly #folder: string;
  #known: ReadonlyMap<string, Known> = new Map();
  #reading: Promise<readonly MapFile[]> | null = null;

  constructor({ dataDir, map }: Pick<Config, 'dataDir' | 'map'>, log: Log) {
    this.#log = log;
    this.#single = map.file;
    this.#folder = join(dataDir, 'maps');
  }

  /** Every file, the newest first, unusable ones included. */
  files(): Promise<readonly MapFile[]> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  /** The usable archives, the newest first. */
  async archives(): Promise<readonly MapArchive[]> {
    return (await this.files()).filter(isUsable);
  }

  /** Whether a file is configured or installed that cannot be used. */
  async hasFault(): Promise<boolean> {
    return (await this.files()).some(({ fault }) => fault !== null);
  }

  /** Opens the archive with this digest; null if there is none. Close it after use. */
  async open(digest: string): Promise<{ file: ArchiveFile; archive: MapArchive } | null> {
    const archive = (await this.archives()).find(({ facts }) => facts.digest === digest);
    if (archive === undefined) return null;
    const file = await ArchiveFile.open(archive.path).catch(() => null);
    return file === null ? null : { file, archive };
  }

  async #paths(): Promise<string[]> {
    if (this.#single !== null) return [this.#single];
    const names = await readdir(this.#folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') this.#log.warn({ err: error }, 'the map folder is unreadable');
      return [];
    });
    return names
      .filter((name) => name.endsWith(ENDING) && !name.startsWith('.'))
      .map((name) => join(this.#folder, name));
  }

  async #read(): Promise<readonly MapFile[]> {
    const found = new Map<string, Known>();
    for (const path of await this.#paths()) found.set(path, await this.#inspected(path));
    this.#known = found;
    return [...found.values()]
      .map(({ file }) => file)
      .sort(
        (a, b) =>
          Number(b.changedAt ?? 0) - Number(a.changedAt ?? 0) || a.name.localeCompare(b.name),
      );
  }

  async #inspected(path: string): Promise<Known> {
    const known = this.#known.get(path);
    const state = await stat(path).catch(() => null);
    const version = state === null ? 'missing' : `${state.size} ${state.mtimeMs} ${state.ino}`;
    if (known?.version === version) return known;
    const name = basename(path);
    let facts: ArchiveFacts | null = null;
    let fault: MapArchiveFault | null = null;
    try {
      if (state === null) throw new ArchiveError('missing');
      facts = await inspectArchive(path, state.size);
      this.#log.info({ map: name, area: facts.area }, 'street map found');
    } catch (error) {
      fault = error instanceof ArchiveError ? error.fault : 'unreadable';
      this.#log.warn({ map: name, fault }, 'this street map cannot be used');
    }
    const sizeBytes = state?.size ?? null;
    return {
      version,
      file: { name, path, sizeBytes, changedAt: state?.mtime ?? null, facts, fault },
    };
  }
}
