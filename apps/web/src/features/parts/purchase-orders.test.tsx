import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { PurchaseOrder } from './purchase-orders.ts';
import type { StockTake } from './stock-takes.ts';

const MAIN = { id: 3, name: 'Main store' };
const PADS = { id: 4, number: 'BP-2210', name: 'Brake pads', unit: 'set' } as const;
const ORDER: PurchaseOrder = {
  id: 8,
  reference_number: 'PO-000008',
  supplier: { id: 7, name: 'Hill Parts' },
  store: MAIN,
  state: 'ordered',
  total: 125,
  created_at: '2026-11-20T10:00:00Z',
  ordered_at: '2026-11-20T11:00:00Z',
  version: 2,
  note: '',
  created_by: 'Mia',
  ordered_by: 'Mia',
  mailed_to: 'orders@hill.test',
  supplier_email: 'orders@hill.test',
  lines: [
    {
      id: 21,
      part: PADS,
      supplier_number: 'HP-1',
      quantity: 10,
      received: 4,
      unit_price: 12.5,
      net: 125,
    },
  ],
  next_steps: ['receive', 'cancel'],
};
const TAKE: StockTake = {
  id: 5,
  reference_number: 'ST-000005',
  store: MAIN,
  state: 'open',
  created_at: '2026-11-20T10:00:00Z',
  created_by: 'Mia',
  posted_at: null,
  posted_by: null,
  parts: 0,
  differences: 0,
  lines: [],
  may_change: true,
};
const COUNTED: StockTake = {
  ...TAKE,
  parts: 1,
  differences: 1,
  lines: [
    {
      part: PADS,
      expected: 4,
      counted: 3,
      difference: -1,
      value: -12.5,
      counted_at: '2026-11-20T10:05:00Z',
      counted_by: 'Mia',
    },
  ],
};

const user = userEvent.setup();
let sent: { readonly path: string; readonly body: unknown }[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  const keep = (url: URL, init: RequestInit | undefined, answer: unknown) => {
    if (init?.method !== undefined && init.method !== 'GET') {
      const body = typeof init.body === 'string' ? JSON.parse(init.body) : null;
      sent.push({ path: url.pathname, body });
    }
    return answer;
  };
  const list = (results: readonly unknown[]) => ({
    count: results.length,
    count_is_limit: false,
    results,
  });
  answerCalls({
    '/api/part_orders/8/receipts/': (url, init) => keep(url, init, ORDER),
    '/api/part_orders_proposal/': (url, init) =>
      keep(url, init, { orders: [{ id: 9, reference_number: 'PO-000009' }], without_supplier: [] }),
    '/api/part_orders/8/': () => ORDER,
    '/api/part_orders/': () => list([ORDER]),
    '/api/part_codes/': (url) =>
      url.searchParams.get('code') === '501'
        ? PADS
        : new Response(JSON.stringify({ code: 'x', detail: 'No part has this code.' }), {
            status: 404,
          }),
    '/api/part_stock_takes/5/parts/4/': (url, init) => keep(url, init, COUNTED),
    '/api/part_stock_takes/5/post/': (url, init) =>
      keep(url, init, { ...COUNTED, state: 'posted', may_change: false }),
    '/api/part_stock_takes/5/': () => TAKE,
    '/api/part_stock_takes/': (url, init) =>
      keep(url, init, init?.method === 'POST' ? TAKE : list([])),
    '/api/part_stores/': () => list([MAIN]),
    '/api/part_suppliers/': () => list([{ id: 7, name: 'Hill Parts' }]),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = (address: string, role: 'MANAGER' | 'READONLY' = 'MANAGER') =>
  openScreen(address, testUser({ modules: ['Defect'], role }));

it('receives the open quantity of an order, or another one', async () => {
  await open('/parts/purchase-orders?open=8');
  const received = await screen.findByRole('link', { name: '4' });
  expect(received.closest('td')?.textContent).toBe('4 / 10 sets');
  expect(received.getAttribute('href')).toBe('/parts?list=movements&purchase_order=8&part=4');
  await user.click(screen.getByRole('button', { name: 'Receive' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Receive' }));
  const quantity = dialog.getByLabelText('BP-2210 Brake pads') as HTMLInputElement;
  expect(quantity.value).toBe('6');
  await user.clear(quantity);
  await user.type(quantity, '5');
  await user.type(dialog.getByLabelText('Delivery note'), 'D-77');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    version: 2,
    reason: 'D-77',
    lines: [{ line: 21, quantity: 5 }],
  });
});

it('proposes orders for a store', async () => {
  await open('/parts/purchase-orders');
  await screen.findByText('PO-000008');
  await user.click(screen.getByRole('button', { name: 'Propose orders' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose orders' }));
  await dialog.findByRole('option', { name: 'Main store' });
  await user.selectOptions(dialog.getByLabelText(/^Store/), 'Main store');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(sent[0]?.body).toEqual({ store: 3 }));
});

it('counts a store: a code, its quantity, and the differences once confirmed', async () => {
  await open('/parts/stock-take');
  await user.click(await screen.findByRole('button', { name: 'Main store' }));
  const code = await screen.findByLabelText(/^Barcode/);
  await user.type(code, 'wrong{Enter}');
  expect(await screen.findByText('No part has this code.')).toBeTruthy();
  await user.clear(code);
  await user.type(code, '501{Enter}');
  await user.type(await screen.findByLabelText(/^Quantity/), '3{Enter}');
  const counts = within(await screen.findByRole('table', { name: 'Counts' }));
  expect(await counts.findByText('-1')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Post differences' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Post differences' }));
  expect((await screen.findAllByText('Posted')).length).toBeGreaterThan(0);
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/part_stock_takes/',
    '/api/part_stock_takes/5/parts/4/',
    '/api/part_stock_takes/5/post/',
  ]);
});

it('offers nothing to change to people who may only read', async () => {
  await open('/parts/stock-take', 'READONLY');
  expect(await screen.findByText('No stock-takes yet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Main store' })).toBeNull();
});
