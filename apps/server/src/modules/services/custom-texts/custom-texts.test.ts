import { contract } from '@roadworthy/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../../test/api.ts';
import { withTrackedFleet } from '../../../../test/tracked-api.ts';
import type { TrackedFleet } from '../../../../test/tracked-fleet.ts';
import { textId } from './custom-texts-catalogue.ts';

const SLOGAN = textId('interface', 'home.slogan');
const HEADER = textId('documents', 'report.column.surname');
let api: TestApi;
let fleet: TrackedFleet;

const texts = async (language: string, as = fleet.people.admin, headers = {}) =>
  api.ask(`/api/language_configs/${language}/texts/`, { as, headers });
const list = async (ask: string, as = fleet.people.admin) =>
  (await api.ask(`/api/administration/texts/${ask}`, { as })).body;
const change = (id: number, body: object, as = fleet.people.admin) =>
  api.ask(`/api/administration/texts/${id}/`, { as, method: 'PUT', body });

withTrackedFleet((opened) => {
  ({ api, fleet } = opened);
});

describe('custom texts', () => {
  it('[R-030] [A-06] replace the product’s, in each language, and can be removed', async () => {
    const asked = contract.customTexts.list.answer.parse(
      await list('?search=your fleet, in one place'),
    );
    expect(asked).toMatchObject({
      count: 1,
      results: [{ id: SLOGAN, own_en: null, own_pt: null }],
    });
    const changed = await change(SLOGAN, { own_en: ' On the road. ', own_pt: null });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      key: 'home.slogan',
      en: 'Your fleet, in one place.',
      own_en: 'On the road.',
      own_pt: null,
      changed_by: 'Ada Hill',
    });
    expect((await texts('en')).body).toEqual({ 'home.slogan': 'On the road.' });
    expect((await texts('pt')).body).toEqual({});
    expect((await list('?own=true')).count).toBe(1);
    await change(SLOGAN, { own_en: null, own_pt: 'Na estrada.' });
    expect((await texts('en')).body).toEqual({});
    expect((await texts('pt')).body).toEqual({ 'home.slogan': 'Na estrada.' });
    await change(SLOGAN, { own_en: 'Your fleet, in one place.', own_pt: '' });
    expect((await list('?own=true')).count).toBe(0);
  });

  it('[R-030] are sent once: the browser’s copy is revalidated by its entity tag', async () => {
    await change(SLOGAN, { own_en: 'Kept', own_pt: null });
    const first = await texts('en');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const again = await texts('en', fleet.people.admin, { 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
    await change(SLOGAN, { own_en: 'Changed', own_pt: null });
    const after = await texts('en', fleet.people.admin, { 'if-none-match': etag });
    expect([after.status, after.body]).toEqual([200, { 'home.slogan': 'Changed' }]);
  });

  it('[R-030] [U-P03] apply to one customer only, and only an administrator of all depots changes them', async () => {
    const { people } = fleet;
    await change(SLOGAN, { own_en: 'Ours', own_pt: null });
    // All users of the customer receive them, users of others do not.
    expect((await texts('en', people.driver)).body).toEqual({ 'home.slogan': 'Ours' });
    expect((await texts('en', people.foreign)).body).toEqual({});
    expect((await api.ask('/api/language_configs/en/texts/')).status).toBe(401);
    expect((await texts('fr')).status).toBe(400);
    expect((await change(SLOGAN, { own_en: 'Mine', own_pt: null }, people.driver)).status).toBe(
      403,
    );
    const mine = await change(SLOGAN, { own_en: 'Mine', own_pt: null }, people.northAdmin);
    expect(mine.status).toBe(403);
    expect((await change(12, { own_en: 'x', own_pt: null })).status).toBe(404);
  });

  it('[R-030] keep their placeholders or are refused on their field; nothing is written in part', async () => {
    const id = textId('documents', 'notification.mail.subject');
    const refused = await change(id, { own_en: 'News of {registration}', own_pt: '{title}' });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toEqual({
      own_en: ['Keep {reference}, {title}'],
      own_pt: ['Keep {reference}, {registration}'],
    });
    expect((await list('?own=true&place=documents')).count).toBe(0);
    expect((await change(id, { own_en: 'x'.repeat(2001), own_pt: null })).status).toBe(400);
  });

  it('[R-030] appear in PDFs, also for a link that is opened without signing in', async () => {
    const { home, vehicles } = fleet;
    await change(textId('documents', 'records.check.title'), {
      own_en: 'Our walkaround',
      own_pt: 'A nossa volta',
    });
    await api.services.db.pool.query(
      `insert into driver_check_records (customer_id, vehicle_id, checked_at, driver, items, defects, declaration)
       values ($1, $2, now(), 'Ann', '[]', 0, 'All right')`,
      [home.customerId, vehicles.n1.vehicleId],
    );
    const latest = await api.ask(
      `/api/driver_check_latest/?registration=N1 AAA&vehicle_id=${vehicles.n1.vehicleId}`,
    );
    const titleIn = async (language: string) => {
      const answer = await fetch(`${api.url}${latest.body.pdf}&language=${language}`);
      expect(answer.status).toBe(200);
      const document = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
      return (await extractText(document, { mergePages: true })).text;
    };
    expect(await titleIn('en')).toContain('Our walkaround');
    expect(await titleIn('pt')).toContain('A nossa volta');
  });

  it('[R-030] appear in files, and every change in the history', async () => {
    await change(HEADER, { own_en: 'Family name', own_pt: null });
    const file = (as: number) => api.ask('/api/administration/drivers/export/?format=csv', { as });
    const { body: written } = await file(fleet.people.admin);
    expect(written).toContain('Family name');
    expect((await file(fleet.people.foreign)).body).not.toContain('Family name');
    const { body } = await api.ask(`/api/administration/audit/?kind=text&subject=${HEADER}`, {
      as: fleet.people.admin,
    });
    expect(body.results[0]).toMatchObject({
      subject: { kind: 'text', name: 'report.column.surname' },
      before: { own_en: null },
      after: { own_en: 'Family name' },
    });
  });
});
