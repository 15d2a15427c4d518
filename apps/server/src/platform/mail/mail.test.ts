import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterEach, describe, expect, it } from 'vitest';
import { type TestMailServer, testMailServer } from '../../../test/mail-server.ts';
import { type TestServices, testServices } from '../../../test/services.ts';
import type { Mail } from './index.ts';

const mail: Mail = {
  to: 'ana@fleet.example',
  subject: 'Palavra-passe: ação necessária',
  text: 'Follow the link:\nhttps://fleet.example/reset',
  html: '<p>Follow <a href="https://fleet.example/reset">the link</a></p>',
};

let services: TestServices | null = null;
let server: TestMailServer | null = null;
afterEach(async () => {
  await services?.close();
  services = null;
  await server?.close();
  server = null;
});

describe('e-mail', () => {
  it('is sent through the server of SMTP_URL, as text and HTML', async () => {
    server = await testMailServer();
    const { received, url } = server;
    services = await testServices({
      SMTP_URL: url,
      MAIL_FROM: 'Fleet <fleet@fleet.example>',
    });
    expect(services.mail.destination).toBe(new URL(url).host);
    await services.mail.deliver(mail);
    expect(received[0]?.subject).toBe(mail.subject);
    expect(received[0]?.text?.trim()).toBe(mail.text);
    expect(received[0]?.html).toContain('https://fleet.example/reset');
    expect(received[0]?.from?.text).toBe('"Fleet" <fleet@fleet.example>');
  });

  it('becomes a private file if no server is configured', async () => {
    services = await testServices();
    const folder = services.mail.destination;
    expect(folder).toBe(join(services.config.dataDir, 'mail'));
    await services.mail.deliver(mail);
    const [name = ''] = readdirSync(folder).filter((one) => one.endsWith('.eml'));
    const path = join(folder, name);
    expect(statSync(path).mode & 0o077).toBe(0);
    const parsed = await simpleParser(readFileSync(path));
    expect(parsed.subject).toBe(mail.subject);
    expect(parsed.to).toMatchObject({ text: mail.to });
  });
});
