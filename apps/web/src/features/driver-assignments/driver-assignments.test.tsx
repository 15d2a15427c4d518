import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signInTestUser } from '../../test-access.ts';
import { openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { dismiss, toastStore } from '../../ui/toast.ts';

const LIMIT_MS = 20_000;
const BASE = '/api/driver_assignments/';
const paula = { id: 3, first_name: 'Paula', surname: 'Miles' };

const handover = {
  id: 5,
  kind: 'issue',
  happened_at: '2026-11-27T08:00:00Z',
  odometer: 160_934_400,
  odometer_finding: 'lower',
  last_odometer: 169_784_592,
  fill: 75,
  items: [
    { item: 'keys', is_there: true },
    { item: 'fuel_card', is_there: false },
  ],
  damage: 'Scratch on the door',
  remark: '',
  author: 'Ada Hill',
  is_by_driver: false,
  driver_remark: '',
  signed_by: null,
  signed_at: null,
  photographs: [],
};
const row = {
  id: 12,
  vehicle: { id: 7, registration: 'AB12 CDE' },
  driver: paula,
  from: '2026-11-27T08:00:00Z',
  until: null,
  handovers: 1,
  unsigned: 1,
  odometer_findings: 1,
  is_returned_by_driver: false,
};
/** 105,499 miles, a day before the tests begin. */
const reading = {
  odometer: 169_784_592,
  read_at: new Date(Date.now() - 86_400_000).toISOString(),
};
const one = { ...row, handovers: [handover], last_reading: reading };
const returned = {
  ...row,
  id: 13,
  vehicle: { id: 8, registration: 'XY34 ZED' },
  until: '2026-11-27T18:00:00Z',
  unsigned: 0,
  odometer_findings: 0,
  is_returned_by_driver: true,
  handovers: [
    { ...handover, id: 6, kind: 'return', items: [], author: 'Paula Miles', is_by_driver: true },
  ],
  last_reading: null,
};
let sent: { path: string; key: string | null; form: FormData }[] = [];
let failures = 0;
let refusal: object | null = null;

beforeAll(startTestTexts);
beforeEach(() => {
  signInTestUser(testUser().user.id);
  sent = [];
  failures = 0;
  refusal = null;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://localhost');
    const answer = (body: unknown) => new Response(JSON.stringify(body));
    if (init.body instanceof FormData) {
      sent.push({
        path: pathname,
        key: new Headers(init.headers).get('idempotency-key'),
        form: init.body,
      });
      if (failures > 0) {
        failures -= 1;
        throw new TypeError('Failed to fetch');
      }
      if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 400 });
      return answer(pathname.includes('/own/') ? handover : one);
    }
    if (pathname === BASE) {
      return answer({ count: 2, results: [row, { ...returned, handovers: 1 }] });
    }
    if (pathname === `${BASE}12/`) return answer(one);
    if (pathname === `${BASE}13/`) return answer(returned);
    if (pathname === '/api/driver_planning/candidates/') {
      return answer({
        vehicle: row.vehicle,
        last_reading: reading,
        start: reading.read_at,
        end: reading.read_at,
        time_zone: 'UTC',
        candidates: [],
        is_limit: false,
      });
    }
    if (pathname === '/api/overviews/vehicles/7/') return answer(row.vehicle);
    if (pathname === `${BASE}own/`) return answer({ driver: paula, assignments: [one] });
    return new Promise<Response>(() => undefined);
  });
});
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }, { timeout: LIMIT_MS }));

describe('vehicles of drivers', () => {
  it('[U-20] show the hand-over with what is there, and take the vehicle back', async () => {
    await openScreen('/driver-assignments?open=12', testUser({ role: 'MANAGER' }));
    const sheet = await screen.findByRole(
      'heading',
      { name: 'Handed over' },
      { timeout: LIMIT_MS },
    );
    const text = sheet.closest('section')?.textContent ?? '';
    for (const part of ['Not signed', '100,000', '75 %', 'Keys', 'Fuel card', 'Scratch']) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/lower than the last reading of the vehicle \(105,499/);
    expect(screen.getByRole('row', { name: /AB12 CDE.*Check odometer/ })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Report a defect' }).getAttribute('href')).toBe(
      '/defects?open=new&vehicle=7',
    );
    await press('Take back');
    const dialog = within(await screen.findByRole('dialog', { name: 'Take back' }));
    await userEvent.type(dialog.getByLabelText(/^Fuel or charge/), '120');
    await userEvent.click(dialog.getByRole('button', { name: 'Take back' }));
    await dialog.findByText('Enter a whole number from 0 to 100.');
    expect(sent).toEqual([]);
    await userEvent.clear(dialog.getByLabelText(/^Fuel or charge/));
    await userEvent.type(dialog.getByLabelText(/^Fuel or charge/), '20');
    await userEvent.type(dialog.getByLabelText(/^Odometer/), '100500');
    await userEvent.click(dialog.getByLabelText('Fuel card'));
    await userEvent.click(dialog.getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    const { form, path } = sent[0] as (typeof sent)[number];
    expect(path).toBe(`${BASE}12/return/`);
    expect([form.get('fill'), form.get('odometer')]).toEqual(['20', '161704500']);
    expect(JSON.parse(String(form.get('items')))).toContainEqual({
      item: 'fuel_card',
      is_there: false,
    });
  });
});

describe('the odometer of a hand-over', () => {
  const lower = /lower than the last reading of the vehicle \(105,499 mi\)/;
  const higher = /higher than the vehicle can have covered since its last reading \(105,499 mi\)/;

  it.each([
    ['Hand over a vehicle', '/driver-assignments?open=new&vehicle=7', null, 'MANAGER'],
    ['Take back', '/driver-assignments?open=12', 'Take back', 'MANAGER'],
    ['Return vehicle', '/driver-assignments/own', 'Return vehicle', 'DRIVER'],
  ] as const)(
    '[U-20] is compared with the last reading while it is typed: %s',
    async (_name, path, button, role) => {
      await openScreen(path, testUser(role === 'DRIVER' ? { role, modules: [] } : { role }));
      if (button !== null) await press(button);
      const hint = await screen.findByText(
        /^Last reading: 105,499 mi, /,
        {},
        { timeout: LIMIT_MS },
      );
      const field = within(hint.parentElement as HTMLElement).getByLabelText(/^Odometer/);
      expect(field.getAttribute('aria-describedby')?.split(' ')).toContain(hint.id);
      const type = async (value: string) => {
        await userEvent.clear(field);
        await userEvent.type(field, value);
      };
      const status = within(hint.parentElement?.parentElement as HTMLElement).getByRole('status');
      await type('105400');
      // The first digits alone are lower, so nothing is announced before a pause.
      expect(status.textContent).toBe('');
      await within(status).findByText(lower);
      expect(status.textContent).toContain('Check odometer');
      await type('115499');
      await within(status).findByText(higher);
      await type('105600');
      await waitFor(() => expect(status.textContent).toBe(''));
      expect(field.getAttribute('aria-invalid')).toBe('false');
    },
  );

  it('[U-20] that contradicts the last reading is sent all the same', async () => {
    await openScreen('/driver-assignments/own', testUser({ role: 'DRIVER', modules: [] }));
    await press('Return vehicle');
    const dialog = within(await screen.findByRole('dialog', { name: 'Return vehicle' }));
    await userEvent.type(dialog.getByLabelText(/^Odometer/), '105400');
    await dialog.findByText(lower);
    await userEvent.click(dialog.getByRole('button', { name: 'Return vehicle' }));
    await waitFor(() => expect(sent[0]?.form.get('odometer')).toBe('169588600'));
  });
});

it('[U-20] vehicles that drivers returned say so in the list and the details', async () => {
  await openScreen('/driver-assignments?open=13', testUser({ role: 'MANAGER' }));
  const heading = { name: 'Returned by the driver' };
  const sheet = await screen.findByRole('heading', heading, { timeout: LIMIT_MS });
  expect(sheet.closest('section')?.textContent).toContain('Paula Miles');
  expect(screen.getByRole('row', { name: /XY34 ZED.*Returned by the driver/ })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /AB12 CDE.*Returned by the driver/ })).toBeNull();
});

describe('my vehicles', () => {
  it('[U-20] are signed with a remark; a signature that does not arrive is sent again once', async () => {
    await openScreen('/driver-assignments/own', testUser({ role: 'DRIVER', modules: [] }));
    await screen.findByText('Scratch on the door', {}, { timeout: LIMIT_MS });
    expect(screen.queryByRole('button', { name: 'Save comment' })).toBeNull();
    const remark = screen.getByLabelText<HTMLTextAreaElement>(/comment/i);
    await userEvent.type(remark, 'The mirror, too');
    failures = 1;
    await press('Sign');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(remark.value).toBe('The mirror, too');
    await press('Sign');
    await waitFor(() => expect(sent).toHaveLength(2));
    const [first, second] = sent;
    expect(second?.key).toBe(first?.key);
    expect(second?.form.get('remark')).toBe('The mirror, too');
    expect(String(second?.form.get('signed_by'))).not.toBe('');
  });

  it('[U-20] show why photographs are refused beside them, and ask before a remark is lost', async () => {
    await openScreen('/driver-assignments/own', testUser({ role: 'DRIVER', modules: [] }));
    await screen.findByText('Scratch on the door', {}, { timeout: LIMIT_MS });
    await userEvent.type(screen.getByLabelText(/comment/i), 'The mirror, too');
    refusal = { detail: 'Field(s) are invalid', errors: { photos: ['This is not a photograph.'] } };
    await press('Sign');
    const alert = await screen.findByText('This is not a photograph.');
    expect(alert.className).toContain('field-fault');
    expect(toastStore.get()).toEqual([]);
    await userEvent.click(screen.getAllByRole('link', { name: 'Home' })[0] as HTMLElement);
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/comment/i).value).toBe('The mirror, too');
  });

  it('[U-20] are returned with their state and a signature; sent again, it is one return', async () => {
    await openScreen('/driver-assignments/own', testUser({ role: 'DRIVER', modules: [] }));
    await press('Return vehicle');
    const dialog = within(await screen.findByRole('dialog', { name: 'Return vehicle' }));
    expect(dialog.queryByLabelText('Fuel card')).toBeNull();
    const name = dialog.getByLabelText(/name/i);
    await userEvent.clear(name);
    await userEvent.type(dialog.getByLabelText(/^Odometer/), '100500');
    await userEvent.type(dialog.getByLabelText(/^Remark/), 'Parked at gate 2');
    const save = dialog.getByRole('button', { name: 'Return vehicle' });
    await userEvent.click(save);
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(sent).toEqual([]);
    await userEvent.type(name, 'Paula Miles');
    failures = 1;
    await userEvent.click(save);
    await waitFor(() => expect(sent).toHaveLength(1));
    await userEvent.click(save);
    await waitFor(() => expect(sent).toHaveLength(2));
    const [first, second] = sent;
    expect([second?.path, second?.key]).toEqual([`${BASE}own/12/return/`, first?.key]);
    expect(Object.fromEntries(second?.form ?? [])).toEqual({
      odometer: '161704500',
      remark: 'Parked at gate 2',
      signed_by: 'Paula Miles',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
