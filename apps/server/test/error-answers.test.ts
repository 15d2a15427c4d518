import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApi, testApi } from './api.ts';
import { makeCustomer } from './fleet.ts';
import { makeUser } from './people.ts';

let api: TestApi;
let admin: number;
let portuguese: number;

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  const { customerId } = await makeCustomer(db, 'Errors');
  admin = await makeUser(db, customerId, 'errors@a.test', { role: 'ADMIN' });
  portuguese = await makeUser(db, customerId, 'pt@a.test', { role: 'ADMIN', language: 'pt' });
});

afterAll(() => api.close());

const makeDriver = (body: object, headers: Record<string, string> = {}) =>
  api.ask('/api/drivers_list/', { as: admin, method: 'POST', body, headers });

describe('an error answer', () => {
  it('[T-P01] is the same where the router refuses the address', async () => {
    const long = await api.ask(`/api/driver/${'x'.repeat(250)}/`, { as: admin });
    const broken = await api.ask('/api/driver/%zz/', { as: admin });
    for (const [answer, status] of [
      [long, 414],
      [broken, 400],
    ] as const) {
      expect([answer.status, answer.body]).toEqual([
        status,
        { detail: expect.any(String), code: 'request.invalid' },
      ]);
    }
  });

  it('[T-P01] has a stable code, and one beside each text of a field', async () => {
    const { status, body } = await makeDriver({ name: '', surname: 'Lee', email: 'nobody' });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      detail: 'Field(s) are invalid',
      code: 'validation.invalid',
      errors: { email: ['Please enter a valid email address'] },
      error_codes: { email: ['validation.email'] },
    });
  });

  it('[T-P02] is in the language of the header, whatever the account says', async () => {
    const wanted = { name: 'Kim', surname: 'Lee', email: 'nobody' };
    const inPortuguese = await makeDriver(wanted, { 'accept-language': 'pt-PT,pt;q=0.9' });
    expect(inPortuguese.body).toMatchObject({
      detail: 'Há campos inválidos',
      code: 'validation.invalid',
      errors: { email: ['Introduza um endereço de e-mail válido.'] },
    });
    const english = await makeDriver(wanted, { 'accept-language': 'en-GB' });
    expect(english.body.detail).toBe('Field(s) are invalid');
  });

  it('[T-P02] is in the language of the account where the header names none of ours', async () => {
    const headers = { 'accept-language': 'fr' };
    const refused = await api.ask('/api/driver/999999/', { as: portuguese, headers });
    expect(refused.body).toMatchObject({ detail: 'Não encontrado', code: 'request.not_found' });
  });

  it('[H-50] [H-51] [H-53] a field says what is specified', async () => {
    const { body } = await makeDriver({
      first_name: '',
      surname: 'L'.repeat(300),
      email: 'nobody',
    });
    const longest = /^Maximum length is \d+$/;
    expect(body.errors.first_name).toEqual(['This field is required']);
    expect(body.errors.surname).toEqual([expect.stringMatching(longest)]);
    expect(body.errors.email).toEqual(['Please enter a valid email address']);
  });

  it('says which value a text names', async () => {
    const { body } = await api.ask('/api/administration/drivers/?pageSize=100000', {
      as: admin,
      headers: { 'accept-language': 'en' },
    });
    expect(body.errors.pageSize[0]).toMatch(/^Enter \d+ or less\.$/);
  });
});
