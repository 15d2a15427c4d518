import { DEFAULT_BRAKE_LIMITS } from '@roadworthy/domain';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

const LIMIT_MS = 20_000;

const due = {
  state: 'overdue',
  due_on: '2026-10-18',
  last_tested_at: '2026-07-15T09:00:00Z',
  counted: 3,
  required: 4,
  statements: [
    { code: 'test_late', reference: 'GMR 5.3a', params: { weeks: 13 } },
    { code: 'too_few', reference: 'GMR 5.3a', params: { counted: 3, required: 4 } },
  ],
};
const row = {
  id: 8,
  registration: 'BR4 KES',
  type: 'STR',
  depot: null,
  category: 'goods',
  regime: 'roller',
  ...due,
};
const brakes = {
  vehicle: { id: 8, registration: 'BR4 KES' },
  category: 'goods',
  ...due,
  quarters: [
    { start: '2025-11-27T00:00:00Z', end: '2026-02-26T00:00:00Z', tests: 1 },
    { start: '2026-02-26T00:00:00Z', end: '2026-05-28T00:00:00Z', tests: 1 },
    { start: '2026-05-28T00:00:00Z', end: '2026-08-27T00:00:00Z', tests: 1 },
    { start: '2026-08-27T00:00:00Z', end: '2026-11-26T00:00:00Z', tests: 0 },
  ],
  interval: {
    weeks: 6,
    reasons: [{ code: 'age', weeks: 6 }],
    due: { year: 2026, week: 50, first_day: '2026-12-07', last_day: '2026-12-13' },
    state: 'in_order',
  },
  plan: {
    category: null,
    regime: 'roller',
    assessment: '',
    assessed_by: '',
    review_on: null,
    licence_weeks: 6,
    use: null,
    version: 2,
  },
  tests: [],
  limits: DEFAULT_BRAKE_LIMITS,
};

let sent: { path: string; body: Record<string, unknown> }[] = [];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  const store = (url: URL, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body)) as Record<string, unknown>;
    sent.push({ path: url.pathname, body });
    return brakes;
  };
  answerCalls({
    '/api/brake_tests/vehicles/': () => ({ count: 1, results: [row] }),
    '/api/brake_tests/vehicles/8/': () => brakes,
    '/api/brake_tests/vehicles/8/tests/': store,
    '/api/brake_tests/vehicles/8/plan/': store,
    '/api/inspectors/': () => ({
      count: 1,
      results: [
        {
          id: 1,
          name: 'R. Kaur',
          qualification: 'IRTEC',
          valid_until: '2026-01-01',
          is_expired: true,
          is_archived: false,
          version: 1,
        },
      ],
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Opens the panel of the vehicle in the list. */
async function openVehicle(user: ReturnType<typeof userEvent.setup>) {
  await openScreen('/inspections?list=brakes');
  await user.click(await screen.findByRole('button', { name: 'BR4 KES' }));
  await screen.findByText('What is due');
}

async function openTestDialog(user: ReturnType<typeof userEvent.setup>) {
  await openVehicle(user);
  await user.click(screen.getByRole('button', { name: 'Record brake test' }));
  return within(await screen.findByRole('dialog', { name: /Record brake test/ }));
}

describe('brake tests', () => {
  it('[U-16] says what is due of a vehicle, by when and why', { timeout: LIMIT_MS }, async () => {
    const user = userEvent.setup();
    await openVehicle(user);
    expect(screen.getByText(/3 of 4 tests of the last 52 weeks are recorded/)).toBeDefined();
    expect(screen.getAllByText(/Guide to maintaining roadworthiness, 5.3a/)).toHaveLength(2);
    expect(screen.getByText(/12 years old or older: at most 6 weeks/)).toBeDefined();
    expect(screen.getByText(/week 50 of 2026/)).toBeDefined();
    expect(screen.getAllByText('No test')).toHaveLength(1);
  });

  it('asks for the method first, shows the result at once, and sends what the method needs', {
    timeout: LIMIT_MS,
  }, async () => {
    const user = userEvent.setup();
    const dialog = await openTestDialog(user);
    expect(dialog.queryByLabelText('Service brake (%)')).toBeNull();
    await user.selectOptions(dialog.getByRole('combobox', { name: /Method/ }), 'laden_roller');
    const result = within(dialog.getByRole('status', { name: 'Result' }));
    expect(result.getByText('Incomplete')).toBeDefined();
    await user.type(dialog.getByLabelText(/^Load/), '80');
    await user.type(dialog.getByLabelText('Service brake (%)'), '48');
    await user.type(dialog.getByLabelText('Secondary brake (%)'), '30');
    await user.type(dialog.getByLabelText('Parking brake (%)'), '20');
    expect(result.getByText('Insufficient')).toBeDefined();
    expect(result.getByText('The service brake is below its limit.')).toBeDefined();
    await user.clear(dialog.getByLabelText('Service brake (%)'));
    await user.type(dialog.getByLabelText('Service brake (%)'), '58');
    expect(result.getByText('Sufficient')).toBeDefined();
    await user.type(dialog.getByLabelText(/^Tested by/), 'R. Kaur');
    expect(dialog.getByText(/has expired/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      method: 'laden_roller',
      load: 80,
      service: 58,
      secondary: 30,
      parking: 20,
      axles: [],
      tester: 'R. Kaur',
    });
  });

  it('takes temperatures of a decelerometer test, and no parking brake', {
    timeout: LIMIT_MS,
  }, async () => {
    const user = userEvent.setup();
    const dialog = await openTestDialog(user);
    await user.selectOptions(dialog.getByRole('combobox', { name: /Method/ }), 'decelerometer');
    expect(dialog.queryByLabelText('Parking brake (%)')).toBeNull();
    await user.type(dialog.getByLabelText('Service brake (%)'), '55');
    await user.click(dialog.getByRole('button', { name: 'Add axle' }));
    for (const [label, text] of [
      ['Before, left (°C)', '20'],
      ['Before, right (°C)', '20'],
      ['After, left (°C)', '22'],
      ['After, right (°C)', '90'],
    ] as const) {
      await user.type(dialog.getByLabelText(label), text);
    }
    const result = within(dialog.getByRole('status', { name: 'Result' }));
    expect(result.getByText('A brake stayed cold: it may not work.')).toBeDefined();
    expect(result.getByText(/name of a competent person is missing/)).toBeDefined();
  });

  it('changes the rule of a vehicle with its version', { timeout: LIMIT_MS }, async () => {
    const user = userEvent.setup();
    await openVehicle(user);
    await user.click(screen.getByRole('button', { name: 'Change rule and interval' }));
    const dialog = within(await screen.findByRole('dialog', { name: /Rule and interval/ }));
    await user.selectOptions(dialog.getByRole('combobox', { name: /^Rule/ }), 'risk_assessment');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(sent).toEqual([]);
    await user.type(dialog.getByLabelText(/^Risk assessment/), 'Fixed plant');
    await user.type(dialog.getByLabelText(/^Assessed by/), 'R. Kaur');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toMatchObject({
      regime: 'risk_assessment',
      assessment: 'Fixed plant',
      licence_weeks: 6,
      review_on: null,
      version: 2,
    });
  });
});
