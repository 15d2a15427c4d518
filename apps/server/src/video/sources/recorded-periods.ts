import type { DeviceRecording } from '../../platform/device-commands/index.ts';
import type { RecordedStretch } from '../../platform/video-sources.ts';

/** Devices record consecutive files of some minutes: gaps up to this length are between files. */
const BETWEEN_FILES_MS = 3000;

/** Recordings as periods by channel and time; consecutive files are one period. */
export function joinedPeriods(recordings: readonly DeviceRecording[]): RecordedStretch[] {
  const ordered = [...recordings].sort((a, b) => a.channel - b.channel || a.fromMs - b.fromMs);
  const joined: { channel: number; startMs: number; endMs: number; sizeBytes: number }[] = [];
  for (const { channel, fromMs, toMs, sizeBytes } of ordered) {
    const last = joined.at(-1);
    if (last?.channel === channel && fromMs <= last.endMs + BETWEEN_FILES_MS) {
      last.endMs = Math.max(last.endMs, toMs);
      last.sizeBytes += sizeBytes;
    } else {
      joined.push({ channel, startMs: fromMs, endMs: toMs, sizeBytes });
    }
  }
  return joined;
}
