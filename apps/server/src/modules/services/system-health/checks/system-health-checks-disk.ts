import type { DiskSpace } from '../../../../platform/files/index.ts';
import type { Check, Verdict } from '../system-health-check.ts';

/** Below this share of the disk, people have time to act. */
const LOW_SHARE = 0.1;

/**
 * Judges the disks of data folder and file store by the fullest of them.
 *
 * @param reserveBytes free space that uploads leave; 0 if the check of uploads is off
 */
export function diskVerdict(disks: readonly DiskSpace[], reserveBytes: number): Verdict<'disk'> {
  const [fullest] = [...disks].sort((a, b) => a.freeBytes - b.freeBytes);
  if (fullest === undefined) return { state: 'unused', finding: 'none' };
  const values = {
    folder: fullest.folder,
    free: { bytes: fullest.freeBytes },
    total: { bytes: fullest.totalBytes },
    reserve: { bytes: reserveBytes },
  };
  if (fullest.freeBytes < reserveBytes) return { state: 'error', finding: 'full', values };
  const isLow =
    fullest.freeBytes < reserveBytes * 2 || fullest.freeBytes < fullest.totalBytes * LOW_SHARE;
  return isLow
    ? { state: 'warning', finding: 'low', values }
    : { state: 'ok', finding: 'ok', values };
}

export const diskCheck: Check<'disk'> = {
  name: 'disk',
  look: async ({ config, files }) =>
    diskVerdict(await files.space.disks(), config.filesReserveBytes),
};
