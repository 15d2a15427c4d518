/** The device keeps recordings for two days, in files of 15 minutes. */
const KEPT_MS = 48 * 3_600_000;
const FILE_MS = 15 * 60_000;
/** One file in this many is missing, as after a storage failure or with the card removed. */
const MISSING_ONE_OF = 11;
/** The newest files are never missing. */
const SURE_MS = 2 * 3_600_000;
/** Size of a sub-stream file, bytes per second. */
const BYTES_A_SECOND = 60_000;

export interface RecordedFile {
  readonly channel: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly sizeBytes: number;
}

function isMissing(number: string, file: number): boolean {
  const seed = [...number].reduce((sum, digit) => Math.imul(sum, 31) + digit.charCodeAt(0), file);
  return (Math.imul(seed, 0x9e37_79b1) >>> 8) % MISSING_ONE_OF === 0;
}

/** Whether the device still has a recording of a moment: the last 48 hours, except gaps. */
export function wasFilmed(number: string, timeMs: number, nowMs: number): boolean {
  const age = nowMs - timeMs;
  if (age < 0 || age > KEPT_MS) return false;
  return age < SURE_MS || !isMissing(number, Math.floor(timeMs / FILE_MS));
}

/**
 * The files of a vehicle's device in a time range, clipped to it, oldest first.
 *
 * @param channels channels to include
 */
export function recordedFiles(
  number: string,
  channels: readonly number[],
  fromMs: number,
  toMs: number,
  nowMs: number,
): RecordedFile[] {
  const from = Math.max(fromMs, nowMs - KEPT_MS);
  const to = Math.min(toMs, nowMs);
  const files: RecordedFile[] = [];
  for (let start = Math.floor(from / FILE_MS) * FILE_MS; start < to; start += FILE_MS) {
    const begin = Math.max(start, from);
    const end = Math.min(start + FILE_MS, to);
    if (!wasFilmed(number, end - 1, nowMs)) continue;
    for (const channel of channels) {
      const sizeBytes = Math.round(((end - begin) / 1000) * BYTES_A_SECOND);
      files.push({ channel, fromMs: begin, toMs: end, sizeBytes });
    }
  }
  return files;
}
