import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from '../../../../../test/api.ts';
import { Browser, beginSignOn, followToLogin, openForm } from '../../../../../test/browser.ts';
import { makeCustomer } from '../../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../../test/people.ts';
import { SoftKey } from '../../../../../test/soft-key.ts';

let api: TestApi;
let customerId: number;
let count = 0;

const person = async () => {
  count += 1;
  return makeUser(api.services.db, customerId, `key${count}@account.test`, {}, ['Track']);
};
const post = (as: number, path: string, body: object) =>
  api.ask(`/api/account/passkeys/${path}`, { as, method: 'POST', body });
const options = async (as: number) =>
  (await post(as, 'options/', { password: PASSWORD })).body as { challenge: string };
const add = (as: number, credential: object) => post(as, '', { name: 'Laptop', credential });

/** A sign-on form, and the response to a passkey. */
async function openSignOn() {
  const browser = await Browser.on(api.app, api.services.config.publicUrl);
  const { address, csrf, page } = await openForm(browser, beginSignOn(browser.publicUrl));
  const challenge = /data-challenge="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const send = (answer: object) =>
    browser.send('POST', address, { form: { csrf, passkey: JSON.stringify(answer) } });
  return { browser, challenge, send };
}

beforeAll(async () => {
  api = await testApi();
  ({ customerId } = await makeCustomer(api.services.db, 'First'));
});
afterAll(() => api.close());

describe('a passkey', () => {
  it('[U-02] is created with the password, and signs in without it', async () => {
    const id = await person();
    const key = new SoftKey(api.services.config.publicUrl);
    const wrong = await post(id, 'options/', { password: 'x' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['password']]);
    const made = await add(id, key.made(await options(id)));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const { browser, challenge, send } = await openSignOn();
    const sent = await send(key.signed(challenge));
    expect(sent.status, sent.text).toBe(303);
    expect((await followToLogin(browser, sent.location)).searchParams.get('code')).not.toBeNull();
    const state = await api.ask('/api/account/security/', { as: id });
    expect(state.body.passkeys).toMatchObject([
      { name: 'Laptop', last_used_at: expect.any(String) },
    ]);
  });

  it('[U-02] is accepted only for its own person and site, and in time', async () => {
    const [id, other] = [await person(), await person()];
    const site = api.services.config.publicUrl;
    const ours = await options(id);
    expect((await add(other, new SoftKey(site).made(ours))).status).toBe(400);
    expect((await add(id, new SoftKey('https://evil.test').made(ours))).status).toBe(400);
    expect((await add(id, new SoftKey(site).made({ challenge: 'AAAA' }))).status).toBe(400);
    expect((await add(id, { id: 'nonsense' })).status).toBe(400);
    const key = new SoftKey(site);
    expect((await add(id, key.made(ours))).status).toBe(201);
    expect((await add(other, key.made(await options(other)))).status).toBe(400);
  });

  it('[U-02] signs in with the challenge of its own sign-on, and an answer works once', async () => {
    const id = await person();
    const site = api.services.config.publicUrl;
    const key = new SoftKey(site);
    await add(id, key.made(await options(id)));
    const [first, second] = [await openSignOn(), await openSignOn()];
    const answer = key.signed(first.challenge);
    expect((await second.send(answer)).status).toBe(400);
    expect((await first.send(new SoftKey(site).signed(first.challenge))).status).toBe(400);
    expect((await first.send({ ...answer, response: {} })).status).toBe(400);
    expect((await first.send(answer)).status).toBe(303);
    expect((await first.send(answer)).status).toBe(400);
  });

  it('[U-02] is requested after the password, and does not open an inactive account', async () => {
    const id = await person();
    const key = new SoftKey(api.services.config.publicUrl);
    const { body } = await add(id, key.made(await options(id)));
    const signIn = await api.ask('/api/authenticate', {
      method: 'POST',
      body: { username: `key${count}@account.test`, password: PASSWORD },
    });
    expect(Object.keys(signIn.body.errors)).toEqual(['code']);
    await api.services.db.pool.query('update users set is_active = false where id = $1', [id]);
    const { challenge, send } = await openSignOn();
    expect((await send(key.signed(challenge))).status).toBe(400);
    await api.services.db.pool.query('update users set is_active = true where id = $1', [id]);
    api.services.bus.publish('users.changed', { userId: id });
    const remove = (password: string) =>
      api.ask(`/api/account/passkeys/${body.id}/`, {
        as: id,
        method: 'DELETE',
        body: { password },
      });
    expect((await remove('not it')).status).toBe(400);
    const gone = await remove(PASSWORD);
    expect(gone.status).toBe(204);
    const later = await openSignOn();
    expect((await later.send(key.signed(later.challenge))).status).toBe(400);
  });
});
