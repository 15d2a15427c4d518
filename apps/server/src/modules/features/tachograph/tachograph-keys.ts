import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTrustStore, type TrustStore } from '@roadworthy/protocols';
import type { Log } from '../../../platform/log/index.ts';

const MAX_KEY_BYTES = 1000;
const REFRESH_MS = 60_000;

/** The files of a folder that can be keys or certificates. */
async function keyFiles(folder: string): Promise<Uint8Array[]> {
  const names = (await readdir(folder)).sort();
  const contents = await Promise.all(
    names.map((name) => readFile(join(folder, name)).catch(() => Buffer.alloc(0))),
  );
  return contents.filter(({ length }) => length > 0 && length <= MAX_KEY_BYTES);
}

/** Root keys of the configured folder, read again after a minute. */
export class TachographKeys {
  #store: TrustStore = readTrustStore([]);
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly folder: string | null,
    private readonly log: Log,
  ) {}

  /** An empty store if no folder is configured or it cannot be read. */
  async trust(nowMs = Date.now()): Promise<TrustStore> {
    if (this.folder === null || nowMs - this.#readAtMs < REFRESH_MS) return this.#store;
    this.#readAtMs = nowMs;
    try {
      this.#store = readTrustStore(await keyFiles(this.folder));
    } catch (error) {
      const { code } = error as { code?: unknown };
      this.log.warn({ code: String(code) }, 'the folder of tachograph keys cannot be read');
    }
    return this.#store;
  }
}

/** No root keys: no signature is verified. */
export const NO_KEYS: Pick<TachographKeys, 'trust'> = { trust: async () => readTrustStore([]) };
