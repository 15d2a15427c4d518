import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { runLoad } from './load.ts';
import { type BenchDatabase, type SubjectMode, withSubject } from './subject.ts';

/** After the load, until what it told is written. */
const SETTLE_MS = 2000;
/** Linux counts CPU time in hundredths of a second (proc_pid_stat(5), sysconf(_SC_CLK_TCK)). */
const TICKS_PER_S = 100;

/** CPU ticks of a process, and of its children that ended where asked. */
function ticks(pid: number, withEnded: boolean): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields 14 to 17; the name in field 2 may hold spaces, and ends with the last bracket.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const times = fields.slice(11, withEnded ? 15 : 13).map(Number);
    return times.reduce((sum, time) => sum + time, 0);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => {
      try {
        const stat = readFileSync(`/proc/${child}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    });
}

/** CPU seconds that the gateway and PostgreSQL with all its backends have used. */
function cpuS(gatewayPid: number, postgresPid: number): number {
  const backends = childrenOf(postgresPid).reduce((sum, pid) => sum + ticks(pid, false), 0);
  return (ticks(gatewayPid, false) + ticks(postgresPid, true) + backends) / TICKS_PER_S;
}

/** Frames of each vehicle. */
interface PositionLoad {
  readonly frameOf: (device: number) => Buffer;
  readonly startMs: number;
  /** Some first to be warm: the code is compiled, the partitions are made, the geofences are loaded. */
  readonly warmFrames: number;
  readonly frames: number;
}

/** CPU microseconds of gateway and database a position, from its frame to all that comes of it. */
export async function cpuPerPosition(
  mode: SubjectMode,
  { url, numbers, pid: postgresPid }: BenchDatabase,
  { frameOf, frames, startMs, warmFrames }: PositionLoad,
): Promise<number> {
  const load = { numbers, recordsPerFrame: 1, durationS: 0, framesPerS: null, startMs, frameOf };
  return withSubject(mode, url, async ({ port, pid }) => {
    await runLoad({ ...load, port, framesEach: warmFrames });
    await sleep(SETTLE_MS);
    const before = cpuS(pid, postgresPid);
    const { records } = await runLoad({ ...load, port, framesEach: frames });
    await sleep(SETTLE_MS);
    return ((cpuS(pid, postgresPid) - before) / records) * 1e6;
  });
}

/** Deletes positions and what is derived from them. */
export async function emptyDerived(pool: pg.Pool): Promise<void> {
  await pool.query(
    `truncate positions, vehicle_states, trips, fleet_events, geofence_visits, derivations,
       derivation_checkpoints`,
  );
}

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
