import { contract, type Endpoint } from '@roadworthy/contract';
import { MODULE_NAMES } from '@roadworthy/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from './api.ts';
import { makeUser } from './people.ts';
import { type TrackedFleet, trackedFleet } from './tracked-fleet.ts';

let api: TestApi;
let fleet: TrackedFleet;
/** An administrator with every module. */
let sender: number;

beforeAll(async () => {
  api = await testApi();
  fleet = await trackedFleet(api.services.db);
  const { customerId } = fleet.home;
  sender = await makeUser(
    api.services.db,
    customerId,
    'forms@track.test',
    { role: 'ADMIN' },
    MODULE_NAMES,
  );
});
afterAll(() => api.close());

const MULTIPART = Object.values(contract)
  .flatMap((calls) => Object.values(calls as Record<string, Endpoint>))
  .filter((call) => call.multipart !== undefined);

/** Forms that are broken before their first field is read. */
const BROKEN: readonly (readonly [string, string, string])[] = [
  ['no boundary', 'multipart/form-data', 'text'],
  ['an empty boundary', 'multipart/form-data; boundary=', 'text'],
  ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="x"'],
  [
    'a broken header',
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition form-data\r\n\r\nx\r\n--b--\r\n',
  ],
  ['a long boundary', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'text'],
  ['nothing', 'multipart/form-data; boundary=b', ''],
];

describe('a form that is broken', () => {
  it.each(MULTIPART.map((call) => [`${call.method} ${call.path}`, call] as const))(
    '%s is refused with 400',
    async (_name, call) => {
      const token = call.credential === 'jwt' ? await api.jwt(sender) : await api.token(sender);
      for (const [title, type, body] of BROKEN) {
        const answer = await fetch(`${api.url}${call.path.replace(/\{\w+\}/g, '1')}`, {
          method: call.method,
          headers: { authorization: `Bearer ${token}`, 'content-type': type },
          body,
        });
        const text = await answer.text();
        // A call for partners refuses a request without a key before it reads the form.
        const refusals = call.partnerKey === true ? [403] : [400, 404, 406, 413, 415];
        expect(refusals, `${title}: ${answer.status} ${text}`).toContain(answer.status);
      }
    },
  );
});

describe('a null character', () => {
  const SIGN_ON = [
    '/auth/oauth2/authorize?client_id=%00',
    '/auth/oauth2/authorize?client_id=roadworthy-web&state=%00&response_type=code&scope=openid',
    '/auth/oauth2/authorize?client_id=roadworthy-web&response_type=code&state=a%00b&scope=openid&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fauthentication%2Fcallback&code_challenge=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&code_challenge_method=S256',
    '/auth/oauth2/end_session?id_token_hint=%00',
    '/api/vehicles/%00/',
    '/api/vehicles/?search=%00',
  ];
  it.each(SIGN_ON)('in %s is refused with 400', async (path) => {
    const { status, body } = await api.ask(path, { as: fleet.people.admin });
    expect(status, JSON.stringify(body)).toBe(400);
  });

  it('in a form of the sign-on is refused', async () => {
    for (const path of ['/auth/oauth2/authorize', '/auth/oauth2/token', '/auth/oauth2/revoke']) {
      const answer = await fetch(`${api.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'client_id=roadworthy-web&grant_type=authorization_code&response_type=code&code=%00&state=%00&token=%00&refresh_token=%00&scope=openid%00&redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fauthentication%2Fcallback&code_challenge=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa&code_challenge_method=S256',
        redirect: 'manual',
      });
      expect(answer.status, `${path} ${await answer.text()}`).toBeLessThan(500);
    }
  });

  it('in a cookie is no session', async () => {
    for (const [method, path] of [
      ['POST', '/auth/session/refresh/'],
      ['DELETE', '/auth/session/'],
      ['GET', '/api/users/me/'],
      ['GET', '/auth/oauth2/authorize?client_id=roadworthy-web'],
    ] as const) {
      const names = ['refresh_token', 'access_token', 'jwt', '_session', '_interaction'];
      const answer = await fetch(`${api.url}${path}`, {
        method,
        headers: {
          cookie: names.map((name) => `${name}=%00`).join('; '),
          origin: 'http://localhost:8080',
        },
        redirect: 'manual',
      });
      expect(answer.status, `${path} ${await answer.text()}`).toBeLessThan(500);
    }
  });
});
