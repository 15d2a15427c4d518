import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../test/device.ts';
import { makeCustomer } from '../test/fleet.ts';
import { freePort } from '../test/free-port.ts';
import { testDatabase } from '../test/harness.ts';
import { buildServer, ServerProcess, type TestBundle } from '../test/server-process.ts';
import { removePostgres } from './platform/db/index.ts';
import { lockFile, serves } from './platform/db/postgres/process.ts';

let bundle: TestBundle;
const scratch: string[] = [];
const started: ServerProcess[] = [];

beforeAll(() => {
  bundle = buildServer();
});
afterAll(async () => {
  for (const server of started) await server.end('SIGKILL');
  for (const folder of scratch) {
    await removePostgres(join(folder, 'postgres'));
    rmSync(folder, { recursive: true, force: true });
  }
  bundle.remove();
});

function newDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'roadworthy-data-'));
  chmodSync(folder, 0o755);
  scratch.push(folder);
  return folder;
}

function run(variables: Record<string, string>, options?: { empty?: boolean; reset?: boolean }) {
  const server = new ServerProcess(bundle, variables, options);
  started.push(server);
  return server;
}

/** PID of the PostgreSQL of this data folder; null for none. */
function postgresOf(dataDir: string): number | null {
  const cluster = join(dataDir, 'postgres', 'cluster');
  const left = lockFile(cluster);
  return left !== null && serves(left.pid, cluster) ? left.pid : null;
}

async function health(port: number): Promise<string> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    return ((await answer.json()) as { status: string }).status;
  } catch {
    return 'unreachable';
  }
}

describe('the server as a process', () => {
  let dataDir: string;
  let port: number;
  let variables: Record<string, string>;
  beforeAll(async () => {
    dataDir = newDataDir();
    port = await freePort();
    variables = { DATA_DIR: dataDir, PORT: String(port) };
  });

  it('[RP-07] starts on an empty folder, names who can sign in, and ends cleanly', async () => {
    const server = run(variables);
    await server.says('Mails are written to');
    expect(server.output).toContain(`Roadworthy is ready: http://localhost:${port}`);
    expect(server.output).toContain('admin@demo.test');
    expect(server.output).toContain('admin@other.test');
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    expect(await answer.json()).toMatchObject({
      status: 'ok',
      checks: expect.arrayContaining(
        ['database', 'jobs', 'gateway'].map((name) => ({ name, ok: true })),
      ),
    });
    expect(await server.end('SIGINT')).toBe(0);
    expect(postgresOf(dataDir)).toBeNull();
  });

  it('starts again after it was killed and its PostgreSQL left running', async () => {
    const killed = run(variables);
    await killed.says('Roadworthy is ready');
    await killed.end('SIGKILL');
    const left = postgresOf(dataDir);
    expect(left).not.toBeNull();
    const next = run(variables);
    await next.says('Roadworthy is ready');
    expect(postgresOf(dataDir)).toBe(left);
    expect(await health(port)).toBe('ok');
    expect(await next.end()).toBe(0);
    expect(postgresOf(dataDir)).toBeNull();
  });

  it('continues when its PostgreSQL ends', async () => {
    const server = run(variables);
    await server.says('Roadworthy is ready');
    process.kill(postgresOf(dataDir) ?? 0, 'SIGKILL');
    await until(async () => (await health(port)) !== 'ok', 10_000).catch(() => undefined);
    // PostgreSQL first recovers, which takes long while the machine is busy.
    await until(async () => (await health(port)) === 'ok');
    expect(server.hasEnded).toBe(false);
    expect(await server.end()).toBe(0);
  });

  it('leaves nothing running if it is interrupted while it starts', async () => {
    for (const delayMs of [450, 600, 750, 1000]) {
      const server = run(variables);
      await sleep(delayMs);
      await server.end('SIGINT');
      expect(postgresOf(dataDir)).toBeNull();
    }
  });

  it('reports that its port is in use, and leaves no PostgreSQL behind', async () => {
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const server = run(variables);
    expect(await server.ended()).toBe(1);
    expect(server.output).toContain(`Port ${port} is taken by another program.`);
    expect(postgresOf(dataDir)).toBeNull();
    await new Promise((done) => other.close(done));
  });

  it('deletes the product’s content of the folder on request, and nothing else', async () => {
    writeFileSync(join(dataDir, 'notes.txt'), 'mine');
    const server = run(variables, { reset: true, empty: true });
    await server.says('Setup code:');
    expect(existsSync(join(dataDir, 'notes.txt'))).toBe(true);
    const answer = await fetch(`http://127.0.0.1:${port}/api/config/`);
    expect(await answer.json()).toMatchObject({
      production: false,
      needs_first_administrator: true,
    });
    expect(server.output).not.toContain('demo-password-1');
    expect(await server.end()).toBe(0);
  });
});

describe('production', () => {
  it('[W-26] [S-35] does not start without its secrets, and creates nothing', async () => {
    const dataDir = newDataDir();
    const server = run({ NODE_ENV: 'production', DATA_DIR: join(dataDir, 'data') });
    expect(await server.ended()).toBe(1);
    expect(server.output).toContain('SESSION_SECRET');
    expect(server.output).toContain('PUBLIC_URL');
    expect(existsSync(join(dataDir, 'data'))).toBe(false);
  });

  it('has no users and no passwords, and refuses to be emptied', async () => {
    const dataDir = newDataDir();
    const port = await freePort();
    const variables = {
      NODE_ENV: 'production',
      SESSION_SECRET: 'a secret of thirty-two characters, for tests',
      PUBLIC_URL: 'https://fleet.example',
      DATA_DIR: dataDir,
      PORT: String(port),
    };
    const server = run(variables);
    await server.says('Setup code:');
    expect(server.output).not.toContain('demo');
    expect(await server.end()).toBe(0);
    const reset = run(variables, { reset: true });
    expect(await reset.ended()).toBe(1);
    expect(existsSync(join(dataDir, 'postgres', 'cluster', 'PG_VERSION'))).toBe(true);
  });
});

describe('a database of DATABASE_URL', () => {
  it('is shared by processes of one role each: one passes work to another', async () => {
    const database = await testDatabase();
    const { customerId } = await makeCustomer(database.db, 'Fleet');
    await database.db.pool.query(
      `insert into users (customer_id, username, email, first_name, last_name, role)
       values ($1, 'ann', 'ann@fleet.example', 'Ann', 'Fleet', 'ADMIN')`,
      [customerId],
    );
    const port = await freePort();
    const mails = newDataDir();
    const shared = {
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a secret of thirty-two characters, for tests',
    };
    const api = run({ ...shared, ROLES: 'api', DATA_DIR: newDataDir(), PORT: String(port) });
    const worker = run({ ...shared, ROLES: 'worker', DATA_DIR: mails });
    const gateway = run({ ...shared, ROLES: 'gateway', DATA_DIR: newDataDir() });
    await api.says(`Roadworthy is ready: http://localhost:${port}`);
    await worker.says('Roadworthy is ready: worker');
    await gateway.says('Roadworthy is ready: gateway');
    const asked = await fetch(`http://127.0.0.1:${port}/api/reset_password/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ann@fleet.example' }),
    });
    expect(asked.status).toBe(200);
    const folder = join(mails, 'mail');
    const delivered = () => existsSync(folder) && readdirSync(folder).length > 0;
    await until(delivered);
    for (const server of [api, worker, gateway]) expect(await server.end()).toBe(0);
    await database.drop();
  });

  it('that is unavailable is named, without its password', async () => {
    const port = await freePort();
    const server = run({
      DATA_DIR: newDataDir(),
      DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/fleet`,
    });
    expect(await server.ended()).toBe(1);
    expect(server.output).toContain(`DATABASE_URL at 127.0.0.1:${port} cannot be used`);
    expect(server.output).not.toContain('hunter2');
  });
});
