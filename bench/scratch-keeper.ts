// Runs beside a benchmark: once its input ends, so has the benchmark, and be it by a kill; what is left of
// its folder goes then.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeScratch } from './scratch.ts';

/** A statement of the benchmark that goes on holds its database so long at most, in tries a second. */
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
