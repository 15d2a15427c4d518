import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { SessionContext } from '../../session/context.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { entriesOf } from '../../ui/field/entries.ts';
import { hoursText, minuteOf, newRule, timeOf } from './rule-fields.ts';
import { RuleForm } from './rule-form.tsx';
import type { RuleBody } from './use-alerts.ts';

const types = [
  { eventCode: 41, name: 'Harsh Braking', group: 'behaviour' as const },
  { eventCode: 50, name: 'Panic Button', group: 'safety' as const },
];
let saved: RuleBody[] = [];
let previewed: Partial<RuleBody>[] = [];
let refusal: ApiError | null = null;

beforeAll(startTestTexts);
beforeEach(() => {
  saved = [];
  refusal = null;
  previewed = [];
  vi.stubGlobal('fetch', async (url: string, options: RequestInit = {}) => {
    if (!url.endsWith('/preview/')) {
      return new Response(JSON.stringify({ count: 0, vehicle_groups: [], results: [] }));
    }
    previewed.push(JSON.parse(String(options.body)));
    const days = [0, 2, 0, 0, 5, 7, 0].map((count, n) => ({ date: `2026-11-1${n}`, count }));
    return new Response(JSON.stringify({ count: 14, count_is_limit: false, vehicles: 3, days }));
  });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const session = { current: testUser(), records: [], update: () => undefined };
  render(
    <SessionContext value={session}>
      <QueryClientProvider client={new QueryClient()}>
        <RuleForm
          rule={newRule(testUser())}
          secret={null}
          title="New rule"
          types={types}
          onSave={async (body) => {
            if (refusal !== null) throw refusal;
            saved.push(body);
          }}
          onClose={() => undefined}
        />
      </QueryClientProvider>
    </SessionContext>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

async function chooseAllEvents() {
  await userEvent.click(screen.getByRole('button', { name: /^Event types/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
  await userEvent.keyboard('{Escape}');
}

describe('the form of an alert rule', () => {
  it('[E-P03] shows required-field errors next to the fields and saves nothing', async () => {
    await userEvent.click(screen.getByLabelText('Notify in the app'));
    await save();
    for (const text of [
      'Enter a name of at least 2 characters',
      'Please choose an event type',
      'Choose at least one notification method',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(saved).toEqual([]);
  });

  it('[E-P03] saves the selected values', async () => {
    await userEvent.type(screen.getByLabelText('Name'), ' Night watch ');
    await chooseAllEvents();
    await userEvent.click(screen.getByLabelText('Sun'));
    await userEvent.type(screen.getByLabelText('E-mail addresses'), 'a@b.example; c@d.example');
    await userEvent.type(screen.getByLabelText('Webhook address'), 'https://hook.example/x');
    await save();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      name: 'Night watch',
      event_codes: [41, 50],
      weekdays: [1, 2, 3, 4, 5, 6],
      from_minute: 0,
      until_minute: 1440,
      emails: ['a@b.example', 'c@d.example'],
      webhook_url: 'https://hook.example/x',
    });
  });

  it('[E-P03] fills the conditions from a template, says them in words, and previews them', async () => {
    await userEvent.selectOptions(screen.getByLabelText('Template'), 'Harsh driving');
    const summary = await screen.findByRole('region', { name: 'Summary' });
    expect(summary.textContent).toContain('Raises an information alert for: Harsh Braking.');
    expect(summary.textContent).toContain('It applies to all vehicles.');
    await within(summary).findByText(
      'Would have raised 14 alerts in the last 7 days (vehicles: 3).',
    );
    expect(previewed.at(-1)).toMatchObject({ event_codes: [40, 41, 42], vehicles: [] });
    expect(previewed.at(-1)).not.toHaveProperty('emails');
    await userEvent.type(screen.getByLabelText('Minimum speed (mph)'), '70');
    expect(summary.textContent).toContain('Only at 70 mph or more.');
    await userEvent.type(screen.getByLabelText('Minimum duration (minutes)'), '15');
    expect(summary.textContent).toContain('Only after 15 minutes.');
    await save();
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatchObject({
      name: 'Harsh driving',
      template: 'harsh_driving',
      severity: 'information',
      event_codes: [40, 41, 42],
      min_duration_s: 900,
    });
    expect(saved[0]?.min_speed_kmh).toBeCloseTo(112.6, 1);
  });

  it('[E-P03] says that a rule without a selection is for all vehicles, everywhere', () => {
    for (const name of ['Vehicles: All vehicles', 'Depots: All depots']) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
  });

  it('[E-P03] shows a server error next to its field', async () => {
    const errors = { name: ['There is a rule with this name already'] };
    refusal = new ApiError(409, 'Conflict', { detail: 'taken', errors });
    await userEvent.type(screen.getByLabelText('Name'), 'Twice');
    await chooseAllEvents();
    await save();
    expect(await screen.findByText('There is a rule with this name already')).toBeTruthy();
  });
});

describe('hours and addresses of a rule', () => {
  it('[E-P03] read and write minutes after midnight', () => {
    expect([timeOf(0), timeOf(485), timeOf(1440)]).toEqual(['00:00', '08:05', '00:00']);
    expect([minuteOf('00:00'), minuteOf('08:05')]).toEqual([0, 485]);
    expect(entriesOf(' a@b.c,\nd@e.f ;')).toEqual(['a@b.c', 'd@e.f']);
  });

  it('[E-P03] describe when a rule applies', () => {
    const t = ((key: string) => key) as never;
    const days = { weekdays: [2, 1], from_minute: 480, until_minute: 1020 };
    expect(hoursText(days, t)).toBe('alerts.day.1, alerts.day.2 08:00–17:00');
    const whole = { weekdays: [1, 2, 3, 4, 5, 6, 7], from_minute: 0, until_minute: 1440 };
    expect(hoursText(whole, t)).toBe('alerts.always');
  });
});
