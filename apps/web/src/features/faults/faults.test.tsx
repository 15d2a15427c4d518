import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import type { Fault, FaultRow, ThreadStep } from './faults.ts';

const ROW: FaultRow = {
  id: 7,
  vehicle: { id: 5, registration: 'N2 BBB' },
  depot: { id: 2, name: 'North' },
  kind: 'troubleCode',
  key: 'P0301',
  title: 'P0301: Misfire in cylinder 1',
  severity: 'major',
  state: 'open',
  first_seen: '2026-05-01T06:00:00Z',
  last_seen: '2026-05-02T06:00:00Z',
  occurrences: 3,
  ended_at: null,
  end_reason: null,
  is_asked: true,
  defect: null,
};
const step = (name: ThreadStep['step'], changed: Partial<ThreadStep> = {}): ThreadStep => ({
  step: name,
  at: '2026-05-01T06:00:00Z',
  by: '',
  note: '',
  record: null,
  figure: null,
  ...changed,
});
const DEFECT = { kind: 'defect', id: 31, reference_number: 'DEF-000031' } as const;
const FAULT: Fault = {
  ...ROW,
  customer: 1,
  explanation: 'Engine: ignition and misfire',
  is_maker_specific: false,
  pressure: null,
  steps: [
    step('earlier', { note: 'repaired', record: { kind: 'fault', id: 6, reference_number: '' } }),
    step('seen'),
    step('seen_again', { note: '3' }),
    step('defect_reported', { by: 'Ann', record: DEFECT }),
    step('inspected', { by: 'Ida', note: 'Coil is cracked' }),
    step('figure', { at: null, record: DEFECT, figure: { measure: 'M4', is_passed: false } }),
  ],
  next: ['defect', 'order', 'note', 'close'],
  version: 4,
};
const RULES = [{ kind: 'camera', severity: 'advisory', action: 'ask' }];

const user = userEvent.setup();
let sent: unknown[];
let asked: string[];

beforeAll(startTestTexts);
afterEach(cleanup);
beforeEach(() => {
  localStorage.clear();
  [sent, asked] = [[], []];
  const keep = (init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return FAULT;
  };
  answerCalls({
    '/api/faults/7/defect/': (_url, init) => keep(init),
    '/api/faults/7/notes/': (_url, init) => keep(init),
    '/api/faults/7/': () => FAULT,
    '/api/faults/': (url) => {
      asked.push(String(url));
      return { count: 1, results: [ROW] };
    },
    '/api/fault_settings/': (_url, init) => {
      if (init?.method === 'PUT') keep(init);
      return { rules: RULES, may_change: true };
    },
    '/vehicle-file/api/depots/': () => [],
  });
});

const MANAGER = testUser({ modules: ['Defect'] });

it('[W-01] The list of faults filters, and its settings say what happens with new ones', async () => {
  await openScreen('/faults', MANAGER);
  const cell = await screen.findByText('P0301: Misfire in cylinder 1');
  expect(
    within(cell.closest('tr') ?? document.body).getByText('Asked in the next check'),
  ).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('State'), 'open');
  await screen.findByText('P0301: Misfire in cylinder 1');
  expect(asked.at(-1)).toContain('state=open');
  await user.click(screen.getByRole('button', { name: 'Fault settings' }));
  const dialog = await screen.findByRole('dialog');
  await user.selectOptions(within(dialog).getByLabelText('Advisory'), 'defect');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(sent).toEqual([{ rules: [{ kind: 'camera', severity: 'advisory', action: 'defect' }] }]);
});

it('[W-01] The thread of a fault shows its steps with their records, and what can follow', async () => {
  await openScreen('/faults?open=7', MANAGER);
  const defect = await screen.findAllByRole('link', { name: 'DEF-000031' });
  expect(defect[0]?.getAttribute('href')).toContain('/defects?open=31');
  const steps = within(screen.getByRole('list', { name: 'Thread' })).getAllByRole('listitem');
  expect(steps.map((one) => one.querySelector('strong')?.textContent)).toEqual([
    'Reported before, and ended',
    'First reported',
    'Last reported',
    'Defect reported',
    'Answered at the inspection',
    'Earned recognition M4',
  ]);
  expect(screen.getByText('Reported 3 times')).toBeTruthy();
  expect(screen.getByText('Repaired')).toBeTruthy();
  expect(screen.getByText('Coil is cracked')).toBeTruthy();
  const before = screen.getByRole('link', { name: 'Fault' });
  expect(before.getAttribute('href')).toContain('/faults?open=6');
  expect(screen.getByText('Counts when the defect is signed off or overdue')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Take off the road' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Report defect' }));
  const dialog = await screen.findByRole('dialog', { name: 'Report defect' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(sent).toEqual([
    { finding: 'P0301: Misfire in cylinder 1', severity: 'major', version: 4 },
  ]);
});
