import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { Browser, beginSignOn, openForm, signIn } from '../../../../test/browser.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { createApp } from '../../../app.ts';

let services: TestServices;
let app: FastifyInstance;

async function start(variables: Record<string, string>) {
  services = await testServices(variables);
  app = await createApp(services, { webRoot: null, version: 'test' });
  const { customerId } = await makeCustomer(services.db, 'First');
  await makeUser(services.db, customerId, 'ada@first.test');
}
afterEach(async () => {
  await app.close();
  await services.close();
});

const me = (browser: Browser) => browser.get('/api/user/get_current_user/');

describe('signing in without PUBLIC_URL', () => {
  it('[B-P01] [RP-05] works at any address of the server', async () => {
    await start({ PUBLIC_URL: '' });
    for (const address of ['http://127.0.0.1:8080', 'http://depot-server.lan:9000']) {
      const browser = await Browser.on(app, address);
      await signIn(browser, 'ada', PASSWORD);
      expect((await me(browser)).status).toBe(200);
      expect((await browser.send('POST', '/auth/session/refresh/')).json()).toMatchObject({
        success: true,
      });
      const out = await browser.get('/auth/oauth2/logout/', { 'sec-fetch-site': 'none' });
      expect(out.location).toBe(`${address}/login?signed_out=1`);
      expect((await me(browser)).status).toBe(401);
    }
  });

  it('[B-P01] does not redirect to another host than the requested one', async () => {
    await start({ PUBLIC_URL: '' });
    const browser = await Browser.on(app, 'http://127.0.0.1:8080');
    for (const redirect_uri of [
      'http://evil.test/login',
      'http://127.0.0.1:8080/elsewhere',
      'https://127.0.0.1:8080/login',
    ]) {
      const { address } = beginSignOn(browser.publicUrl, { redirect_uri });
      const page = await browser.get(address);
      expect([redirect_uri, page.status, page.location]).toEqual([redirect_uri, 400, '']);
    }
  });
});

describe('signing in at another address than PUBLIC_URL', () => {
  it('[B-P01] shows the configured address and the setting', async () => {
    await start({
      NODE_ENV: 'production',
      SESSION_SECRET: 'a secret of thirty-two characters, for tests',
      PUBLIC_URL: 'https://fleet.test',
    });
    const lost = await Browser.on(app, 'http://10.1.2.3:8080');
    const page = await lost.get(beginSignOn(lost.publicUrl).address);
    expect(page.status).toBe(400);
    expect(page.text).toContain('https://fleet.test');
    expect(page.text).toContain('PUBLIC_URL');
    expect(page.text).toContain('href="https://fleet.test/login"');
    const right = await Browser.on(app, 'https://fleet.test');
    const { page: form } = await openForm(right, beginSignOn(right.publicUrl));
    expect(form.status).toBe(200);
    const session = { code: 'x', code_verifier: 'x'.repeat(43) };
    const opened = await right.send('POST', '/auth/session/', {
      json: { ...session, redirect_uri: 'http://10.1.2.3:8080/login' },
    });
    expect(opened.status).toBe(400);
  });
});
