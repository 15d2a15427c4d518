import { createReadStream } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { type Jt1078Counters, Jt1078Reader } from '@roadworthy/protocols';
import { type Mp4Facts, NotAVideo, probeMp4 } from '../../platform/mp4-facts.ts';
import type { MediaLink } from '../jt1078/upstreams.ts';
import { Recording } from '../recording.ts';

/** Frames from a disk are never silent for long. */
const SILENCE_MS = 60_000;
/** Maximum invalid bytes between packets of a file. */
const MAX_JUNK_BYTES = 1024 * 1024;
const PACKET_MARK = '30316364';

export interface UploadedVideo extends Mp4Facts {
  /** Time of the first frame by the camera's clock, ms; null if the file has none. */
  readonly startDeviceTimeMs: number | null;
}

async function kindOf(path: string): Promise<'mp4' | 'packets' | 'other'> {
  const file = await open(path, 'r');
  try {
    const { buffer } = await file.read(Buffer.alloc(8), 0, 8, 0);
    if (buffer.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
    return buffer.toString('hex', 0, 4) === PACKET_MARK ? 'packets' : 'other';
  } finally {
    await file.close();
  }
}

/** Pauses the reading of a file while writing is slower. */
class FileLink implements MediaLink {
  #go: (() => void) | null = null;
  #waiting: Promise<void> | null = null;

  constructor(readonly counters: Jt1078Counters) {}

  hold(isHeld: boolean): void {
    if (isHeld) {
      this.#waiting ??= new Promise((done) => {
        this.#go = done;
      });
      return;
    }
    this.#go?.();
    this.#waiting = null;
  }

  close(): void {
    this.hold(false);
  }

  get free(): Promise<void> {
    return this.#waiting ?? Promise.resolve();
  }
}

/** Remuxes packets of JT/T 1078, as received over the network, to an MP4. */
async function remux(
  paths: readonly string[],
  target: string,
  durationMs: number,
  signal: AbortSignal,
): Promise<UploadedVideo> {
  const recording = new Recording({ durationMs, path: target, silenceMs: SILENCE_MS, signal });
  const done = recording.result();
  let link: FileLink | null = null;
  for (const path of paths) {
    const reader = new Jt1078Reader();
    link = new FileLink(reader.counters);
    recording.connected(link);
    for await (const chunk of createReadStream(path)) {
      for (const frame of reader.push(chunk as Buffer)) recording.frame(frame, Date.now());
      if (reader.counters.junkBytes > MAX_JUNK_BYTES || signal.aborted) break;
      await Promise.race([link.free, done]);
    }
  }
  if (link !== null) recording.ended(link);
  const file = await done;
  if (file.path === null) throw new NotAVideo('video.file_no_frames');
  return file;
}

/**
 * Creates the MP4 of a recording from uploaded files: an MP4 is used unchanged; packets of JT/T
 * 1078 are remuxed, also from several files.
 *
 * @param paths sorted by time
 * @param target path of the MP4
 * @param durationMs of the recording: later packets are omitted
 * @throws NotAVideo for any other format, and for several MP4s
 */
export async function takeUploadedVideo(
  paths: readonly string[],
  target: string,
  durationMs: number,
  signal: AbortSignal,
): Promise<UploadedVideo> {
  const kinds = new Set(await Promise.all(paths.map(kindOf)));
  const [first] = paths;
  if (kinds.has('other') || kinds.size !== 1 || first === undefined) {
    throw new NotAVideo('video.file_format_unknown');
  }
  if (kinds.has('packets')) return remux(paths, target, durationMs, signal);
  if (paths.length > 1) throw new NotAVideo('video.file_several');
  const facts = await probeMp4(first);
  await rename(first, target);
  return { ...facts, startDeviceTimeMs: null };
}
