// Runs beside a benchmark. Its input ends when the benchmark ends, even if that is killed; it then removes
// what is left of the benchmark's folder.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeScratch } from './scratch.ts';

/** Attempts, one a second: a running statement of the benchmark keeps its database busy. */
const TRIES = 300;

const [folder = ''] = process.argv.slice(2);
process.stdin.resume();
await once(process.stdin, 'end');
for (let left = TRIES; left > 0; left -= 1) {
  try {
    await removeScratch(folder);
    break;
  } catch {
    await sleep(1000);
  }
}
