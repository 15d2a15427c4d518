import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type TestApi, testApi } from '../../../../test/api.ts';
import { Browser, beginSignOn, openForm } from '../../../../test/browser.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { SoftKey } from '../../../../test/soft-key.ts';

/*
 * Refused credentials are security events: an entry in the audit log of their owner, and a line in the
 * server log, without secrets and without the entered text.
 */

let api: TestApi;
let customerId: number;
let count = 0;
const lines: string[] = [];

const person = async () => {
  count += 1;
  const email = `refused${count}@refusals.test`;
  return { email, id: await makeUser(api.services.db, customerId, email, { role: 'ADMIN' }) };
};
const post = (as: number | null, path: string, body: object) =>
  api.ask(path, { as, method: 'POST', body });
const authenticate = (username: string, password: string, code?: string) =>
  post(null, '/api/authenticate', { username, password, ...(code === undefined ? {} : { code }) });

/** The entries about a record, once that many exist. */
async function refusals(kind: string, id: number, atLeast: number) {
  const find = async () => {
    const { rows } = await api.services.db.pool.query(
      `select customer_id, actor_id, subject_name, after from audit_entries
       where action = 'refused' and subject_kind = $1 and subject_id = $2 order by id`,
      [kind, String(id)],
    );
    return rows;
  };
  await vi.waitFor(async () => expect((await find()).length).toBeGreaterThanOrEqual(atLeast), {
    timeout: 30_000,
  });
  return find();
}
const event = (method: string, outcome: string, more: object = {}) => ({
  customer_id: customerId,
  actor_id: null,
  after: { method, outcome, address: '127.0.0.1', ...more },
});

async function switchOn(id: number) {
  const { body } = await post(id, '/api/account/totp/', { password: PASSWORD });
  const code = await generate({ secret: body.secret });
  expect((await post(id, '/api/account/totp/confirm/', { code })).status).toBe(200);
}

beforeAll(async () => {
  api = await testApi();
  ({ customerId } = await makeCustomer(api.services.db, 'First'));
  vi.spyOn(api.services.log, 'warn').mockImplementation((...args: unknown[]) => {
    lines.push(JSON.stringify(args));
  });
});
afterAll(() => api.close());

describe('a refused credential', () => {
  it('[O-P07] [B-P04] a wrong password is recorded, and the lock at the fifth', async () => {
    const { id, email } = await person();
    for (let n = 0; n < 7; n += 1) await authenticate(email, 'hunter2-typed');
    const entries = await refusals('user', id, 5);
    // While the account is locked, further attempts are recorded only in the server log.
    expect(entries).toMatchObject([
      event('password', 'refused', { failures: 1 }),
      event('password', 'refused', { failures: 2 }),
      event('password', 'refused', { failures: 3 }),
      event('password', 'refused', { failures: 4 }),
      event('password', 'locked', { failures: 5 }),
    ]);
    expect(entries[0].subject_name).toBe('Ada Hill');
    const logged = lines.filter((line) => line.includes(`"id":${id}`));
    expect(logged).toHaveLength(7);
    expect(logged.at(-1)).toContain('"outcome":"locked"');
    const shown = await api.ask(`/api/administration/audit/?action=refused&subject=${id}`, {
      as: id,
    });
    expect(shown.body.count).toBe(5);
  });

  it('[O-P07] an unknown login is recorded in the server log, without the entered text', async () => {
    const before = lines.length;
    expect((await authenticate('nobody@refusals.test', 'hunter2-typed')).status).toBe(400);
    expect(lines.slice(before)).toHaveLength(1);
    expect(lines.join()).not.toMatch(/hunter2|@refusals|127\.0\.0\.1|Ada/);
  });

  it('[O-P07] [U-02] wrong codes and wrong passwords within a session are recorded', async () => {
    const { id, email } = await person();
    await switchOn(id);
    await authenticate(email, PASSWORD, 'WRONG');
    await refusals('user', id, 1);
    await post(id, '/api/account/totp/remove/', { password: 'hunter2-typed' });
    expect(await refusals('user', id, 2)).toMatchObject([
      event('code', 'refused', { failures: 1 }),
      event('confirmation', 'refused', { failures: 2 }),
    ]);
  });

  it('[O-P07] [U-02] an invalid passkey response is recorded', async () => {
    const { id } = await person();
    const options = await post(id, '/api/account/passkeys/options/', { password: PASSWORD });
    const key = new SoftKey(api.services.config.publicUrl);
    const credential = key.made(options.body);
    await post(id, '/api/account/passkeys/', { name: 'Laptop', credential });
    const browser = await Browser.on(api.app, api.services.config.publicUrl);
    const { address, csrf } = await openForm(browser, beginSignOn(browser.publicUrl));
    const passkey = JSON.stringify(
      key.signed(Buffer.from('another challenge').toString('base64url')),
    );
    expect((await browser.send('POST', address, { form: { csrf, passkey } })).status).toBe(400);
    expect(await refusals('user', id, 1)).toMatchObject([event('passkey', 'refused')]);
  });

  it('[O-P07] [U-02] an ended API token is recorded once, without the token', async () => {
    const { id } = await person();
    const made = await post(id, '/api/account/tokens/', {
      name: 'Import',
      scopes: ['read'],
      days: 30,
      password: PASSWORD,
    });
    const { token } = made.body;
    await api.ask(`/api/account/tokens/${made.body.id}/`, { as: id, method: 'DELETE' });
    const headers = { authorization: `Bearer ${token}` };
    for (let n = 0; n < 3; n += 1) {
      expect((await api.ask('/api/track/', { headers })).status).toBe(401);
    }
    const entries = await refusals('api_token', made.body.id, 1);
    expect(entries).toMatchObject([{ ...event('api_token', 'refused'), subject_name: 'Import' }]);
    expect(JSON.stringify(entries) + lines.join()).not.toContain(token.slice(11));
  });

  it('[O-P07] [R-015] a revoked partner key is recorded, an unknown one in the server log', async () => {
    const { id } = await person();
    const made = await post(id, '/api/administration/partner_keys/', { name: 'Insurer' });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const path = `/api/administration/partner_keys/${made.body.id}/`;
    expect((await api.ask(path, { as: id, method: 'DELETE' })).status).toBe(200);
    const send = (key: string) =>
      api.ask('/api/help/vehicle_search/?search=AB', { headers: { 'x-external-key': key } });
    expect((await send(made.body.key)).status).toBe(403);
    expect(await refusals('partner_key', made.body.id, 1)).toMatchObject([
      { ...event('partner_key', 'refused'), subject_name: 'Insurer' },
    ]);
    const before = lines.length;
    expect((await send('no key of anybody')).status).toBe(403);
    expect(lines.slice(before).join()).toContain('partner_key');
    expect(lines.join()).not.toContain('no key of anybody');
  });
});
