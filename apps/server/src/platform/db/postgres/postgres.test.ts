import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../../../test/device.ts';
import { databaseAccount, homeElsewhere } from './account.ts';
import { type Postgres, removePostgres, startPostgres } from './index.ts';
import { lockFile, serves } from './process.ts';

const scratch: string[] = [];
const children: ChildProcess[] = [];

/** A folder below one that everyone may enter, or only its owner. */
function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-postgres-'));
  chmodSync(folder, mode);
  scratch.push(folder);
  return join(folder, 'postgres');
}

async function ask(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const start = (folder: string) => startPostgres({ folder, durable: false });

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of scratch) {
    await removePostgres(join(folder, 'postgres'));
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('our own PostgreSQL', () => {
  let folder: string;
  let postgres: Postgres;
  beforeAll(async () => {
    folder = newFolder();
    postgres = await start(folder);
  });
  afterAll(() => postgres.stop());

  it('has a private password and sorts the same on every machine', async () => {
    expect(statSync(join(folder, 'password')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'cluster')).mode & 0o077).toBe(0);
    const [row] = await ask(
      postgres.url,
      "select datlocprovider::text as provider from pg_database where datname = 'roadworthy'",
    );
    expect(row?.provider).toBe('b');
    const stranger = new URL(postgres.url);
    stranger.password = 'wrong';
    await expect(ask(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('runs under an unprivileged account if we are root', () => {
    const account = databaseAccount();
    expect(account === null).toBe(process.getuid?.() !== 0);
    if (account !== null && process.platform === 'linux') {
      expect(statSync(`/proc/${postgres.pid}`).uid).toBe(account.uid);
    }
  });

  it('restarts on the same port with the same data after a stop', async () => {
    await ask(postgres.url, 'create table kept as select 7 as n');
    const url = postgres.url;
    await postgres.stop();
    expect(serves(postgres.pid, join(folder, 'cluster'))).toBe(false);
    postgres = await start(folder);
    expect(postgres.url).toBe(url);
    expect(await ask(postgres.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('restarts on the same port after it is killed', async () => {
    const killed = postgres.pid;
    process.kill(killed, 'SIGKILL');
    await until(() => postgres.pid !== killed);
    expect(await ask(postgres.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('takes over the server of a killed run', async () => {
    // The killed run is gone: nothing is connected.
    const second = await start(folder);
    expect(second.pid).toBe(postgres.pid);
    expect(second.url).toBe(postgres.url);
  });

  it('refuses a second server on the same data folder, without affecting the first', async () => {
    const first = new pg.Client({
      connectionString: postgres.url,
      application_name: 'roadworthy',
    });
    await first.connect();
    await expect(start(folder)).rejects.toThrow(/already running on/);
    await expect(removePostgres(folder)).rejects.toThrow(/already running on/);
    expect((await first.query('select 1 as n')).rows).toEqual([{ n: 1 }]);
    await first.end();
  });
});

describe('a folder that only its owner may enter', () => {
  it('contains the data, or is replaced by an accessible one for root', async () => {
    const folder = newFolder(0o700);
    const account = databaseAccount();
    const postgres = await start(folder);
    expect(await ask(postgres.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await postgres.stop();
    const home = account === null ? folder : homeElsewhere(folder);
    expect(existsSync(join(home, 'cluster', 'PG_VERSION'))).toBe(true);
    await removePostgres(folder);
    expect(existsSync(home)).toBe(false);
  });
});

describe('after a killed run', () => {
  it('a lock file whose PID another program now has does not block', async () => {
    const folder = newFolder();
    const first = await start(folder);
    const path = join(folder, 'cluster', 'postmaster.pid');
    const lock = readFileSync(path, 'utf8');
    await first.stop();
    const stranger = spawn('sleep', ['60'], { ...databaseAccount(), cwd: '/' });
    children.push(stranger);
    writeFileSync(path, lock.replace(/^\d+/, String(stranger.pid)));
    const second = await start(folder);
    expect(lockFile(join(folder, 'cluster'))?.pid).toBe(second.pid);
    expect(stranger.exitCode).toBeNull();
    await second.stop();
  });

  it('an incomplete cluster is created again', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'cluster.new'), { recursive: true });
    writeFileSync(join(folder, 'cluster.new', 'PG_VERSION'), '18\n');
    const postgres = await start(folder);
    expect(existsSync(join(folder, 'cluster.new'))).toBe(false);
    await postgres.stop();
  });

  it('removing the folder stops its server', async () => {
    const folder = newFolder();
    const left = await start(folder);
    const { pid } = left;
    await removePostgres(folder);
    expect(serves(pid, join(folder, 'cluster'))).toBe(false);
    expect(existsSync(folder)).toBe(false);
    await left.stop();
  });
});

describe('error messages', () => {
  it('name both versions if the data belongs to another one', async () => {
    const folder = newFolder();
    await (await start(folder)).stop();
    writeFileSync(join(folder, 'cluster', 'PG_VERSION'), '14\n');
    await expect(start(folder)).rejects.toThrow(/belongs to PostgreSQL 14, but this is/);
  });

  it('include the log if PostgreSQL does not start', async () => {
    const folder = newFolder();
    await (await start(folder)).stop();
    writeFileSync(join(folder, 'cluster', 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(start(folder)).rejects.toThrow(/unrecognized configuration parameter/);
  });
});
