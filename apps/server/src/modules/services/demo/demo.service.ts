import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nearestPlace } from '@roadworthy/domain/geography';
import { type FleetFile, SHIFTS } from '@roadworthy/simulator';
import type { Database } from '../../../platform/db/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import {
  type FleetVehicleRow,
  fleetVehicles,
  insertCustomer,
  insertUser,
  isEmptyInstallation,
  readMark,
  writeMark,
} from './demo.repository.ts';
import {
  ALBION,
  ALBION_USERS,
  GLOBAL_ADMINISTRATOR,
  NORTHWAY,
  NORTHWAY_USERS,
  PASSWORD,
} from './demo-catalogue.ts';
import { insertInvestigations } from './investigations/demo-investigations.repository.ts';
import { insertLogos } from './logos/demo-logos.ts';
import { illustrateVehicleCheck } from './vehicle-check/demo-vehicle-check-illustrations.ts';
import { insertSampleDocuments } from './vehicle-file/demo-vehicle-file.repository.ts';

const DAY_MS = 86_400_000;
const CODECS = ['8E', 8, '8E', 16] as const;
const STOP_LIMIT_MS = 3000;

/**
 * Makes the two customers of the evaluation on an empty database; anything in it is left alone.
 *
 * @param hashPassword makes the hash of the one password all of its users have
 * @param files where the sample documents go; null makes none
 */
export async function prepareEvaluation(
  db: Database,
  hashPassword: (password: string) => Promise<string>,
  files: Files | null = null,
): Promise<void> {
  if (!(await isEmptyInstallation(db))) return;
  const hash = await hashPassword(PASSWORD);
  await db.asSystem(async (trx) => {
    await insertCustomer(trx, ALBION, ALBION_USERS, hash, 0);
    await insertCustomer(trx, NORTHWAY, NORTHWAY_USERS, hash, ALBION.vehicles);
    await insertUser(trx, null, GLOBAL_ADMINISTRATOR, hash);
  });
  if (files === null) return;
  await insertLogos(db, files);
  await insertSampleDocuments(db, files);
  await insertInvestigations(db, files);
  await illustrateVehicleCheck(db, files);
}

function simulated(row: FleetVehicleRow, index: number, resumeMs: number) {
  return {
    number: row.number,
    protocol: row.protocol,
    codec: CODECS[index % CODECS.length] ?? '8E',
    type: row.type,
    home: nearestPlace(row.depot_latitude, row.depot_longitude).place.name,
    shift: SHIFTS[Math.floor(index / 2) % SHIFTS.length] ?? 'day',
    driverTag: index % 3 === 0 ? row.tag_number : null,
    hasTemperature: row.type === 'STR' && index % 2 === 0,
    odometerM: 40_000_000 + index * 3_217_000,
    cameras: row.cameras,
    resumeMs,
  };
}

/** A running simulated fleet. */
export interface EvaluationFleet {
  stop(): Promise<void>;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await ended;
  clearTimeout(force);
}

/**
 * Starts the simulated fleet as a process of its own, which speaks to the gateway's real ports: live
 * from now on, its history of the last days in the background, once.
 *
 * @param program the simulator's bundle
 * @returns null where this installation has no evaluation fleet
 */
export async function startEvaluationFleet(
  { config, db, log }: Services,
  ports: FleetFile['ports'],
  program: string,
): Promise<EvaluationFleet | null> {
  const rows = await fleetVehicles(db);
  if (rows.length === 0 || !existsSync(program)) return null;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  let mark = (await readMark(db)) ?? {
    epochMs: today - config.evaluation.historyDays * DAY_MS,
    replayed: [],
  };
  await writeMark(db, mark);
  const replayed = new Set(mark.replayed);
  const fleet: FleetFile = {
    host: '127.0.0.1',
    ports,
    seed: 'roadworthy',
    epochMs: mark.epochMs,
    vehicles: rows.map((row, index) =>
      simulated(
        row,
        index,
        replayed.has(row.number) ? (row.last_ms ?? mark.epochMs) : mark.epochMs,
      ),
    ),
  };
  const path = join(config.dataDir, 'evaluation-fleet.json');
  writeFileSync(path, JSON.stringify(fleet), { mode: 0o600 });
  const child = fork(program, [path], {
    execArgv: ['--max-old-space-size=700'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message: { replayed?: string }) => {
    if (message.replayed === undefined) return;
    mark = { ...mark, replayed: [...new Set([...mark.replayed, message.replayed])] };
    void writeMark(db, mark).catch(() => undefined);
  });
  child.on('error', (error) => log.warn({ err: error }, 'the simulated fleet'));
  return { stop: () => stopChild(child) };
}
