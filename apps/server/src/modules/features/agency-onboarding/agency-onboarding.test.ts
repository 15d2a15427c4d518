import { contract } from '@roadworthy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type TestApi, testApi } from '../../../../test/api.ts';
import { ok } from '../../../../test/ok.ts';
import { makeUser } from '../../../../test/people.ts';
import { signaturePng } from '../../../../test/record-forms.ts';
import { type TrackedFleet, trackedFleet } from '../../../../test/tracked-fleet.ts';
import { removeExpired } from '../../services/privacy/retention/privacy-retention-removal.ts';

const BASE = '/api/agency_onboarding/';
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

let api: TestApi;
let fleet: TrackedFleet;
let admin: number;
let manager: number;
let reader: number;
let south: number;
let foreign: number;
let agency: number;

const ask = (method: string, path: string, as: number | null, body?: object) =>
  api.ask(path, {
    ...(as === null ? {} : { as }),
    method,
    ...(body === undefined ? {} : { body }),
  });
const query = async (text: string, values: unknown[] = []) =>
  (await api.services.db.pool.query(text, values)).rows;
const post = (path: string, body: object, as = manager) => ask('POST', `${BASE}${path}`, as, body);
const read = async (id: number) =>
  contract.agencyOnboarding.read.answer.parse(await ok(ask('GET', `${BASE}${id}/`, manager)));
const decide = (id: number, kind: string, body: object) =>
  ok(ask('PUT', `${BASE}${id}/documents/${kind}/`, manager, body));

const invitation = (changes: object = {}) => ({
  agency,
  first_name: 'Rui',
  surname: 'Lopes',
  email: 'rui@agency.test',
  language: 'pt',
  documents: ['licence', 'right_to_work'],
  engaged_until: dayIn(20),
  days: 14,
  ...changes,
});

/** The last mail to an address, as it is queued. */
async function mailTo(to: string): Promise<{ subject: string; text: string }> {
  const [row] = await query(
    "select content from deliveries where content ->> 'to' = $1 order by id desc limit 1",
    [to],
  );
  return row?.content;
}
const tokenOf = async (to: string): Promise<string> =>
  /\/onboarding#([\w-]+)/.exec((await mailTo(to)).text)?.[1] ?? '';

/** A call of the driver, without an account. */
const link = (path: string, body: object) =>
  ask('POST', `/api/onboarding_link/${path}`, null, body);
async function form(path: string, fields: Readonly<Record<string, string>>, file: string) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const bytes = (await signaturePng()) as Uint8Array<ArrayBuffer>;
  body.append(file, new Blob([bytes], { type: 'image/png' }), 'photograph.png');
  const answer = await fetch(`${api.url}/api/onboarding_link/${path}`, { method: 'POST', body });
  return { status: answer.status, body: await answer.json() } as Answer;
}
const photo = (token: string, kind: string, side: string) =>
  form('photo/', { token, kind, side }, 'document');

/** Enters everything that an invitation asks for but the terms. */
async function enter(token: string) {
  const details = { first_name: 'Rui', surname: 'Lopes', born_on: '1980-05-05', phone: '+351 910' };
  await ok(link('details/', { token, ...details, address: 'Porto' }));
  await ok(photo(token, 'licence', 'front'));
  await ok(photo(token, 'licence', 'back'));
  await ok(photo(token, 'right_to_work', 'front'));
  const licence = { number: 'LOPES1', expires_on: dayIn(900), categories: ['B', 'C'] };
  await ok(link('document/', { token, kind: 'licence', ...licence }));
  return ok(link('document/', { token, kind: 'right_to_work', title: 'Passport' }));
}

beforeAll(async () => {
  api = await testApi();
  const { db } = api.services;
  fleet = await trackedFleet(db);
  const { customerId } = fleet.home;
  const person = (name: string, customer: number, role: 'ADMIN' | 'MANAGER' | 'READONLY') =>
    makeUser(db, customer, `onboarding-${name}@agency.test`, { role }, [
      'AgencyOnboarding',
      'accessEarnedRecognitionDriver',
    ]);
  admin = await person('admin', customerId, 'ADMIN');
  manager = await person('manager', customerId, 'MANAGER');
  reader = await person('reader', customerId, 'READONLY');
  south = await person('south', customerId, 'MANAGER');
  foreign = await person('foreign', fleet.away.customerId, 'MANAGER');
  await query('insert into user_depots (user_id, depot_id) values ($1, $2)', [south, fleet.south]);
  agency = (await ok(post('agencies/', { name: 'Swift Drivers', email: 'x@swift.test' }), 201)).id;
});
afterAll(() => api.close());

describe('agencies', () => {
  it('[U-21] are kept for each customer, with one name each', async () => {
    const taken = await post('agencies/', { name: 'swift drivers' });
    expect(taken.body.error_codes).toEqual({ name: ['agency.name_taken'] });
    expect((await post('agencies/', { name: 'Swift Drivers' }, foreign)).status).toBe(201);
    expect((await post('agencies/', { name: 'Other' }, reader)).status).toBe(403);
    const list = contract.agencies.list.answer.parse(
      await ok(ask('GET', `${BASE}agencies/`, manager)),
    );
    expect(list.results.map(({ name }) => name)).toEqual(['Swift Drivers']);
    expect((await ask('GET', `${BASE}agencies/${agency}/`, foreign)).status).toBe(404);
    await ok(post('agencies/archive/', { ids: [agency], archived: true }));
    const refused = await post('', invitation());
    expect(refused.body.error_codes).toEqual({ agency: ['agency.unknown'] });
    await ok(post('agencies/archive/', { ids: [agency], archived: false }));
  });
});

describe('an onboarding', () => {
  let id = 0;
  let token = '';

  it('[U-21] begins with a mail in the driver’s language, whose token is stored as a hash', async () => {
    expect((await post('', invitation(), reader)).status).toBe(403);
    expect((await post('', invitation(), foreign)).status).toBe(400);
    // People who see some depots only must name one of them.
    expect((await post('', invitation(), south)).body.error_codes).toEqual({
      depot: ['validation.required'],
    });
    const made = await ok(post('', invitation()), 201);
    id = made.id;
    expect(contract.agencyOnboarding.invite.answer.parse(made).state).toBe('invited');
    const mail = await mailTo('rui@agency.test');
    expect(mail.subject).toMatch(/^Os seus documentos para /);
    token = await tokenOf('rui@agency.test');
    expect(token.length).toBeGreaterThan(40);
    const stored = JSON.stringify(
      await query('select * from agency_onboardings where id = $1', [id]),
    );
    expect(stored).not.toContain(token);
    expect((await ask('GET', `${BASE}${id}/`, foreign)).status).toBe(404);
    expect((await ask('GET', `${BASE}${id}/`, south)).status).toBe(404);
    expect((await post(`${id}/resend/`, { days: 7 })).body.code).toBe(
      'agency_onboarding.just_sent',
    );
  });

  it('says the same of a wrong, an expired and a replaced link', async () => {
    const outcome = async (answer: Promise<Answer>) => {
      const { status, body } = await answer;
      return { status, body };
    };
    const wrong = await outcome(link('', { token: 'x'.repeat(43) }));
    await query("update agency_onboardings set expires_at = now() - interval '1 s' where id = $1", [
      id,
    ]);
    expect((await read(id)).state).toBe('expired');
    expect(await outcome(link('', { token }))).toEqual(wrong);
    expect(wrong.status).toBe(404);
    await query("update agency_onboardings set sent_at = now() - interval '2 min' where id = $1", [
      id,
    ]);
    await ok(post(`${id}/resend/`, { days: 7 }));
    const late = link('details/', { token, first_name: 'A', surname: 'B' });
    expect(await outcome(late)).toEqual(wrong);
    token = await tokenOf('rui@agency.test');
    const opened = contract.agencyOnboardingLinks.open.answer.parse(
      await ok(link('', { token, begins: true })),
    );
    expect(opened).toMatchObject({ agency: 'Swift Drivers', state: 'in_progress', terms: null });
  });

  it('saves each part at once, and is submitted only complete and with the current terms', async () => {
    expect((await link('submit/', { token })).body.code).toBe('agency_onboarding.incomplete');
    expect((await photo(token, 'cpc_card', 'front')).body.code).toBe('agency_onboarding.not_asked');
    const old = await link('document/', { token, kind: 'licence', expires_on: dayIn(-2) });
    expect(old.body.error_codes).toEqual({ expires_on: ['agency_onboarding.document_expired'] });
    const entered = await enter(token);
    expect(entered.documents.map(({ missing }: { missing: string[] }) => missing)).toEqual([
      [],
      [],
    ]);
    expect((await fetch(new URL(entered.documents[0].front, api.url))).status).toBe(200);

    expect((await ask('PUT', `${BASE}terms/`, manager, { text: 'Drive safely' })).status).toBe(403);
    const terms = (text: string) => ok(ask('PUT', `${BASE}terms/`, admin, { text }));
    expect((await terms('Drive safely')).version).toBe(1);
    expect((await link('submit/', { token })).body.code).toBe('agency_onboarding.terms_open');
    const sign = (version: string) =>
      form('terms/', { token, version, name: 'Rui Lopes' }, 'signature');
    await ok(sign('1'));
    expect((await terms('Drive safely and rest')).version).toBe(2);
    expect((await sign('1')).body.code).toBe('agency_onboarding.terms_changed');
    expect((await link('submit/', { token })).body.code).toBe('agency_onboarding.terms_open');
    await ok(sign('2'));
    expect((await ok(link('submit/', { token }))).state).toBe('submitted');
    expect((await link('document/', { token, kind: 'licence' })).body.code).toBe(
      'agency_onboarding.submitted_already',
    );
    expect((await mailTo('onboarding-manager@agency.test')).text).toContain(
      `/agency-onboarding?open=${id}`,
    );
    // A replaced signature is no longer kept.
    expect(
      await query(`select count(*)::int as count from files where purpose = 'agency_onboarding'
        and (kept_until is null or kept_until > now())`),
    ).toEqual([{ count: 4 }]);
  });

  it('goes back to the driver with the reason for each rejected document', async () => {
    const { version } = await read(id);
    expect((await post(`${id}/accept/`, { version })).body.code).toBe(
      'agency_onboarding.documents_open',
    );
    const bare = await ask('PUT', `${BASE}${id}/documents/licence/`, manager, {
      is_accepted: false,
    });
    expect(bare.body.error_codes).toEqual({ reason: ['validation.required'] });
    await decide(id, 'right_to_work', { is_accepted: true });
    await decide(id, 'licence', { is_accepted: false, reason: 'The back is blurred' });
    const rejected = await read(id);
    await query("update agency_onboardings set sent_at = now() - interval '2 min' where id = $1", [
      id,
    ]);
    expect((await post(`${id}/send_back/`, { days: 7, version })).status).toBe(409);
    await ok(post(`${id}/send_back/`, { days: 7, version: rejected.version }));
    expect((await mailTo('rui@agency.test')).text).toContain('The back is blurred');
    token = await tokenOf('rui@agency.test');
    expect((await link('submit/', { token })).body.code).toBe('agency_onboarding.incomplete');
    const corrected = await ok(photo(token, 'licence', 'back'));
    expect(corrected.documents[0].is_accepted).toBeNull();
    await ok(link('submit/', { token }));
  });

  it('becomes a driver with documents, agency and end of engagement', async () => {
    await decide(id, 'licence', { is_accepted: true });
    const { version, documents } = await read(id);
    expect(documents.map((one) => one.is_accepted)).toEqual([true, true]);
    const body = { driver: null, engaged_until: dayIn(20), version };
    const accepted = await ok(post(`${id}/accept/`, body));
    expect(accepted).toMatchObject({ state: 'accepted', documents: [] });
    expect((await post(`${id}/accept/`, body)).status).toBe(409);
    expect((await link('', { token })).status).toBe(404);
    const path = `/api/drivers_file/drivers/${accepted.driver}/`;
    const file = await ok(ask('GET', path, manager));
    expect(file).toMatchObject({
      driver: { first_name: 'Rui', surname: 'Lopes' },
      agency: 'Swift Drivers',
      engaged_until: dayIn(20),
      born_on: '1980-05-05',
    });
    const licence = file.documents.find(({ kind }: { kind: string }) => kind === 'licence');
    expect(licence).toMatchObject({ number: 'LOPES1', proof: expect.any(String) });
    expect((await fetch(new URL(licence.proof_back, api.url))).status).toBe(200);
    expect(licence.checked.by).not.toBe('');
    expect(file.classes.find((one: { class: string }) => one.class === 'B').may_drive).toBe(true);
    const [driver] = await query('select licence_number from drivers where id = $1', [
      accepted.driver,
    ]);
    expect(driver.licence_number).toBe('LOPES1');
    const list = contract.agencyOnboarding.list.answer.parse(
      await ok(ask('GET', `${BASE}?state=accepted`, manager)),
    );
    expect(list.results.map((one) => one.driver)).toEqual([accepted.driver]);
    const actions = await query(
      `select action, count(*)::int as count from audit_entries
       where subject_kind = 'agency_onboarding' and subject_id = $1 group by 1 order by 1`,
      [String(id)],
    );
    expect(actions).toEqual([
      { action: 'changed', count: expect.any(Number) },
      { action: 'created', count: 1 },
    ]);
  });

  it('offers a driver with the same address instead of a new one', async () => {
    const made = await ok(post('', invitation({ first_name: 'R' })), 201);
    const again = await tokenOf('rui@agency.test');
    await enter(again);
    await ok(form('terms/', { token: again, version: '2', name: 'Rui Lopes' }, 'signature'));
    await ok(link('submit/', { token: again }));
    for (const kind of ['licence', 'right_to_work']) {
      await decide(made.id, kind, { is_accepted: true });
    }
    const { matches, version } = await read(made.id);
    expect(matches.map(({ surname }) => surname)).toEqual(['Lopes']);
    const driver = matches[0]?.id;
    const accepted = await ok(post(`${made.id}/accept/`, { driver, version }));
    expect(accepted.driver).toBe(driver);
    const file = await ok(ask('GET', `/api/drivers_file/drivers/${driver}/`, manager));
    expect([file.engaged_until, file.documents.length]).toEqual([null, 4]);
  });
});

describe('what led to no driver', () => {
  it('is deleted with its photographs after the retention period', async () => {
    const made = await ok(post('', invitation({ email: 'gone@agency.test' })), 201);
    const token = await tokenOf('gone@agency.test');
    await ok(photo(token, 'licence', 'front'));
    const { version } = await read(made.id);
    expect((await ok(post(`${made.id}/withdraw/`, { version }))).state).toBe('withdrawn');
    expect((await link('', { token })).status).toBe(404);
    const left = async () =>
      (await query('select from agency_onboardings where id = $1', [made.id])).length;
    await removeExpired(api.services, Date.now() + 89 * DAY_MS);
    expect(await left()).toBe(1);
    await removeExpired(api.services, Date.now() + 91 * DAY_MS);
    expect(await left()).toBe(0);
    const [files] = await query(
      `select count(*)::int as count from files f where f.purpose = 'agency_onboarding'
         and (f.kept_until is null or f.kept_until > now()) and not exists (select from driver_documents d
           where f.id in (d.file_id, d.back_file_id)) and not exists (select from agency_onboardings o
           where o.signature_file_id = f.id)`,
    );
    expect(files.count).toBe(0);
    const named = await query(
      `select from audit_entries where subject_kind = 'agency_onboarding' and subject_id = $1
         and subject_name is not null`,
      [String(made.id)],
    );
    expect(named.length).toBe(0);
    // Accepted onboardings stay with their drivers.
    expect((await query("select from agency_onboardings where state = 'accepted'")).length).toBe(2);
  });
});
