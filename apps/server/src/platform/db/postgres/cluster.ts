import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OperatorError } from '../../operator-error.ts';
import { type Account, handOver } from './account.ts';
import { type Binaries, program } from './binaries.ts';

const USER = 'roadworthy';
const DATABASE = 'roadworthy';

/** Connection string of the owner. */
export function address(password: string, port: number, database = DATABASE): string {
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** The owner's password: random, created once, readable only by the account of the product. */
export function clusterPassword(folder: string): string {
  const path = join(folder, 'password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}

function refuseOtherMajor(cluster: string, binaries: Binaries): void {
  const major = Number(readFileSync(join(cluster, 'PG_VERSION'), 'utf8'));
  if (major === binaries.major) return;
  throw new OperatorError('database.other_version', {
    folder: cluster,
    major,
    own: binaries.major,
  });
}

/**
 * Size of a write-ahead log file. A new one is filled with zeros before its first record while every
 * commit waits: 16 MB, PostgreSQL's default, take an ordinary disk 40 to 70 ms.
 */
const WAL_SEGMENT = '--wal-segsize=2';

function runInitdb(target: string, password: string, binaries: Binaries, account: Account | null) {
  const passwordFile = `${target}.initial`;
  writeFileSync(passwordFile, password, { mode: 0o600 });
  mkdirSync(target, { mode: 0o700 });
  handOver(target, account);
  if (account !== null) chownSync(passwordFile, account.uid, account.gid);
  // The builtin locale (17 and newer) sorts the same on every machine and needs no ICU.
  const locale = binaries.major >= 17 ? ['--locale-provider=builtin'] : [];
  const access = ['-U', USER, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const done = spawnSync(
    program(binaries.binDir, 'initdb'),
    ['-D', target, ...access, '-E', 'UTF8', ...locale, '--locale=C.UTF-8', WAL_SEGMENT],
    { ...account, cwd: '/', encoding: 'utf8' },
  );
  rmSync(passwordFile);
  return done;
}

/**
 * Creates the cluster of `folder` if there is none, in a temporary folder that is renamed, so that a
 * killed start leaves no partial cluster.
 *
 * @throws OperatorError if PostgreSQL fails, or if the cluster belongs to another major
 * version
 */
export function ensureCluster(
  folder: string,
  password: string,
  binaries: Binaries,
  account: Account | null,
): void {
  const cluster = join(folder, 'cluster');
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    refuseOtherMajor(cluster, binaries);
    return;
  }
  const target = `${cluster}.new`;
  rmSync(target, { recursive: true, force: true });
  const done = runInitdb(target, password, binaries, account);
  if (done.status !== 0) {
    rmSync(target, { recursive: true, force: true });
    const reason = done.stderr || (done.error?.message ?? '');
    throw new OperatorError('database.folder_not_made', { reason });
  }
  rmSync(cluster, { recursive: true, force: true });
  renameSync(target, cluster);
}

async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether a server accepts connections of the owner on this port. */
export async function answers(password: string, port: number): Promise<boolean> {
  const url = address(password, port, 'postgres');
  return asOwner(url, async (client) => {
    await client.query('select 1');
    return true;
  }).catch(() => false);
}

/** Creates the product's database if it is missing. */
export async function ensureDatabase(password: string, port: number): Promise<void> {
  await asOwner(address(password, port, 'postgres'), async (client) => {
    const known = 'select from pg_database where datname = $1';
    const { rowCount } = await client.query(known, [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

/** Whether another process of the product is connected to this server. */
export async function isInUse(password: string, port: number): Promise<boolean> {
  return asOwner(address(password, port, 'postgres'), async (client) => {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where application_name like 'roadworthy%'",
    );
    return rowCount !== 0;
  });
}
