import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import pt from '../../../../public/locales/pt.json';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { speakPortuguese, startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { itemFault, newItem, type Template } from './walkaround-templates.ts';

const LIST = '/vehicle-check/api/check_templates/';
const item = (name: string, section = 'Outside') => ({
  section,
  name,
  area: 'other' as const,
  hint: '',
});
const TEMPLATE: Template = {
  id: 8,
  vehicle_type: 'BIK',
  version: 3,
  items: [item('Horn'), { ...item('Tyres'), area: 'tyres' }],
  is_shared: false,
  is_for_trailers: false,
  changed_at: '2026-11-20T10:00:00Z',
  changed_by: 'Alex Admin',
  checks_count: 2,
};

let sent: { method: string; path: string; body: unknown }[];
const user = userEvent.setup();

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  answerCalls({
    [LIST]: () => ({ count: 1, results: [TEMPLATE] }),
    [`${LIST}8/`]: () => TEMPLATE,
    '/api/administration/audit/': () => ({ count: 0, results: [] }),
  });
  const get = globalThis.fetch;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    if (init.method === undefined || init.method === 'GET') return get(address);
    const body = init.body == null ? null : JSON.parse(String(init.body));
    sent.push({ method: init.method, path: address, body });
    return init.method === 'DELETE'
      ? new Response(null, { status: 204 })
      : new Response(JSON.stringify(TEMPLATE));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (query = '', role: 'ADMIN' | 'MANAGER' = 'ADMIN') =>
  openScreen(`/administration/check-templates${query}`, testUser({ role }));
const panel = () => screen.findByRole('region', { name: 'Motorcycle' });

describe('templates of walkaround checks', () => {
  it('[L-P01] are listed by type of vehicle, for administrators alone', async () => {
    await open();
    await screen.findByRole('heading', { level: 1, name: 'Check templates' });
    const row = (await screen.findByText('Motorcycle')).closest('tr');
    expect(row?.textContent).toMatch(/Motorcycle.*2.*3.*This customer.*Alex Admin/);
    cleanup();
    await open('', 'MANAGER');
    await waitFor(() => expect(window.location.pathname).toBe('/unauthorised'));
  });

  it('[L-P01] items are sorted, added and removed; errors are shown next to their item', async () => {
    await open('?open=8');
    const box = await panel();
    expect(within(box).getByText(/^2 checks use this version/)).toBeTruthy();
    await user.click(within(box).getByRole('button', { name: 'Move point 2 up' }));
    await user.click(within(box).getByRole('button', { name: 'Add a point' }));
    const save = () => user.click(within(box).getByRole('button', { name: 'Save' }));
    await save();
    expect(within(box).getByText('Enter the check point.')).toBeTruthy();
    expect(sent).toEqual([]);
    const third = within(box).getByRole('listitem', { name: 'Point 3' });
    await user.type(within(third).getByRole('textbox', { name: /^Check point/ }), 'Top box');
    await user.click(within(box).getByRole('button', { name: 'Remove point 2' }));
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({
      method: 'PUT',
      path: `${LIST}8/`,
      body: { version: 3, items: [{ ...item('Tyres'), area: 'tyres' }, item('Top box')] },
    });
  });

  it("[L-P01] the installation's template can be restored", async () => {
    await open('?open=8');
    const box = await panel();
    await user.click(
      within(box).getByRole('button', { name: "Restore the installation's template" }),
    );
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'OK' }));
    await waitFor(() =>
      expect(sent).toEqual([{ method: 'DELETE', path: `${LIST}8/`, body: null }]),
    );
  });

  it('[L-P01] an item is unique in its section', () => {
    const items = [item('Horn'), item(' horn '), item('Horn', 'In the cab')].map((one, key) => ({
      ...one,
      key,
    }));
    const faults = items.map((one) => itemFault(one, items));
    expect(faults).toEqual(['checkTemplates.same', 'checkTemplates.same', null]);
    expect(newItem(items)).toMatchObject({ key: 3, section: 'In the cab', name: '' });
  });
});

describe('the built-in points in the language of the administrator', () => {
  const items = [
    item('Horn', 'In the cab'),
    item('Tyres'),
    // Texts of the customer, one of them nearly a built-in one.
    item('horn'),
    item('Lift {left}', ''),
  ];
  let answer: Template;

  beforeEach(() => {
    answer = { ...TEMPLATE, items };
    answerCalls({
      [LIST]: () => ({ count: 1, results: [answer] }),
      [`${LIST}8/`]: () => answer,
      '/api/administration/audit/': () => ({ count: 0, results: [] }),
    });
    const get = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
      if (init.method !== 'PUT') return get(address);
      sent.push({ method: 'PUT', path: address, body: JSON.parse(String(init.body)) });
      return new Response(JSON.stringify(answer));
    });
  });

  const opened = async () => {
    await speakPortuguese();
    await open('?open=8');
    return within(await screen.findByRole('region', { name: pt['walk.type.BIK'] }));
  };
  const fields = (box: Awaited<ReturnType<typeof opened>>, key: 'name' | 'section') =>
    box
      .getAllByRole('textbox', {
        name: new RegExp(`^${pt[`checkTemplates.${key}`]}`),
      })
      .map((field) => (field as HTMLInputElement).value);
  const save = (box: Awaited<ReturnType<typeof opened>>) =>
    user.click(box.getByRole('button', { name: pt['action.save'] }));

  it('[A-06] [L-P01] are shown translated and saved as they were', async () => {
    const box = await opened();
    expect(fields(box, 'name')).toEqual(['Buzina', 'Pneus', 'horn', 'Lift {left}']);
    expect(fields(box, 'section')).toEqual(['Na cabina', 'No exterior', 'No exterior', '']);
    await save(box);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({ version: 3, items });
  });

  it('[A-06] [L-P01] stay as typed where the administrator changed them', async () => {
    const box = await opened();
    const name = box.getAllByDisplayValue('Pneus')[0] as HTMLElement;
    await user.type(name, ' e jantes');
    await user.click(box.getByRole('button', { name: pt['checkTemplates.add'] }));
    const added = box.getByRole('listitem', {
      name: `${pt['checkTemplates.item']}`.replace('{place}', '5'),
    });
    const part = within(added);
    const [addedName, addedSection] = part.getAllByRole('textbox') as [HTMLElement, HTMLElement];
    await user.type(addedName, 'Baú');
    await user.type(addedSection, 'No exterior');
    await save(box);
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      version: 3,
      items: [
        items[0],
        { ...items[1], name: 'Pneus e jantes' },
        items[2],
        items[3],
        // In the section that everybody reads in their language.
        item('Baú', 'Outside'),
      ],
    });
  });
});
