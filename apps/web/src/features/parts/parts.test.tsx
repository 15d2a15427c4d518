import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, freshScreens, openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import type { Movement, Part } from './parts.ts';

const MAIN = { id: 3, name: 'Main store' };
const PADS: Part = {
  id: 4,
  number: 'BP-2210',
  name: 'Brake pads',
  category: 'brakes',
  unit: 'set',
  barcode: '501',
  reorder_level: 6,
  reorder_quantity: null,
  warranty_months: 24,
  note: '',
  quantity: 2,
  value: 80.66,
  is_short: true,
  supplier: 'Hill Parts',
  is_archived: false,
  version: 5,
  suppliers: [{ supplier: { id: 7, name: 'Hill Parts' }, number: 'HP-1', price: 40.333 }],
  stock: [
    { store: MAIN, depot: 'North', quantity: 2, average_cost: 40.33, minimum: 3, bin: 'A-12' },
  ],
};
const { suppliers: _, stock: _stock, ...ROW } = PADS;
const ISSUE: Movement = {
  id: 9,
  created_at: '2026-11-20T10:00:00Z',
  kind: 'issue',
  part: { id: 4, number: 'BP-2210', name: 'Brake pads', unit: 'set' },
  store: MAIN,
  other_store: null,
  quantity: -1,
  unit_cost: 40.33,
  value: -40.33,
  balance: 2,
  reason: '',
  created_by: 'Mia',
  work_order: { id: 12, reference_number: 'WO-000012' },
  purchase_order: null,
  stock_take: null,
};

const user = userEvent.setup();

const { asked, sent } = freshScreens();
beforeEach(() => {
  const keep = (init: RequestInit | undefined, answer: unknown) => {
    if (init?.method === 'PUT' || init?.method === 'POST') sent.push(JSON.parse(String(init.body)));
    return answer;
  };
  const list = (results: readonly unknown[]) => ({ count: results.length, results });
  answerCalls({
    '/api/parts/4/': (_url, init) => keep(init, PADS),
    '/api/parts/': (url) => {
      asked.push(url);
      return list([ROW]);
    },
    '/api/part_movements/9/': () => ISSUE,
    '/api/part_movements/': (url, init) => {
      asked.push(url);
      return keep(
        init,
        init?.method === 'POST' ? PADS : { ...list([ISSUE]), count_is_limit: false },
      );
    },
    '/api/part_stores/': () =>
      list([{ ...MAIN, depot: { id: 1, name: 'North' }, parts: 1, value: 8, version: 1 }]),
    '/api/part_suppliers/': () => list([{ id: 7, name: 'Hill Parts' }]),
    '/vehicle-file/api/depots/': () => [],
  });
});

const open = (address: string, role: 'MANAGER' | 'READONLY' = 'MANAGER') =>
  openScreen(address, testUser({ modules: ['Defect'], role }));

it('lists parts with their stock, and changes one with its suppliers', async () => {
  await open('/parts');
  const row = (await screen.findByText('BP-2210')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Under minimum')).toBeTruthy();
  expect(row.textContent).toContain('2 sets');
  await user.click(row);
  const place = (await screen.findByText('Main store, A-12')).closest('tr');
  expect(place?.querySelector('a')?.getAttribute('href')).toBe(
    '/parts?list=movements&part=4&store=3',
  );
  const name = screen.getByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Front pads');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({
    name: 'Front pads',
    reorder_level: 6,
    reorder_quantity: null,
    suppliers: [{ supplier: 7, number: 'HP-1', price: 40.333 }],
    version: 5,
  });
});

it('moves stock, and asks for what the kind of movement needs', async () => {
  await open('/parts?open=4');
  await user.click(await screen.findByRole('button', { name: 'Move stock' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move stock' }));
  await user.selectOptions(dialog.getByLabelText(/^Movement/), 'Adjustment');
  await user.type(dialog.getByLabelText(/^Quantity/), '-1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Reason.* is required/)).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText(/^Reason/), 'Broken');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ part: 4, store: 3, kind: 'adjustment', quantity: -1 });
});

it('lists the movements of a part, with the order behind an issue', async () => {
  await open('/parts?list=movements&part=4');
  const link = await screen.findByRole('link', { name: 'WO-000012' });
  expect(link.getAttribute('href')).toContain('/work-orders?open=12');
  expect(asked.at(-1)?.searchParams.get('part')).toBe('4');
  expect(screen.queryByRole('button', { name: /Add/ })).toBeNull();
});

it('offers nothing to change to people who may only read', async () => {
  await open('/parts?open=4', 'READONLY');
  await screen.findByText('Main store, A-12');
  expect(screen.queryByRole('button', { name: 'Move stock' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Change minimum' })).toBeNull();
});
