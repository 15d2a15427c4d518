import { readFileSync } from 'node:fs';

/** Resident memory of this process, threads included, in MB. */
export function residentMb(): number {
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
