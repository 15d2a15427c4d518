import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { until } from '../../../test/device.ts';
import { type TestServices, testServices } from '../../../test/services.ts';
import type { Mail } from './index.ts';

const mail: Mail = {
  to: 'ana@fleet.example',
  subject: 'Palavra-passe: ação necessária',
  text: 'Follow the link:\nhttps://fleet.example/reset',
  html: '<p>Follow <a href="https://fleet.example/reset">the link</a></p>',
};

let services: TestServices | null = null;
let server: SMTPServer | null = null;
afterEach(async () => {
  await services?.close();
  services = null;
  await new Promise<void>((done) => (server === null ? done() : server.close(() => done())));
  server = null;
});

/** A mail server that stores the messages it receives. Returns its port. */
async function mailServer(received: ParsedMail[], port = 0): Promise<number> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      simpleParser(stream).then((parsed) => {
        received.push(parsed);
        done();
      }, done);
    },
  });
  server = smtp;
  await new Promise<void>((ready) => smtp.listen(port, '127.0.0.1', ready));
  return (smtp.server.address() as AddressInfo).port;
}

describe('e-mail', () => {
  it('is sent through the server of SMTP_URL, as text and HTML', async () => {
    const received: ParsedMail[] = [];
    const port = await mailServer(received);
    services = await testServices({
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Fleet <fleet@fleet.example>',
    });
    expect(services.mail.destination).toBe(`127.0.0.1:${port}`);
    await services.jobs.start({ work: true });
    await services.mail.send(mail);
    await until(() => received.length > 0, 10_000);
    expect(received[0]?.subject).toBe(mail.subject);
    expect(received[0]?.text?.trim()).toBe(mail.text);
    expect(received[0]?.html).toContain('https://fleet.example/reset');
    expect(received[0]?.from?.text).toBe('"Fleet" <fleet@fleet.example>');
  });

  it('becomes a private file if no server is configured', async () => {
    services = await testServices();
    const folder = services.mail.destination;
    expect(folder).toBe(join(services.config.dataDir, 'mail'));
    await services.jobs.start({ work: true });
    await services.mail.send(mail);
    const files = () => {
      try {
        return readdirSync(folder).filter((name) => name.endsWith('.eml'));
      } catch {
        return [];
      }
    };
    await until(() => files().length > 0, 10_000);
    const path = join(folder, files()[0] ?? '');
    expect(statSync(path).mode & 0o077).toBe(0);
    const parsed = await simpleParser(readFileSync(path));
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.to).toMatchObject({ text: mail.to });
  });

  it('is delivered later if the server is down', async () => {
    const received: ParsedMail[] = [];
    const port = await mailServer(received);
    await new Promise<void>((done) => server?.close(() => done()));
    services = await testServices({ SMTP_URL: `smtp://127.0.0.1:${port}` });
    const { db, jobs } = services;
    await jobs.start({ work: true });
    await services.mail.send(mail);
    const tried = async () => {
      const { rows } = await db.pool.query(
        "select retry_count, state from pgboss.job where name = 'mail'",
      );
      return rows[0]?.state === 'retry' || rows[0]?.retry_count > 0;
    };
    await until(tried, 10_000);
    await mailServer(received, port);
    await db.pool.query("update pgboss.job set start_after = now() where name = 'mail'");
    await until(() => received.length > 0, 15_000);
    expect(received).toHaveLength(1);
  });
});
