import { contract } from '@roadworthy/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { PASSWORD } from '../../../../test/people.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import { signInWithPassword } from '../sign-in/sign-in-accounts.ts';

let api: TestApi;
let fleet: TrackedFleet;

const send = (path: string, body: unknown, as: number, method = 'POST') =>
  api.ask(path, { as, method, body });
const create = (body: object, as = fleet.people.global) => send('/api/customers/', body, as);
const change = (id: number, body: object, as = fleet.people.admin) =>
  send(`/api/customer/${id}/`, body, as, 'PUT');
const list = async (ask = '', as = fleet.people.global) =>
  (await api.ask(`/api/administration/customers/${ask}`, { as })).body;
const names = (answer: { results: { name: string }[] }) => answer.results.map(({ name }) => name);
const picture = async (width: number, height: number, type: 'png' | 'jpeg' = 'png') => {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
    .toFormat(type)
    .toBuffer();
  return `data:image/${type};base64,${bytes.toString('base64')}`;
};
const current = async (as: number) => (await api.ask('/api/user/get_current_user/', { as })).body;

const { query } = withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

const ADDRESS = {
  display_name: 'Head office',
  address1: '1 High Street',
  address2: '',
  city: 'Leeds',
  county: '',
  postcode: 'LS1 1AA',
  country: 'United Kingdom',
};
const FULL = {
  name: 'Home Haulage',
  maintenance_control: { phone: '0113 496 0000' },
  config: { render_cust_logo_on_dl_homescreen: true, slogan: 'We arrive' },
  contact: { name: 'Olga Vane', email: 'olga@track.test', phone: '+44 113 496 0001' },
  address: ADDRESS,
  languages: ['pt'],
};

describe('a customer', () => {
  it('[R-113] [O-19] [V-P01] can be changed by its administrator, in every field', async () => {
    const { home, people } = fleet;
    await query(`insert into help_pages (customer_id, break_down_phone) values ($1, '0800 1')`, [
      home.customerId,
    ]);
    const { status, body } = await change(home.customerId, FULL);
    expect(status).toBe(200);
    expect(contract.customers.change.answer.parse(body)).toMatchObject({
      ...FULL,
      id: home.customerId,
      logo: null,
      archived: false,
      vehicle_count: 6,
      management_company: {
        faqs: true,
        accident_reporting_enabled: true,
        break_down_phone: '0800 1',
        logo: null,
      },
    });
    const again = await api.ask(`/api/customer/${home.customerId}/`, { as: people.admin });
    expect(again.body).toEqual(body);
  });

  it('[R-110] [O-P07] is the only customer that its administrator can see', async () => {
    const { home, people } = fleet;
    const { status, body } = await api.ask(`/api/customer/${home.customerId}/`, {
      as: people.admin,
    });
    expect([status, body.name]).toEqual([200, 'Home Haulage']);
    expect(names(await list('', people.admin))).toEqual(['Home Haulage']);
    const minimal = await api.ask('/api/customers_minimal/', { as: people.admin });
    expect(minimal.body).toEqual([{ id: home.customerId, name: 'Home Haulage' }]);
  });

  it('[R-113] [V-15] has its changes logged, and they apply to its users', async () => {
    const { people } = fleet;
    const { rows } = await query(
      `select after from audit_entries where subject_kind = 'customer' and action = 'changed'`,
    );
    expect(rows[0].after).toMatchObject({
      name: 'Home Haulage',
      city: 'Leeds',
      slogan: 'We arrive',
    });
    const user = await current(people.admin);
    expect(user.customer_config).toEqual({ ...FULL.config, currency: 'GBP' });
    // Portuguese as the customer's, English as the person's own.
    expect(user.languages.map(({ reference }: { reference: string }) => reference)).toEqual([
      'en',
      'pt',
    ]);
    await query(`update users set language = 'pt' where id = $1`, [people.admin]);
    expect((await current(people.admin)).languages).toHaveLength(1);
  });

  it('[N-P01] [O-19] has a currency: sterling at first, kept where a change leaves it out', async () => {
    const { home, people } = fleet;
    const config = { ...FULL.config, currency: 'EUR' };
    const changed = await change(home.customerId, { ...FULL, config });
    expect(changed.body.config).toEqual(config);
    expect((await change(home.customerId, FULL)).body.config.currency).toBe('EUR');
    expect((await current(people.manager)).customer_config.currency).toBe('EUR');
    const refused = await change(home.customerId, {
      ...FULL,
      config: { ...FULL.config, currency: 'XXX' },
    });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, ['config.currency']]);
    await change(home.customerId, { ...FULL, config: { ...FULL.config, currency: 'GBP' } });
    const { body } = await create({ name: 'In sterling' });
    expect(body.config.currency).toBe('GBP');
    await query('delete from customers where id = $1', [body.id]);
  });

  it('[O-P07] [U-P03] refuses other customers, users without administration, and administrators of single depots', async () => {
    const { home, away, people } = fleet;
    expect((await change(away.customerId, FULL)).status).toBe(404);
    expect((await api.ask(`/api/customer/${away.customerId}/`, { as: people.admin })).status).toBe(
      404,
    );
    expect((await change(home.customerId, FULL, people.northAdmin)).status).toBe(403);
    for (const who of ['admin', 'northAdmin', 'manager', 'foreign'] as const) {
      expect((await create({ name: 'Mine' }, people[who])).status).toBe(403);
      const gone = await send('/api/customers_delete/', { ids: [away.customerId] }, people[who]);
      expect(gone.status).toBe(403);
    }
    expect((await change(home.customerId, FULL, people.manager)).status).toBe(403);
    for (const outside of [{ archived: true }, { id: 7 }, { vehicle_count: 99 }]) {
      const { status, body } = await change(home.customerId, { ...FULL, ...outside });
      expect([status, body.archived, body.id]).toEqual([200, false, home.customerId]);
      expect(body.vehicle_count).not.toBe(99);
    }
  });

  it('[R-110] [R-113] [C-01] has a logo that is re-encoded, small and served', async () => {
    const { home, people } = fleet;
    const { body } = await change(home.customerId, { ...FULL, logo: await picture(1200, 300) });
    expect(body.logo).toMatch(/^\/api\/logos\/[0-9a-f-]{36}\/$/);
    const answer = await fetch(`${api.url}${body.logo}`);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    const { width, height, format } = await sharp(
      Buffer.from(await answer.arrayBuffer()),
    ).metadata();
    expect([width, height, format]).toEqual([600, 150, 'png']);
    expect((await current(people.north)).user.customers).toEqual([
      { id: home.customerId, name: 'Home Haulage', logo: body.logo },
    ]);
    const kept = await change(home.customerId, { ...FULL, logo: body.logo });
    expect(kept.body.logo).toBe(body.logo);
    const other = await change(home.customerId, { ...FULL, logo: await picture(90, 90, 'jpeg') });
    expect(other.body.logo).not.toBe(body.logo);
    expect((await fetch(`${api.url}${body.logo}`)).status).toBe(404);
    const none = await change(home.customerId, { ...FULL, logo: null });
    expect(none.body.logo).toBeNull();
    const { rows } = await query(
      `select count(*)::int as kept from files where purpose = 'customer-logo' and kept_until is null`,
    );
    expect(rows[0].kept).toBe(0);
  });

  it('[R-113] [T-P01] refuses files that are no image, and invalid fields', async () => {
    const { home, away, people } = fleet;
    const theirs = await change(
      away.customerId,
      { name: 'Away', logo: await picture(9, 9) },
      people.global,
    );
    const script = `data:image/svg+xml;base64,${Buffer.from('<svg onload="x()"/>').toString('base64')}`;
    const rubbish = `data:image/png;base64,${Buffer.from('not a picture').toString('base64')}`;
    for (const logo of [script, rubbish, 'https://elsewhere.test/logo.png', theirs.body.logo]) {
      const { status, body } = await change(home.customerId, { ...FULL, logo });
      expect([status, Object.keys(body.errors)]).toEqual([400, ['logo']]);
    }
    const { status, body } = await change(home.customerId, {
      name: 'x',
      contact: { email: 'nobody', phone: '<b>' },
      languages: ['xx'],
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual([
      'contact.email',
      'contact.phone',
      'languages.0',
      'name',
    ]);
    const large = await change(home.customerId, { ...FULL, logo: 'x'.repeat(3_000_000) });
    expect(large.status).toBe(413);
  });
});

describe('customers', () => {
  it('[R-111] [O-19] are created by a global administrator', async () => {
    const { status, body } = await create({ name: 'Boreal Freight' });
    expect(status).toBe(201);
    expect(contract.customers.create.answer.parse(body)).toMatchObject({
      name: 'Boreal Freight',
      languages: ['en', 'pt'],
      vehicle_count: 0,
      address: null,
    });
    expect((await create({ name: 'BOREAL freight' })).body.errors).toHaveProperty('name');
  });

  it('[R-109] [S-29] are listed, sorted both ways and searched', async () => {
    expect(names(await list())).toEqual(['Away', 'Boreal Freight', 'Home Haulage']);
    expect(names(await list('?ordering=name&orderingDirection=desc'))).toEqual([
      'Home Haulage',
      'Boreal Freight',
      'Away',
    ]);
    expect(names(await list('?ordering=-vehicle_count&pageSize=1'))).toEqual(['Home Haulage']);
    expect(names(await list('?search=BOREAL'))).toEqual(['Boreal Freight']);
  });

  it('[R-107] [R-108] are listed in full by name, and exported to a file', async () => {
    const { global } = fleet.people;
    const all = (await api.ask('/api/customers/', { as: global })).body;
    expect(names(all)).toEqual(['Away', 'Boreal Freight', 'Home Haulage']);
    const minimal = (await api.ask('/api/customers_minimal/', { as: global })).body;
    expect(minimal).toEqual(
      all.results.map(({ id, name }: { id: number; name: string }) => ({ id, name })),
    );
    const path = '/api/administration/customers/export/?format=csv&search=boreal';
    const file = await api.ask(path, { as: global });
    expect(file.body.split('\r\n')[1]).toBe('Boreal Freight,,,,0,0');
  });

  it('[R-112] [O-19] are archived by id: their users lose access, their records stay', async () => {
    const { away, people, vehicles } = fleet;
    const given = { login: 'foreign@track.test', password: PASSWORD, ip: '192.0.2.1' };
    const signIn = () => signInWithPassword(api.services, given);
    expect((await signIn()).outcome).toBe('signed-in');
    const unknown = { ids: [away.customerId, 2_000_000_000] };
    expect((await send('/api/customers_delete/', unknown, people.global)).status).toBe(404);
    expect((await current(people.foreign)).user.id).toBe(people.foreign);
    const ids = [away.customerId];
    expect((await send('/api/customers_delete/', { ids }, people.global)).status).toBe(204);
    expect((await api.ask('/api/track/', { as: people.foreign })).status).toBe(401);
    expect((await signIn()).outcome).toBe('refused');
    expect(names(await list())).not.toContain('Away');
    expect(names(await list('?archived=true'))).toEqual(['Away']);
    const record = await query('select from vehicles where id = $1', [vehicles.f1.vehicleId]);
    expect(record.rowCount).toBe(1);
    const made = await send(
      '/api/vehicles_groups/',
      { name: 'Late', customer: away.customerId },
      people.global,
    );
    expect(made.body.errors).toHaveProperty('customer');
    const back = { ids, archived: false };
    const restored = await send('/api/administration/customers/archive/', back, people.global);
    expect(restored.body).toEqual({ changed: 1 });
    expect((await signIn()).outcome).toBe('signed-in');
  });

  it('[R-112] cannot be archived by their own users', async () => {
    const { home, people } = fleet;
    await query('update users set is_global_admin = true where id = $1', [people.kilometres]);
    api.services.bus.publish('users.changed', { userId: null });
    const { status } = await send(
      '/api/customers_delete/',
      { ids: [home.customerId] },
      people.kilometres,
    );
    expect(status).toBe(409);
  });
});
