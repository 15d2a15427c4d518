import { createWriteStream } from 'node:fs';
import {
  appendFile,
  type FileHandle,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { Plan, Request } from './maps-extract-plan.ts';
import type { MapSource } from './maps-extract-source.ts';

/** Requests at the same time. */
const PARALLEL = 4;

/** Progress in bytes of the source. */
export type Progress = (doneBytes: number, totalBytes: number) => void;

/** Files of an unfinished map. */
export interface PartFiles {
  /** The unfinished archive. */
  readonly part: string;
  /** The digest of the plan and the address of the source. */
  readonly state: string;
  /** Number of each finished request, one per line. */
  readonly done: string;
}

/** The files beside a finished archive; the server ignores names that begin with a dot. */
export const partFilesOf = (folder: string, name: string): PartFiles => ({
  part: `${folder}/.${name}.part`,
  state: `${folder}/.${name}.part.json`,
  done: `${folder}/.${name}.part.done`,
});

export async function removeParts(files: PartFiles): Promise<void> {
  for (const path of Object.values(files)) await rm(path, { force: true });
}

/** The source of an interrupted download; null if there is none. */
export async function interruptedSource({ state }: PartFiles): Promise<string | null> {
  try {
    const { source } = JSON.parse(await readFile(state, 'utf8')) as { source?: unknown };
    return typeof source === 'string' ? source : null;
  } catch {
    return null;
  }
}

async function stateDigest({ state }: PartFiles): Promise<string | null> {
  try {
    return (JSON.parse(await readFile(state, 'utf8')) as { digest?: string }).digest ?? null;
  } catch {
    return null;
  }
}

/** Finished requests of the same plan. */
async function doneBefore(files: PartFiles, digest: string): Promise<Set<number>> {
  if ((await stateDigest(files)) !== digest) return new Set();
  const text = await readFile(files.done, 'utf8').catch(() => '');
  // An interruption can leave half a line at the end.
  const lines = text.split('\n').slice(0, -1);
  return new Set(lines.map(Number).filter(Number.isInteger));
}

/** @throws OperatorError if the disk has too little space */
export async function checkSpace(folder: string, neededBytes: number, reserveBytes: number) {
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  const missing = neededBytes + reserveBytes - bavail * bsize;
  if (missing <= 0) return;
  const mb = (bytes: number) => Math.ceil(bytes / 1e6);
  throw new OperatorError('map.disk_full', {
    needed: mb(neededBytes),
    missing: mb(missing),
    folder,
  });
}

async function copyRequest(source: MapSource, part: FileHandle, request: Request): Promise<void> {
  const { data } = await source.getBytes(request.offset, request.length);
  if (data.byteLength !== request.length) throw new OperatorError('map.source_damaged');
  const bytes = new Uint8Array(data);
  for (const { from, to, length } of request.copies) {
    await part.write(bytes, from, length, to);
  }
}

/**
 * Downloads what a plan needs into the part file, several requests at the same time. What an earlier
 * attempt with the same plan has finished is not requested again.
 *
 * @throws OperatorError if the source fails; the finished requests stay
 */
export async function download(
  source: MapSource,
  plan: Plan,
  files: PartFiles,
  progress: Progress,
): Promise<void> {
  await mkdir(dirname(files.part), { recursive: true });
  const done = await doneBefore(files, plan.digest);
  if (done.size === 0) {
    await removeParts(files);
    await writeFile(files.state, JSON.stringify({ digest: plan.digest, source: source.getKey() }));
    await writeFile(files.part, '');
  }
  const total = plan.requests.reduce((sum, { length }) => sum + length, 0);
  let doneBytes = plan.requests.reduce((sum, { length }, n) => sum + (done.has(n) ? length : 0), 0);
  const part = await open(files.part, 'r+');
  try {
    await part.truncate(plan.sizeBytes);
    if (plan.head !== null) await part.write(plan.head, 0, plan.head.length, 0);
    const waiting = plan.requests
      .map((request, n) => ({ request, n }))
      .filter(({ n }) => !done.has(n));
    progress(doneBytes, total);
    let failure: unknown;
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        if (failure !== undefined) return;
        await copyRequest(source, part, next.request);
        await part.datasync();
        await appendFile(files.done, `${next.n}\n`);
        doneBytes += next.request.length;
        progress(doneBytes, total);
      }
    };
    const workers = Array.from({ length: PARALLEL }, () =>
      work().catch((error) => {
        failure ??= error;
      }),
    );
    await Promise.all(workers);
    if (failure !== undefined) throw failure;
    await part.sync();
  } finally {
    await part.close();
  }
}

/** Downloads a whole file from a server without ranges; an interruption begins again. */
export async function downloadWhole(url: string, files: PartFiles): Promise<void> {
  await mkdir(dirname(files.part), { recursive: true });
  await removeParts(files);
  const response = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  if (!response.ok || response.body === null) {
    throw new OperatorError('map.source_missing', { url, status: response.status });
  }
  const body = Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
  await pipeline(body, createWriteStream(files.part));
}

/** Puts a finished archive into place: readers see the old file or the new one, never a part. */
export async function install(files: PartFiles, target: string): Promise<void> {
  await rename(files.part, target);
  await removeParts(files);
}
