import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { type Binaries, program } from './binaries.ts';

/** The location for files that cannot stay under a folder that only root may enter. */
const STATE = '/var/lib/roadworthy';

/** The account that runs PostgreSQL: another one if we are root, because PostgreSQL refuses root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

function lookUp(name: string): Account | null {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
  if (uid.status !== 0 || gid.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * The account to run PostgreSQL as: null for our own, otherwise an existing unprivileged one.
 * Nothing on the machine is changed.
 *
 * @throws OperatorError if we are root and neither `postgres` nor `nobody` exists, or
 * if our own account has no name (PostgreSQL then refuses to run)
 */
export function databaseAccount(): Account | null {
  if (process.getuid === undefined) return null;
  if (process.getuid() !== 0) {
    if (spawnSync('id', ['-un']).status === 0) return null;
    throw new OperatorError('account.name_missing');
  }
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (account !== null) return account;
  throw new OperatorError('account.only_root');
}

function can(account: Account, command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { ...account, cwd: '/' }).status === 0;
}

/** Gives the account ownership of a folder and its content. */
export function handOver(folder: string, account: Account | null): void {
  if (account === null) return;
  chownSync(folder, account.uid, account.gid);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const entry = lstatSync(path);
    if (entry.isDirectory()) handOver(path, account);
    else if (!entry.isSymbolicLink()) chownSync(path, account.uid, account.gid);
  }
}

/** The locations of cluster and programs that the account can access. */
export interface Home {
  readonly folder: string;
  readonly binDir: string;
}

/**
 * Ensures that the account can access programs and data. If root runs the product under a folder that
 * others may not enter (a home of mode 0700), both move to /var/lib/roadworthy. Creates the folder if
 * it is missing.
 *
 * @param wanted the preferred folder of the data
 */
export function reachableHome(wanted: string, binaries: Binaries, account: Account | null): Home {
  mkdirSync(wanted, { recursive: true });
  if (account === null) return { folder: wanted, binDir: binaries.binDir };
  handOver(wanted, account);
  const folder = can(account, 'test', '-w', wanted) ? wanted : elsewhere(wanted, account);
  if (can(account, program(binaries.binDir, 'postgres'), '--version') || binaries.root === null) {
    return { folder, binDir: binaries.binDir };
  }
  const copy = join(STATE, `postgresql-${binaries.version}`);
  if (!existsSync(copy)) copyPrograms(binaries.root, copy);
  return { folder, binDir: join(copy, 'bin') };
}

/** Copied to a temporary folder and renamed, so that a killed start leaves no partial copy. */
function copyPrograms(from: string, to: string): void {
  const aside = `${to}.${process.pid}`;
  cpSync(from, aside, { recursive: true, verbatimSymlinks: true });
  chmodSync(aside, 0o755);
  renameSync(aside, to);
}

/** A folder outside the product, one for each data folder that the account cannot access. */
export function homeElsewhere(wanted: string): string {
  const mark = createHash('sha256').update(wanted).digest('hex').slice(0, 12);
  return join(STATE, mark);
}

function elsewhere(wanted: string, account: Account): string {
  const folder = homeElsewhere(wanted);
  mkdirSync(folder, { recursive: true });
  chmodSync(STATE, 0o755);
  handOver(folder, account);
  return folder;
}
