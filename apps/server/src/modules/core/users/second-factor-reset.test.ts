import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { Browser, signIn } from '../../../../test/browser.ts';
import { TestEventStream } from '../../../../test/event-stream.ts';
import type { TestMailServer } from '../../../../test/mail-server.ts';
import { type MailedFleet, mailedFleet } from '../../../../test/mailed-fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { SoftKey } from '../../../../test/soft-key.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';

let started: MailedFleet;
let api: TestApi;
let fleet: TrackedFleet;
let mails: TestMailServer;

const post = (as: number, path: string, body: object) =>
  api.ask(path, { as, method: 'POST', body });
const reset = (as: number, id: number, password = PASSWORD) =>
  post(as, `/api/user/${id}/reset_second_factor/`, { password });

/** Enables an authenticator app, and adds a passkey. */
async function giveFactors(id: number) {
  const begun = await post(id, '/api/account/totp/', { password: PASSWORD });
  const { secret } = begun.body as { secret: string };
  const code = await generate({ secret });
  expect((await post(id, '/api/account/totp/confirm/', { code })).status).toBe(200);
  const options = await post(id, '/api/account/passkeys/options/', { password: PASSWORD });
  const credential = new SoftKey(api.services.config.publicUrl).made(options.body);
  const added = await post(id, '/api/account/passkeys/', { name: 'Phone', credential });
  expect(added.status, JSON.stringify(added.body)).toBe(201);
}

const factorsOf = async (id: number) => {
  const { rows } = await api.services.db.pool.query(
    `select (select count(*)::int from totp_factors where user_id = $1) as apps,
       (select count(*)::int from passkeys where user_id = $1) as passkeys,
       (select count(*)::int from recovery_codes where user_id = $1) as codes`,
    [id],
  );
  return rows[0];
};

beforeAll(async () => {
  started = await mailedFleet();
  ({ api, fleet, mails } = started);
});
afterAll(() => started.close());

describe('the second factor of another person', () => {
  it('[U-02] is reset with an audit entry, an e-mail and the end of the sessions', async () => {
    const { people, home } = fleet;
    const person = await makeUser(
      api.services.db,
      home.customerId,
      'lost@track.test',
      { language: 'pt', first_name: 'Rui', last_name: 'Lopes' },
      ['Track'],
    );
    const browser = await Browser.on(api.app, api.services.config.publicUrl);
    await signIn(browser, 'lost@track.test', PASSWORD);
    const headers = { authorization: `Bearer ${browser.cookie('access-token') ?? ''}` };
    await giveFactors(person);
    const stream = await TestEventStream.open(`${api.url}/api/track/live/`, headers);
    expect(stream.answer.statusCode).toBe(200);
    expect((await api.ask(`/api/user/${person}/`, { as: people.admin })).body).toMatchObject({
      has_second_factor: true,
    });

    expect((await reset(people.admin, person)).status).toBe(204);

    expect(await factorsOf(person)).toEqual({ apps: 0, passkeys: 0, codes: 0 });
    await vi.waitFor(() => expect(stream.ended).toBe(true), 30_000);
    expect((await browser.get('/api/user/get_current_user/', headers)).status).toBe(401);
    // The password alone is enough again.
    const signedIn = await api.ask('/api/authenticate', {
      method: 'POST',
      body: { username: 'lost@track.test', password: PASSWORD },
    });
    expect(signedIn.status).toBe(200);

    const log = await api.ask(`/api/administration/audit/?kind=user&subject=${person}`, {
      as: people.admin,
    });
    expect(log.body.results).toMatchObject([
      {
        action: 'changed',
        actor: { id: people.admin },
        subject: { name: 'Rui Lopes' },
        before: { authenticator_app: true, passkeys: 1 },
        after: { authenticator_app: false, passkeys: 0 },
      },
    ]);

    const sent = () => mails.received.filter(({ to }) => JSON.stringify(to).includes('lost@'));
    await vi.waitFor(() => expect(sent()).toHaveLength(1), 30_000);
    expect(sent()[0]?.subject).toBe('O segundo fator da sua conta Roadworthy foi removido');
    expect(sent()[0]?.text).toContain('Ada Hill removeu o segundo fator');
    expect(sent()[0]?.text).toContain(`${api.services.config.publicUrl}/login`);
  });

  it('[U-02] is kept without the correct password of the administrator', async () => {
    const { people } = fleet;
    await giveFactors(people.plain);
    const wrong = await reset(people.admin, people.plain, 'not it');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ['password']]);
    expect(await factorsOf(people.plain)).toEqual({ apps: 1, passkeys: 1, codes: 10 });
  });

  it('[U-02] cannot be reset for oneself, or if there is none', async () => {
    const { people } = fleet;
    await giveFactors(people.admin);
    const own = await reset(people.admin, people.admin);
    expect([own.status, own.body.code]).toEqual([409, 'user.own_second_factor']);
    expect(await factorsOf(people.admin)).toEqual({ apps: 1, passkeys: 1, codes: 10 });
    const none = await reset(people.admin, people.kilometres);
    expect([none.status, none.body.code]).toEqual([409, 'user.no_second_factor']);
  });

  it('[U-P03] is reset only within the depots, customer and rights of the administrator', async () => {
    const { people } = fleet;
    for (const id of [people.north, people.manager, people.global]) await giveFactors(id);
    expect((await reset(people.northAdmin, people.manager)).status).toBe(404);
    expect((await reset(people.northAdmin, people.admin)).status).toBe(404);
    expect((await reset(people.foreign, people.manager)).status).toBe(404);
    expect((await reset(people.admin, people.global)).status).toBe(404);
    expect((await reset(people.manager, people.north)).status).toBe(403);
    for (const id of [people.north, people.manager, people.global]) {
      expect(await factorsOf(id)).toEqual({ apps: 1, passkeys: 1, codes: 10 });
    }
    expect((await reset(people.northAdmin, people.north)).status).toBe(204);
    expect((await reset(people.global, people.manager)).status).toBe(204);
  });
});
