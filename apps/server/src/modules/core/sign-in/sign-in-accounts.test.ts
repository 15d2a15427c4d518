import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { signInWithPassword } from './sign-in-accounts.ts';
import { clearAllAttempts } from './sign-in-attempts.repository.ts';

const NOW = new Date('2026-03-01T09:00:00Z');
const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

let services: TestServices;
let customerId: number;
const HOME = '192.0.2.1';
const attempt = (login: string, password: string, at = NOW, ip = HOME) =>
  signInWithPassword(services, { login, password, ip }, at).then(({ outcome }) => outcome);

beforeAll(async () => {
  services = await testServices();
  ({ customerId } = await makeCustomer(services.db, 'First'));
});
afterAll(() => services.close());

describe('signing in with a password', () => {
  it('[B-P04] locks after 5 failures, for 15 minutes, and then restarts the count', async () => {
    await makeUser(services.db, customerId, 'ada@first.test');
    for (let n = 1; n <= 4; n += 1) expect(await attempt('ada', 'wrong')).toBe('refused');
    expect(await attempt('ada', 'wrong')).toBe('locked');
    expect(await attempt('ada', PASSWORD, later(14.9))).toBe('locked');
    expect(await attempt('ada', 'wrong', later(15))).toBe('refused');
    for (let n = 2; n <= 4; n += 1)
      expect(await attempt('ada', 'wrong', later(15))).toBe('refused');
    expect(await attempt('ada', PASSWORD, later(15))).toBe('signed-in');
    expect(await attempt('ada', 'wrong', later(15))).toBe('refused');
  });

  it('[B-P04] counts attempts made at the same moment one by one', async () => {
    await makeUser(services.db, customerId, 'ben@first.test');
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => attempt('ben', 'wrong')));
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(4);
    expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(8);
    expect(await attempt('ben', PASSWORD)).toBe('locked');
  });

  it('[B-P04] does not reveal who has an account', async () => {
    await makeUser(services.db, customerId, 'off@first.test', { is_active: false });
    expect(await attempt('nobody', PASSWORD)).toBe('refused');
    expect(await attempt('off', PASSWORD)).toBe('refused');
    expect(await attempt('', '')).toBe('refused');
  });

  it('[B-P04] responds alike for an account that exists and one that does not', async () => {
    await makeUser(services.db, customerId, 'known@first.test');
    const seven = async (login: string) => {
      const outcomes: string[] = [];
      for (let n = 0; n < 7; n += 1) outcomes.push(await attempt(login, 'wrong'));
      return outcomes;
    };
    const known = await seven('known@first.test');
    expect(known).toEqual([...Array(4).fill('refused'), ...Array(3).fill('locked')]);
    expect(await seven('unknown@first.test')).toEqual(known);
    const { rows } = await services.db.pool.query('select account from sign_in_tries');
    expect(rows.map(({ account }) => account).join()).not.toContain('unknown');
  });

  it('[B-P04] locks out an attacker and not the owner at another address', async () => {
    const id = await makeUser(services.db, customerId, 'victim@first.test');
    const stranger = '2001:db8:0:7::1';
    for (let n = 0; n < 5; n += 1) await attempt('victim@first.test', 'wrong', NOW, stranger);
    // The whole /64 belongs to one subscriber.
    expect(await attempt('victim@first.test', PASSWORD, NOW, '2001:db8:0:7:a::2')).toBe('locked');
    const { rows } = await services.db.pool.query(
      'select failed_sign_ins, locked_until > $2::timestamptz as locked from users where id = $1',
      [id, NOW],
    );
    expect(rows).toEqual([{ failed_sign_ins: 5, locked: true }]);
    expect(await attempt('victim@first.test', PASSWORD)).toBe('signed-in');
    expect(await attempt('victim@first.test', PASSWORD, NOW, stranger)).toBe('locked');
    await services.db.asSystem((trx) => clearAllAttempts(trx, id));
    expect(await attempt('victim@first.test', PASSWORD, NOW, stranger)).toBe('signed-in');
  });

  it('[B-P01] prevents the takeover of an address by choosing it as user name', async () => {
    const owner = await makeUser(services.db, customerId, 'eve@first.test', { username: 'owner' });
    await makeUser(services.db, customerId, 'thief@first.test', { username: 'eve@first.test' });
    const given = { login: 'eve@first.test', password: PASSWORD, ip: HOME };
    const result = await signInWithPassword(services, given);
    expect(result).toEqual({ outcome: 'signed-in', userId: owner });
  });

  it('[B-P04] stores passwords as Argon2id', async () => {
    const { rows } = await services.db.pool.query('select password_hash from users');
    for (const { password_hash } of rows) {
      expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    }
  });
});
