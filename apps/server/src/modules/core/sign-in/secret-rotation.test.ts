import { generate } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCustomer } from '../../../../test/fleet.ts';
import { makeUser, PASSWORD } from '../../../../test/people.ts';
import { type TestServices, testServices } from '../../../../test/services.ts';
import { createApp } from '../../../app.ts';
import { createMetrics } from '../../../platform/metrics/index.ts';

const FIRST = 'a secret of thirty-two characters, for tests';
const SECOND = 'another secret of thirty-two characters, for tests';
const THIRD = 'a third secret of thirty-two characters, for tests';

let services: TestServices;

let totp: string;
let recovery: string[];

/** Starts the server with these secrets on the same database; each code needs a new time step. */
async function started<T>(
  sessionSecret: string,
  previousSecrets: string[],
  use: (ask: (path: string, body: object, token?: string) => Promise<Answer>) => Promise<T>,
): Promise<T> {
  const config = { ...services.config, sessionSecret, previousSecrets };
  const all = { ...services, config, metrics: createMetrics() };
  const app = await createApp(all, { webRoot: null, version: 'test' });
  try {
    return await use(async (url, payload, token) => {
      const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
      const answer = await app.inject({ method: 'POST', url, payload, headers });
      return { status: answer.statusCode, body: answer.json() };
    });
  } finally {
    await app.close();
  }
}
interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect
  readonly body: any;
}

const signIn = (code: string) => ({ username: 'rosa', password: PASSWORD, code });
/** Resets the last accepted code, so that each sign-in of these tests can use the current one. */
async function codeOfApp(): Promise<string> {
  await services.db.pool.query('update totp_factors set last_step = 0');
  return generate({ secret: totp });
}
const keyInDatabase = async () =>
  (await services.db.pool.query("select value::text from settings where key like '%signing-key'"))
    .rows[0].value as string;

beforeAll(async () => {
  services = await testServices({ SESSION_SECRET: FIRST });
  const { customerId } = await makeCustomer(services.db, 'First');
  await makeUser(services.db, customerId, 'rosa@first.test');
  await started(FIRST, [], async (ask) => {
    const { token } = (await ask('/api/authenticate', signIn(''))).body;
    totp = (await ask('/api/account/totp/', { password: PASSWORD }, token)).body.secret;
    const code = await generate({ secret: totp });
    const confirmed = await ask('/api/account/totp/confirm/', { code }, token);
    recovery = confirmed.body.recovery_codes;
  });
});
afterAll(() => services.close());

describe('the secret of the installation', () => {
  it('encrypts the key that signs access tokens', async () => {
    const stored = await keyInDatabase();
    expect(stored).toContain('sealed');
    expect(stored).not.toContain('"d"');
  });

  it('[U-02] is changed in two steps, and authenticator apps continue to work', async () => {
    const ask = async (secret: string, previous: string[]) =>
      started(secret, previous, async (send) =>
        send('/api/authenticate', signIn(await codeOfApp())),
      );
    const before = await started(FIRST, [], async (send) =>
      send('/api/authenticate', signIn(await codeOfApp())),
    );
    expect(before.status).toBe(200);
    expect((await ask(SECOND, [FIRST])).status).toBe(200);
    // The start has re-encrypted everything: the earlier secret is no longer needed.
    expect((await ask(SECOND, [])).status).toBe(200);
  });

  it('[U-02] if lost: a code is refused, a recovery code signs in, nothing answers 500', async () => {
    await started(THIRD, [], async (send) => {
      expect((await send('/api/authenticate', signIn(await codeOfApp()))).status).toBe(400);
      expect((await send('/api/authenticate', signIn(recovery[0] ?? ''))).status).toBe(200);
    });
  });

  it('encrypts the plain-text key of the first release', async () => {
    const jwk = await services.db.pool.query(
      "select value from settings where key like '%signing-key'",
    );
    expect(jwk.rows).toHaveLength(1);
    const { exportJWK, generateKeyPair } = await import('jose');
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const clear = { ...(await exportJWK(privateKey)), kid: 'old', use: 'sig', alg: 'RS256' };
    await services.db.pool.query("update settings set value = $1 where key like '%signing-key'", [
      JSON.stringify(clear),
    ]);
    await started(THIRD, [], async () => undefined);
    expect(await keyInDatabase()).not.toContain('"d"');
  });
});
