import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetFile } from '@roadworthy/simulator';
import type { Database } from '../../../platform/db/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import { calculateStale } from '../../features/service-plans/index.ts';
import { calculateStaleTyres } from '../../features/tyres/index.ts';
import { insertCoaching } from './coaching/demo-coaching.repository.ts';
import { insertCosts, removeFuelOffTheRoad } from './costs/demo-costs.repository.ts';
import { insertCouplings } from './couplings/demo-couplings.repository.ts';
import {
  type FleetVehicleRow,
  fleetVehicles,
  insertCustomer,
  insertUser,
  isEmptyInstallation,
  readProgress,
  writeProgress,
} from './demo.repository.ts';
import {
  ALBION,
  ALBION_USERS,
  GLOBAL_ADMINISTRATOR,
  NORTHWAY,
  NORTHWAY_USERS,
  PASSWORD,
} from './demo-catalogue.ts';
import { simulatedVehicles } from './demo-fleet.ts';
import { electrifyVans } from './electric/demo-electric.repository.ts';
import { insertFaults } from './faults/demo-faults.repository.ts';
import { insertInvestigations } from './investigations/demo-investigations.repository.ts';
import { insertLogos } from './logos/demo-logos.ts';
import { insertParts } from './parts/demo-parts.repository.ts';
import { insertReviews } from './reviews/demo-reviews.repository.ts';
import {
  alignOdometers,
  insertServicePlans,
} from './service-plans/demo-service-plans.repository.ts';
import { insertTachographFiles } from './tachograph/demo-tachograph.ts';
import { insertTyres } from './tyres/demo-tyres.repository.ts';
import { illustrateVehicleCheck } from './vehicle-check/demo-vehicle-check-illustrations.ts';
import { insertSampleDocuments } from './vehicle-file/demo-vehicle-file.repository.ts';
import { insertRecalls } from './work-orders/demo-recalls.ts';

const DAY_MS = 86_400_000;
const STOP_LIMIT_MS = 3000;
/** Events are derived within this time after the last record of a history. */
const DERIVED_AFTER_MS = 30_000;
/** A shorter history is that of a test, which expects new events. */
const MIN_REVIEWED_DAYS = 3;

/**
 * Creates the two demo customers in an empty database; does nothing if there is any customer.
 *
 * @param hashPassword hashes the shared password of all demo users
 * @param files store of the sample documents; null for none
 */
export async function prepareDemo(
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
    await electrifyVans(trx);
    await insertCosts(trx);
    await insertParts(trx);
    await insertCouplings(trx);
    await insertServicePlans(trx);
    await insertTyres(trx);
    await insertFaults(trx);
    await insertRecalls(trx);
  });
  if (files === null) return;
  await insertLogos(db, files);
  await insertSampleDocuments(db, files);
  await insertInvestigations(db, files);
  await illustrateVehicleCheck(db, files);
  await insertTachographFiles(db, files);
  await db.asSystem(async (trx) => {
    await alignOdometers(trx);
    await removeFuelOffTheRoad(trx);
  });
  await calculateStale(db, Date.now());
  await calculateStaleTyres(db, Date.now());
}

/** A running simulated fleet. */
export interface DemoFleet {
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
 * Starts the simulated fleet in a separate process, which connects to the gateway's ports: it sends
 * live data from now on, and once, in the background, the history of the last days.
 *
 * @param program the simulator's bundle
 * @returns null if this installation has no demo fleet
 */
export async function startDemoFleet(
  { config, db, log }: Services,
  ports: FleetFile['ports'],
  program: string,
): Promise<DemoFleet | null> {
  const rows = await fleetVehicles(db);
  if (rows.length === 0 || !existsSync(program)) return null;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  let progress = (await readProgress(db)) ?? {
    epochMs: today - config.demo.historyDays * DAY_MS,
    replayed: [],
  };
  await writeProgress(db, progress);
  const replayed = new Set(progress.replayed);
  const { epochMs } = progress;
  const resumeOf = (row: FleetVehicleRow) =>
    replayed.has(row.number) ? (row.last_ms ?? epochMs) : epochMs;
  const fleet: FleetFile = {
    host: '127.0.0.1',
    ports,
    seed: 'roadworthy',
    epochMs: progress.epochMs,
    reportIntervalMs: config.demo.reportIntervalMs,
    vehicles: simulatedVehicles(rows, resumeOf),
  };
  const path = join(config.dataDir, 'demo-fleet.json');
  writeFileSync(path, JSON.stringify(fleet), { mode: 0o600 });
  // Somebody has reviewed the events of the history, except those of a history of a day or two.
  const reviewed = { from: new Date(progress.epochMs), to: new Date(today) };
  const hasReviews = config.demo.historyDays >= MIN_REVIEWED_DAYS;
  let review: NodeJS.Timeout | undefined;
  const child = fork(program, [path], {
    execArgv: ['--max-old-space-size=700'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('message', (message: { replayed?: string }) => {
    if (message.replayed === undefined) return;
    progress = { ...progress, replayed: [...new Set([...progress.replayed, message.replayed])] };
    void writeProgress(db, progress).catch(() => undefined);
    if (!hasReviews) return;
    clearTimeout(review);
    review = setTimeout(() => {
      db.asSystem(async (trx) => {
        await insertReviews(trx, reviewed);
        await insertCoaching(trx, reviewed);
      }).catch((error) => log.warn({ err: error }, 'the reviews of the demo fleet failed'));
    }, DERIVED_AFTER_MS);
  });
  child.on('error', (error) => log.warn({ err: error }, 'the simulated fleet failed'));
  return {
    stop: () => {
      clearTimeout(review);
      return stopChild(child);
    },
  };
}
