import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type ParsedMail, simpleParser } from 'mailparser';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Browser, signIn } from '../../../../test/browser.ts';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { createApp } from '../../../app.ts';
import { passwordFault } from './password-rule.ts';
import { signInWithPassword } from './sign-in-accounts.ts';
import { invite } from './sign-in-password.service.ts';

const NEW = 'a new long password';
/** Upper limit for waits, for a busy machine. */
const LIMIT_MS = 20_000;
const TOO_SHORT = 'password is shorter than the minimum length of 10 character!';

let services: TestServices;
let app: FastifyInstance;
let customerId: number;
let userId: number;
let email: string;
let browser: Browser;
let count = 0;

beforeAll(async () => {
  services = await testServices();
  app = await createApp(services, { webRoot: null, version: 'test' });
  await services.jobs.start({ work: true });
  ({ customerId } = await makeCustomer(services.db, 'First'));
});
afterAll(async () => {
  await app.close();
  await services.close();
});
beforeEach(async () => {
  count += 1;
  email = `user${count}@first.test`;
  userId = await makeUser(services.db, customerId, email);
  browser = await Browser.on(app, services.config.publicUrl);
});

/** The e-mails to an address in the mailbox of files. */
async function mailsTo(address: string): Promise<ParsedMail[]> {
  const folder = services.mail.destination;
  let names: string[] = [];
  try {
    names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
  } catch {
    return [];
  }
  const mails = await Promise.all(
    names.map((name) => simpleParser(readFileSync(join(folder, name)))),
  );
  return mails.filter(({ to }) => to !== undefined && !Array.isArray(to) && to.text === address);
}

async function mailTo(address: string): Promise<ParsedMail> {
  return vi.waitFor(
    async () => {
      const [mail] = await mailsTo(address);
      if (mail === undefined) throw new Error('no mail yet');
      return mail;
    },
    { timeout: LIMIT_MS, interval: 100 },
  );
}

const tokenOf = (mail: ParsedMail) => /\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
const ask = (address: string) =>
  browser.send('POST', '/api/reset_password/', { json: { email: address } });
const reset = (token: string, password: string) =>
  browser.send('PUT', '/api/reset_password_key/', { json: { token, password } });
const set = (token: string, password: string) =>
  browser.send('PUT', '/api/set_password/', { json: { token, password } });

describe('a forgotten password', () => {
  it('[R-024] [D-11] is answered with a message, and an e-mail with a link is sent', async () => {
    const asked = await ask(email.toUpperCase());
    expect(asked.json<{ message: string }>().message).toContain('mail');
    const mail = await mailTo(email);
    expect(mail.text).toContain('http://localhost:8080/reset_password_key?token=');
    expect(mail.html).toContain('http://localhost:8080/reset_password_key?token=');
  });

  it('[R-025] [D-18] [D-26] is reset with the token of the e-mail, without a session', async () => {
    await ask(email);
    const done = await reset(tokenOf(await mailTo(email)), NEW);
    expect(done.status).toBe(200);
    expect(done.json()).toEqual({ message: 'Your password has been changed.', status: 'success' });
    await signIn(browser, email, NEW);
    await expect(signIn(browser, email, PASSWORD)).rejects.toThrow();
  });

  it('[D-P01] is set once per token, of which only a hash is stored', async () => {
    await ask(email);
    const token = tokenOf(await mailTo(email));
    const { rows } = await services.db.pool.query(
      'select t::text as kept from password_tokens t where user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].kept).not.toContain(token);
    expect((await reset(token, NEW)).status).toBe(200);
    const again = await reset(token, 'yet another password');
    expect(again.status).toBe(400);
    expect(again.json()).toMatchObject({
      status: 'error',
      message: 'This link has been used or has expired.',
    });
  });

  it('[D-P01] stores only a hash of the token, for 24 hours', async () => {
    await ask(email);
    const token = tokenOf(await mailTo(email));
    const { rows } = await services.db.pool.query(
      `select encode(token_hash, 'escape') as hash, used_at,
         extract(epoch from expires_at - now()) / 3600 as hours
       from password_tokens where user_id = $1`,
      [userId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].hash).not.toContain(token);
    expect(Number(rows[0].hours)).toBeCloseTo(24, 1);
    await services.db.pool.query(
      "update password_tokens set expires_at = now() - interval '1 second' where user_id = $1",
      [userId],
    );
    expect((await reset(token, NEW)).status).toBe(400);
  });

  it('[D-P02] responds alike for an unknown address, and sends nothing', async () => {
    const known = await ask(email);
    const unknown = await ask('nobody@first.test');
    expect(unknown.status).toBe(known.status);
    expect(unknown.text).toBe(known.text);
    await mailTo(email);
    expect(await mailsTo('nobody@first.test')).toEqual([]);
  });

  it('[D-P02] does not flood a mailbox', async () => {
    for (let n = 0; n < 8; n += 1) {
      await ask(email);
      await vi.waitFor(async () => {
        const { rows } = await services.db.pool.query(
          'select count(*)::int as n from password_tokens where user_id = $1',
          [userId],
        );
        expect(rows[0].n).toBeGreaterThanOrEqual(Math.min(n + 1, 5));
      }, LIMIT_MS);
    }
    const { rows } = await services.db.pool.query(
      'select count(*)::int as n from password_tokens where user_id = $1',
      [userId],
    );
    expect(rows[0].n).toBe(5);
  });

  it('[D-25] [D-22] [D-P03] checks the rules again, without using the token up', async () => {
    await ask(email);
    const token = tokenOf(await mailTo(email));
    const short = await reset(token, 'too short');
    expect(short.status).toBe(400);
    expect(short.json()).toMatchObject({ message: TOO_SHORT, status: 'error' });
    const empty = await reset(token, '');
    expect(empty.json()).toMatchObject({ message: 'Password is required', status: 'error' });
    expect((await reset(token, NEW)).status).toBe(200);
  });

  it('[D-P01] ends every session and unlocks the account', async () => {
    await signIn(browser, email, PASSWORD);
    const given = { login: email, password: 'wrong', ip: '127.0.0.1' };
    for (let n = 0; n < 5; n += 1) await signInWithPassword(services, given);
    await ask(email);
    expect((await reset(tokenOf(await mailTo(email)), NEW)).status).toBe(200);
    expect((await browser.get('/api/user/get_current_user/')).status).toBe(401);
    await signIn(browser, email, NEW);
  });

  it('[D-P01] [U-02] ends every API token of the account', async () => {
    const { rows } = await services.db.pool.query<{ id: number }>(
      `insert into api_tokens (user_id, name, token_hash, hint, scopes, expires_at)
       values ($1, 'Import', 'hash of a token', 'abcd', '{read}', now() + interval '9 days')
       returning id`,
      [userId],
    );
    await ask(email);
    expect((await reset(tokenOf(await mailTo(email)), NEW)).status).toBe(200);
    const after = await services.db.pool.query('select revoked_at from api_tokens where id = $1', [
      rows[0]?.id,
    ]);
    expect(after.rows[0].revoked_at).toBeInstanceOf(Date);
  });

  it('[D-P01] sends the e-mail in the language of the user', async () => {
    await services.db.pool.query("update users set language = 'pt' where id = $1", [userId]);
    await ask(email);
    expect((await mailTo(email)).subject).toContain('palavra-passe');
  });
});

describe('a new account', () => {
  it('[R-026] [D-30] [D-P01] gets an e-mail whose link sets the first password within 7 days', async () => {
    await services.db.pool.query('update users set password_hash = null where id = $1', [userId]);
    await invite(services, userId);
    const mail = await mailTo(email);
    expect(mail.text).toContain('http://localhost:8080/set_password?token=');
    const { rows } = await services.db.pool.query(
      `select extract(epoch from expires_at - now()) / 86400 as days
       from password_tokens where user_id = $1`,
      [userId],
    );
    expect(Number(rows[0].days)).toBeCloseTo(7, 2);
    const token = tokenOf(mail);
    expect((await reset(token, NEW)).status).toBe(400);
    const done = await set(token, NEW);
    expect(done.json()).toEqual({ message: 'Your password has been set.', status: 'success' });
    await signIn(browser, email, NEW);
    expect((await set(token, NEW)).status).toBe(400);
  });

  it('[OP-065] [D-34] [D-32] has the same rule on the server, with the same text', async () => {
    await invite(services, userId);
    const answer = await set(tokenOf(await mailTo(email)), 'too short');
    expect(answer.status).toBe(400);
    expect(answer.json()).toMatchObject({ message: TOO_SHORT, status: 'error' });
  });
});

describe('a change of one’s own password', () => {
  const change = (id: number, old_password: string, new_password: string) =>
    browser.send('PUT', `/api/user/${id}/change_password/`, {
      json: { old_password, new_password },
    });

  it('[D-35] [R-027] [D-P03] needs the old password, follows the rules, and is for the user only', async () => {
    await signIn(browser, email, PASSWORD);
    const wrong = await change(userId, 'not the old one', NEW);
    expect(wrong.status).toBe(400);
    expect(wrong.json()).toMatchObject({ message: 'The old password is incorrect.' });
    const short = await change(userId, PASSWORD, 'too short');
    expect(short.json()).toMatchObject({ message: TOO_SHORT, status: 'error' });
    const other = await makeUser(services.db, customerId, `other${count}@first.test`);
    expect((await change(other, PASSWORD, NEW)).status).toBe(403);
    expect((await change(userId, PASSWORD, NEW)).status).toBe(200);
  });
});

/** Passwords refused for Grace Hopper of First Haulage, with the error code of each. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['password12', 'password.common'],
  ['1q2w3e4r5t6y', 'password.common'],
  ['football2024', 'password.common'],
  ['aaaaaaaaaaaa', 'password.common'],
  ['abcdefghijkl', 'password.common'],
  ['P@ssw0rd2024', 'password.common'],
  ['Roadworthy2026', 'password.ownWords'],
  ['GraceHopper1', 'password.ownWords'],
  ['hopper-99-hopper', 'password.ownWords'],
  ['gracious.ghopper', 'password.ownWords'],
  ['FirstHaulage!', 'password.ownWords'],
];
const ACCEPTED = [
  'Vauxhall!Van99',
  'zH8kqW2mxP',
  'correct horse battery',
  'Grace likes wet Tuesdays',
];

/** The audit entries about a user, oldest first. */
const entriesOf = async (id: number) => {
  const { rows } = await services.db.pool.query(
    `select action, actor_id, customer_id, after from audit_entries
     where subject_kind = 'user' and subject_id = $1 order by id`,
    [String(id)],
  );
  return rows;
};
const giveToken = (id: number, name: string) =>
  services.db.pool.query(
    `insert into api_tokens (user_id, name, token_hash, hint, scopes, expires_at)
     values ($1, $2, sha256($3), 'abcd', '{read}', now() + interval '9 days')`,
    [id, name, Buffer.from(`${id} ${name}`)],
  );
const tokensLeft = async (id: number) => {
  const { rows } = await services.db.pool.query(
    'select name from api_tokens where user_id = $1 and revoked_at is null order by name',
    [id],
  );
  return rows.map(({ name }) => name);
};

describe('a new password in the audit log', () => {
  const entry = (by: string, more: object = {}) => ({
    action: 'changed',
    actor_id: userId,
    customer_id: customerId,
    after: { password: '•••', by, ...more },
  });

  it('[O-P07] [R-025] a reset creates an entry with the names of the API tokens that it ended', async () => {
    await giveToken(userId, 'Import');
    await ask(email);
    const answer = await reset(tokenOf(await mailTo(email)), NEW);
    expect(answer.json<{ message: string }>().message).toBe(
      'Your password has been changed. These personal API tokens were revoked: Import.',
    );
    expect(await tokensLeft(userId)).toEqual([]);
    expect(await entriesOf(userId)).toEqual([entry('reset', { ended_tokens: ['Import'] })]);
  });

  it('[O-P07] [R-026] the first password of an invited user creates an entry', async () => {
    await invite(services, userId);
    expect((await set(tokenOf(await mailTo(email)), NEW)).status).toBe(200);
    expect(await entriesOf(userId)).toEqual([entry('set')]);
  });

  it('[O-P07] [R-027] a change creates one entry, and ends API tokens only on request', async () => {
    await giveToken(userId, 'Import');
    await signIn(browser, email, PASSWORD);
    const change = (json: object) =>
      browser.send('PUT', `/api/user/${userId}/change_password/`, { json });
    const kept = await change({ old_password: PASSWORD, new_password: NEW });
    expect(kept.json()).toEqual({ message: 'Your password has been changed.' });
    expect(await tokensLeft(userId)).toEqual(['Import']);
    const ended = await change({
      old_password: NEW,
      new_password: PASSWORD,
      end_tokens: true,
    });
    expect(ended.json<{ message: string }>().message).toContain('were revoked: Import.');
    expect(await tokensLeft(userId)).toEqual([]);
    expect(await entriesOf(userId)).toEqual([
      entry('change'),
      entry('change', { ended_tokens: ['Import'] }),
    ]);
  });
});

describe('a password that is easy to guess', () => {
  const OWNER = {
    first_name: 'Grace',
    last_name: 'Hopper',
    username: 'gracious.ghopper',
    email: 'grace@first.test',
    customer: 'First Haulage',
  };

  it.each(REFUSED)('[D-P03] %s is refused', async (password, code) => {
    expect(await passwordFault(password, OWNER)).toBe(code);
  });

  it.each(ACCEPTED)('[D-P03] %s is accepted', async (password) => {
    expect(await passwordFault(password, OWNER)).toBeNull();
  });

  const COMMON = expect.stringContaining('too easy to guess');
  const OWN = expect.stringContaining('does not consist of your name');

  it('[D-P03] [R-025] is refused at a reset with a field error, and the link still works', async () => {
    await ask(email);
    const token = tokenOf(await mailTo(email));
    const common = await reset(token, 'password12');
    expect([common.status, common.json()]).toEqual([
      400,
      expect.objectContaining({ message: COMMON, status: 'error', errors: { password: [COMMON] } }),
    ]);
    const own = await reset(token, 'AdaHill2026');
    expect(own.json()).toMatchObject({ errors: { password: [OWN] } });
    expect((await reset(token, NEW)).status).toBe(200);
  });

  it('[D-P03] [R-026] is refused to an invited user with a field error', async () => {
    await invite(services, userId);
    const token = tokenOf(await mailTo(email));
    expect((await set(token, 'password12')).json()).toMatchObject({
      errors: { password: [COMMON] },
    });
    expect((await set(token, `${email}1`)).json()).toMatchObject({ errors: { password: [OWN] } });
    expect((await set(token, NEW)).status).toBe(200);
  });

  it('[D-P03] [R-027] is refused at a change with a field error', async () => {
    await signIn(browser, email, PASSWORD);
    const change = (new_password: string) =>
      browser.send('PUT', `/api/user/${userId}/change_password/`, {
        json: { old_password: PASSWORD, new_password },
      });
    const common = await change('password12');
    expect(common.json()).toMatchObject({ errors: { new_password: [COMMON] } });
    const own = await change('roadworthy 2026');
    expect(own.json()).toMatchObject({ errors: { new_password: [OWN] } });
    expect((await change(NEW)).status).toBe(200);
  });
});
