import { stat } from 'node:fs/promises';
import type { RangeResponse, Source } from 'pmtiles';
import { ArchiveFile } from '../../../../platform/map-archives/index.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';

const TIMEOUT_MS = 120_000;
const ATTEMPTS = 4;
const FIRST_WAIT_MS = 500;
const DAY_MS = 86_400_000;
/** Builds of the last days are tried, today's first. */
const BUILD_DAYS = 14;

/** An archive that is copied or extracted from. */
export interface MapSource extends Source {
  readonly sizeBytes: number;
  close(): Promise<void>;
}

/** The server ignores ranges and sends whole files. */
export class NoRanges extends Error {}
/** A failure that a later attempt may not have. */
class Passing extends Error {}

/** The reason of a failed request in a few words, for example `ENOTFOUND`. */
function reasonOf(error: unknown): string {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer' : message);
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** An archive on a web server, read by ranges. */
class HttpSource implements MapSource {
  #sizeBytes = 0;
  #etag: string | null = null;

  constructor(private readonly url: string) {}

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  getKey(): string {
    return this.url;
  }

  /**
   * @throws OperatorError if the server cannot be reached, has no such file, or has another one now;
   *   NoRanges if it ignores ranges
   */
  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { data: await this.#request(offset, length) };
      } catch (error) {
        if (!(error instanceof Passing)) throw error;
        const host = new URL(this.url).host;
        if (attempt === ATTEMPTS) {
          throw new OperatorError('map.source_unreachable', { host, reason: error.message });
        }
        await wait(FIRST_WAIT_MS * 2 ** (attempt - 1));
      }
    }
  }

  async #request(offset: number, length: number): Promise<ArrayBuffer> {
    const headers = {
      range: `bytes=${offset}-${offset + length - 1}`,
      'accept-encoding': 'identity',
    };
    try {
      const response = await fetch(this.url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
      if (response.status === 206) return await this.#partOf(response, offset, length);
      await response.body?.cancel();
      if (response.status === 200) throw new NoRanges();
      if (response.status >= 500 || response.status === 429) {
        throw new Passing(`status ${response.status}`);
      }
      throw new OperatorError('map.source_missing', { url: this.url, status: response.status });
    } catch (error) {
      const isFinal = [OperatorError, NoRanges, Passing].some((kind) => error instanceof kind);
      throw isFinal ? error : new Passing(reasonOf(error));
    }
  }

  async #partOf(response: Response, offset: number, length: number): Promise<ArrayBuffer> {
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
    const [first, last, size] = (range ?? []).slice(1).map(Number);
    const data = await response.arrayBuffer();
    if (first === undefined || last === undefined || size === undefined) throw new NoRanges();
    const etag = response.headers.get('etag');
    if (this.#sizeBytes !== 0 && (this.#sizeBytes !== size || this.#etag !== etag)) {
      throw new OperatorError('map.source_changed', { url: this.url });
    }
    [this.#sizeBytes, this.#etag] = [size, etag];
    const expected = Math.min(length, size - offset);
    if (first !== offset || data.byteLength !== expected) throw new Passing('an incomplete answer');
    return data;
  }

  async close(): Promise<void> {}
}

const isHttp = (address: string) => /^https?:\/\//.test(address);

/**
 * Opens an archive by its address or path.
 *
 * @throws OperatorError if it cannot be read; NoRanges if its server ignores ranges
 */
export async function openSource(address: string): Promise<MapSource> {
  if (isHttp(address)) {
    const source = new HttpSource(address);
    await source.getBytes(0, 1);
    return source;
  }
  try {
    const { size } = await stat(address);
    return Object.assign(await ArchiveFile.open(address), { sizeBytes: size });
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new OperatorError('map.file_unreadable', { file: address, reason });
  }
}

/** Whether this source can be opened now, to continue with it. */
async function isThere(address: string): Promise<boolean> {
  try {
    const source = await openSource(address);
    await source.close();
    return true;
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'map.source_missing') return false;
    if (error instanceof NoRanges) throw new OperatorError('map.no_ranges', { url: address });
    throw error;
  }
}

/**
 * Address of the newest daily build below an address: `20261122.pmtiles`.
 *
 * @throws OperatorError if the server cannot be reached or has no build of the last two weeks
 */
export async function newestBuild(base: string, nowMs: number): Promise<string> {
  if (base.endsWith('.pmtiles') || !isHttp(base)) return base;
  for (let days = 0; days < BUILD_DAYS; days += 1) {
    const day = new Date(nowMs - days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
    const address = `${base}/${day}.pmtiles`;
    if (await isThere(address)) return address;
  }
  throw new OperatorError('map.no_build', { url: base, days: BUILD_DAYS });
}
