import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { HARSH_BRAKING } from '../../../test-event.ts';
import { answerCalls, openScreen, searchOf } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';

const review = {
  state: 'new',
  dismissal_reason: null,
  assignee: null,
  due_on: null,
  for_coaching: false,
  notes: 0,
  changed_by: null,
  changed_at: null,
  version: 0,
};
const event = { ...HARSH_BRAKING, id: 7, severity: 'medium' };
const second = { ...event, id: 8, timestamp: '2026-11-20T07:00:00Z' };
const range = { start_date: '2026-11-01', end_date: '2026-11-20' };
const FIGURES = {
  to_review: { count: 6, ...range },
  overdue: { count: 2, ...range },
  mine: { count: 1, ...range },
  reviewed: 12,
  reviewed_in: { start_date: '2025-11-21', end_date: '2026-11-20', since: '2026-11-14' },
  rated_in: { start_date: '2026-08-23', end_date: '2026-11-20' },
  false_alarms: {
    by_type: [{ name: 'Harsh Braking', eventCode: 41, reviewed: 8, false_alarms: 2 }],
    by_vehicle: [{ vehicle: event.vehicle, devices: ['FMB920'], reviewed: 8, false_alarms: 2 }],
  },
};
const URL_OF_EVENT = '/events/activity?vehicleId=11&startDate=2026-11-20&eventId=7';

let sent: unknown[];
let outcome: 'changed' | 'conflict';
let stored: Omit<typeof review, 'assignee'> & { assignee: object | null };
let asked: URL[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  sent = [];
  outcome = 'changed';
  stored = review;
  asked = answerCalls({
    '/api/event_types/': () => [
      { name: 'Ignition On', eventCode: 4, group: 'ignition' },
      { name: 'Harsh Braking', eventCode: 41, group: 'behaviour' },
    ],
    '/api/vehicles_group_list/': () => ({ count: 0, vehicle_groups: [] }),
    '/api/events/': () => ({
      count: 2,
      count_is_limit: false,
      results: [
        { ...event, review: stored },
        { ...second, review },
      ],
    }),
    '/api/events/review_figures/': () => FIGURES,
    '/api/events/7/reviewers/': () => [{ id: 9, name: 'Robin Reviewer' }],
    '/api/events/8/reviewers/': () => [{ id: 9, name: 'Robin Reviewer' }],
    '/api/events/reviews/': (_url, init) => {
      const body = JSON.parse(String(init?.body));
      sent.push(body);
      const { events, assignee = null, ...change } = body;
      const person = assignee === null ? null : { id: assignee, name: 'Robin Reviewer' };
      stored = { ...stored, ...change, assignee: person, version: stored.version + 1 };
      const results = events.map(({ id }: { id: number }) => ({
        id,
        outcome,
        review: stored,
      }));
      return { results };
    },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('changes the state of an event, and undoes it', async () => {
  await openScreen(URL_OF_EVENT);
  await userEvent.click(await screen.findByRole('button', { name: 'Mark as reviewed' }));
  const panel = screen.getByRole('region', { name: 'Review' });
  expect(await within(panel).findByText('Reviewed')).toBeDefined();
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await within(panel).findByText('New')).toBeDefined();
  expect(sent).toEqual([
    { events: [{ id: 7, version: 0 }], state: 'reviewed' },
    { events: [{ id: 7, version: 1 }], state: 'new' },
  ]);
});

it('says if another person was faster', async () => {
  outcome = 'conflict';
  await openScreen(URL_OF_EVENT);
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
  expect(await screen.findByText(/Another person changed this review/)).toBeDefined();
});

it('filters by state and severity', async () => {
  await openScreen(URL_OF_EVENT);
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'State' }), 'new');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Severity' }), 'medium');
  await waitFor(() => {
    const query = asked.filter(({ pathname }) => pathname === '/api/events/').at(-1)?.searchParams;
    expect([query?.get('state'), query?.get('severity')]).toEqual(['new', 'medium']);
  });
});

it('changes all selected events at once, and undoes it', async () => {
  await openScreen(URL_OF_EVENT);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose all on this page' }));
  const bar = within(screen.getByRole('region', { name: '2 events selected' }));
  await userEvent.click(bar.getByRole('button', { name: 'Mark as coached' }));
  expect(await screen.findByText('2 events changed')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(sent).toEqual([
      {
        events: [
          { id: 7, version: 0 },
          { id: 8, version: 0 },
        ],
        state: 'coached',
      },
      {
        events: [
          { id: 7, version: 1 },
          { id: 8, version: 1 },
        ],
        state: 'new',
      },
    ]),
  );
});

it('assigns an event to another person, and sets its due date', async () => {
  await openScreen(URL_OF_EVENT);
  const panel = within(await screen.findByRole('region', { name: 'Review' }));
  await panel.findByRole('option', { name: 'Robin Reviewer' });
  await userEvent.selectOptions(panel.getByLabelText('Assigned to'), 'Robin Reviewer');
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.type(panel.getByLabelText('Due'), '30/11/2026{Enter}');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([{ assignee: 9 }, { due_on: '2026-11-30' }]);
});

it('is worked through by keyboard', async () => {
  await openScreen('/events/activity?vehicleId=11&startDate=2026-11-20');
  await screen.findByRole('checkbox', { name: 'Choose all on this page' });
  await userEvent.keyboard('jj');
  await waitFor(() => expect(window.location.search).toContain('eventId=8'));
  await userEvent.keyboard('k');
  await waitFor(() => expect(window.location.search).toContain('eventId=7'));
  await userEvent.keyboard('r');
  await waitFor(() => expect(sent).toHaveLength(1));
  await userEvent.keyboard('z');
  await waitFor(() => expect(sent).toHaveLength(2));
  await userEvent.keyboard('d');
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Reason' }));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toMatchObject([
    { state: 'reviewed' },
    { state: 'new' },
    { state: 'dismissed', dismissal_reason: 'false_alarm' },
  ]);
});

it('shows what waits, and filters the list by it', async () => {
  await openScreen(URL_OF_EVENT);
  const figures = within(await screen.findByRole('list', { name: 'Review' }));
  await userEvent.click(figures.getByRole('button', { name: 'To review, 7 days 6' }));
  await waitFor(() => {
    const query = asked.filter(({ pathname }) => pathname === '/api/events/').at(-1)?.searchParams;
    expect(query?.getAll('severity')).toEqual(['high', 'critical']);
    expect(query?.get('state')).toBe('new');
  });
  expect(window.location.search).toContain('startDate=2026-11-01&endDate=2026-11-20');
});

it('shows the rate of false alarms by type and by vehicle with its devices', async () => {
  await openScreen(URL_OF_EVENT);
  await userEvent.click(await screen.findByRole('button', { name: 'False alarms' }));
  const byType = await screen.findByRole('table', { name: 'By type of event' });
  const rowOf = (table: HTMLElement) => within(table).getAllByRole('row')[1]?.textContent;
  expect(rowOf(byType)).toBe('Harsh Braking8225%');
  const byVehicle = screen.getByRole('table', { name: 'By vehicle and device' });
  expect(rowOf(byVehicle)).toBe('AB11 CARFMB9208225%');
  const days = { startDate: '2026-08-23', endDate: '2026-11-20' };
  const link = (table: HTMLElement, name: string) =>
    searchOf(within(table).getByRole('link', { name }));
  const done = { ...days, vehicleId: 'all', event: '41', state: 'done' };
  expect(link(byType, 'Reviewed, Harsh Braking: 8')).toEqual(done);
  const wrong = { ...done, reason: 'false_alarm' };
  expect(link(byType, 'False alarms, Harsh Braking: 2')).toEqual(wrong);
  expect(link(byType, 'Rate (opens False alarms), Harsh Braking: 25%')).toEqual(wrong);
  const ofVehicle = { ...done, vehicleId: '11', event: 'all' };
  expect(link(byVehicle, 'Reviewed, AB11 CAR: 8')).toEqual(ofVehicle);
  await userEvent.click(within(byType).getByRole('link', { name: /^False alarms/ }));
  await waitFor(() => {
    const query = lastQuery();
    expect(query?.getAll('state')).toEqual(['reviewed', 'coached', 'dismissed']);
    expect([query?.get('dismissal_reason'), query?.get('event')]).toEqual(['false_alarm', '41']);
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  window.history.back();
  expect(await screen.findByRole('dialog', { name: /False alarms/ })).toBeDefined();
});

const lastQuery = () =>
  asked.filter(({ pathname }) => pathname === '/api/events/').at(-1)?.searchParams;

it('opens the events that were reviewed, also of types that are not chosen by default', async () => {
  await openScreen(URL_OF_EVENT);
  const figures = within(await screen.findByRole('list', { name: 'Review' }));
  await userEvent.click(figures.getByRole('button', { name: 'Reviewed, 7 days 12' }));
  await waitFor(() => {
    const query = lastQuery();
    expect(query?.getAll('state')).toEqual(['reviewed', 'coached', 'dismissed']);
    expect([query?.get('reviewed_since'), query?.getAll('event')]).toEqual([
      '2026-11-14',
      ['4', '41'],
    ]);
  });
  await userEvent.click(
    await screen.findByRole('button', { name: 'Remove filter: Reviewed since 14/11/26' }),
  );
  await waitFor(() => expect(lastQuery()?.has('reviewed_since')).toBe(false));
});

it('opens the events of an exact range that a figure counts', async () => {
  await openScreen(
    '/events/activity?vehicleId=all&driverId=4&from=2026-05-05T09:00:00Z&to=2026-06-02T09:00:00Z&counted=effect',
  );
  await waitFor(() => {
    const query = lastQuery();
    expect([query?.get('start'), query?.get('end'), query?.get('counted')]).toEqual([
      '2026-05-05T09:00:00Z',
      '2026-06-02T09:00:00Z',
      'effect',
    ]);
  });
  const clear = await screen.findByRole('button', { name: /^Remove filter: 05\/05\/26/ });
  await userEvent.click(clear);
  await waitFor(() => expect(lastQuery()?.get('start')).not.toBe('2026-05-05T09:00:00Z'));
});
