import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { contract } from '@roadworthy/contract';
import { SYSTEM_CHECKS } from '@roadworthy/domain';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { type TestMailServer, testMailServer } from '../../../../test/mail-server.ts';
import { makeUser } from '../../../../test/people.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../../../test/tls-certificate.ts';
import { recordBackup } from '../backup/backup.repository.ts';
import { runDoctorCommand } from './system-health-command.ts';

const PATH = '/api/administration/system_health/';

let api: TestApi;
let mail: TestMailServer | null = null;
afterEach(async () => {
  await api.close();
  await mail?.close();
  mail = null;
});

const operator = (language = 'en') =>
  makeUser(api.services.db, null, 'operator@example.test', { is_global_admin: true, language });

async function checksOf(as: number) {
  const { status, body } = await api.ask(PATH, { as });
  expect(status, JSON.stringify(body)).toBe(200);
  const { checks } = contract.systemHealth.read.answer.parse(body);
  return new Map(checks.map((check) => [check.name, check]));
}

describe('the system health', () => {
  it('[RP-07] checks a healthy installation with real neighbours', async () => {
    mail = await testMailServer();
    api = await testApi({ SMTP_URL: mail.url, PORT: '0' });
    const { db, jobs } = api.services;
    await jobs.start({ work: false });
    const createdAt = new Date().toISOString();
    await db.asSystem((trx) =>
      recordBackup(trx, { createdAt, version: '0', sizeBytes: 5_000_000, isEncrypted: true }),
    );
    const checks = await checksOf(await operator());
    expect([...checks.keys()]).toEqual([...SYSTEM_CHECKS]);
    const inState = (state: string) =>
      [...checks.values()].filter((one) => one.state === state).map(({ name }) => name);
    expect(inState('error')).toEqual([]);
    for (const name of ['files', 'database', 'clock', 'jobs', 'deliveries', 'mail', 'backup']) {
      expect(inState('ok'), name).toContain(name);
    }
    expect(checks.get('backup')?.finding).toContain('5 MB');
    // The first scrape begins the checks; a later one has their states.
    await vi.waitFor(async () => {
      const { body } = await api.ask('/metrics');
      expect(body).toContain('roadworthy_system_check_state{check="database"} 0');
    }, 20_000);
    expect(checks.get('database')?.finding).toMatch(/^PostgreSQL \d+/);
  });

  it('[RP-07] says in the language of the person what is wrong and what to do', async () => {
    // A port on which nothing listens, a full disk, a mail server that is gone, and no backup.
    const closed = createServer();
    await new Promise<void>((ready) => closed.listen(0, '127.0.0.1', ready));
    const { port } = closed.address() as AddressInfo;
    await new Promise((done) => closed.close(done));
    const tls = createTlsServer({ cert: TEST_CERTIFICATE, key: TEST_KEY }, (_, answer) =>
      answer.end('{}'),
    );
    await new Promise<void>((ready) => tls.listen(0, '127.0.0.1', ready));
    api = await testApi({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      TELTONIKA_PORT: String(port),
      FILES_RESERVE_MB: '1000000',
      PUBLIC_URL: `https://localhost:${(tls.address() as AddressInfo).port}`,
      MAP_FILE: '/nowhere/streets.pmtiles',
      BUS_URL: `nats://127.0.0.1:${port}`,
    });
    const { db, health } = api.services;
    health.register('gateway', async () => 'too much waits for the database');
    await db.pool.query(
      `insert into deliveries (channel, queue, kind, target, next_attempt_at)
       values ('email', 'email', 'message', 'a@example.test', now() - interval '1 hour')`,
    );
    try {
      const checks = await checksOf(await operator('pt'));
      const states = Object.fromEntries([...checks].map(([name, { state }]) => [name, state]));
      expect(states).toMatchObject({
        server: 'error',
        ports: 'error',
        address: 'warning',
        certificate: 'warning',
        disk: 'error',
        files: 'error',
        deliveries: 'error',
        mail: 'error',
        backup: 'warning',
        map: 'error',
        bus: 'error',
      });
      expect(checks.get('ports')?.finding).toContain(`${port}/tcp (TELTONIKA_PORT)`);
      expect(checks.get('certificate')?.finding).toContain('Esta máquina não confia');
      expect(checks.get('server')?.finding).toContain('gateway (too much waits');
      const withoutAdvice = [...checks.values()].filter(
        ({ state, advice }) => (state === 'warning' || state === 'error') && advice === null,
      );
      expect(withoutAdvice).toEqual([]);
    } finally {
      await new Promise((done) => tls.close(done));
    }
  });

  it('sends a test mail to a global administrator, or says what the mail server answered', async () => {
    mail = await testMailServer();
    api = await testApi({ SMTP_URL: mail.url });
    const admin = await makeUser(api.services.db, null, 'admin@example.test', { role: 'ADMIN' });
    expect((await api.ask(`${PATH}test_mail/`, { method: 'POST', as: admin })).status).toBe(403);
    expect((await api.ask(PATH, { as: admin })).status).toBe(403);
    const as = await operator();
    const send = () => api.ask(`${PATH}test_mail/`, { method: 'POST', as });
    expect(await send()).toMatchObject({ status: 200, body: { sent_to: 'operator@example.test' } });
    expect(mail.received.map(({ subject }) => subject)).toEqual(['Test mail from Roadworthy']);
    mail.refused.add('operator@example.test');
    const refused = await send();
    expect([refused.status, refused.body.detail]).toEqual([
      400,
      expect.stringContaining('No such mailbox'),
    ]);
  });
});

describe('npm run doctor', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  });

  it('shows the same checks, and exits with 1 on an error', async () => {
    api = await testApi();
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    const { config, db } = api.services;
    const run = (...args: string[]) =>
      runDoctorCommand(args, { open: async () => ({ url: db.url, close: async () => undefined }) });
    for (const [name, value] of Object.entries({
      NODE_ENV: 'test',
      DATA_DIR: config.dataDir,
      ROLES: 'worker',
      FTP_PORT: '0',
      JT1078_PLAYBACK_PORT: '0',
    })) {
      vi.stubEnv(name, value);
    }
    expect(await run('--lang', 'en')).toBe(0);
    expect(lines.join('\n')).toContain('– Server: The server does not run on this machine.');
    expect(lines.join('\n')).toContain('! Backup: No backup was made');
    expect(lines.join('\n')).toMatch(/Errors: 0\. Warnings: \d/);

    // Another program has the port of the server that does not run.
    const other = createServer();
    await new Promise<void>((ready) => other.listen(0, '127.0.0.1', ready));
    vi.stubEnv('ROLES', 'api,worker');
    vi.stubEnv('JT1078_PORT', '0');
    vi.stubEnv('PORT', String((other.address() as AddressInfo).port));
    other.on('connection', (socket) => socket.destroy());
    lines.length = 0;
    expect(await run('--json')).toBe(1);
    await new Promise((done) => other.close(done));
    const found: { name: string; state: string }[] = JSON.parse(lines.join('\n'));
    expect(found.filter(({ state }) => state === 'error').map(({ name }) => name)).toEqual([
      'ports',
    ]);
  });
});
