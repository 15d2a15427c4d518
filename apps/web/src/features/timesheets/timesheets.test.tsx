import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { hoursText } from '../tracking/tracking-hours.ts';
import { partsOf } from './timesheets-course.tsx';
import type { TimesheetDay } from './use-timesheet.ts';

const rest = (date: string): TimesheetDay => ({
  date,
  week: 47,
  first_start: null,
  last_stop: null,
  in_progress: false,
  driving_time: 0,
  idle_time: 0,
  stopped_time: 0,
  distance: 0,
  trips: 0,
  breaks: [],
  vehicle: null,
  driver: null,
});
const worked: TimesheetDay = {
  ...rest('2026-11-17'),
  first_start: '2026-11-17T06:30:00Z',
  last_stop: '2026-11-17T15:10:00Z',
  driving_time: 27_720,
  idle_time: 600,
  stopped_time: 2880,
  distance: 160_900,
  trips: 4,
  breaks: [{ start: '2026-11-17T10:00:00Z', end: '2026-11-17T10:48:00Z' }],
  vehicle: { id: 11, registration: 'AB11 CAR' },
  driver: { id: 5, first_name: 'Jo', surname: 'Hart' },
};
const sheet = {
  count: 7,
  results: [
    rest('2026-11-16'),
    worked,
    ...['18', '19', '20', '21', '22'].map((day) => rest(`2026-11-${day}`)),
  ],
  totals: {
    driving_time: 27_720,
    idle_time: 600,
    stopped_time: 2880,
    distance: 160_900,
    trips: 4,
  },
};

let asked: URL[];
const last = (path: string) => asked.filter(({ pathname }) => pathname === path).at(-1);

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  asked = answerCalls({
    '/api/vehicles_group_list/': () => ({
      count: 1,
      vehicle_groups: [
        {
          id: 1,
          name: 'Leeds',
          vehicles: [
            { id: 11, registration: 'AB11 CAR', type: 'CAR' },
            { id: 12, registration: 'AB12 VAN', type: 'VAN' },
          ],
        },
      ],
    }),
    '/api/vehicle/timesheet/': () => sheet,
    '/api/vehicle/driver_id_timesheet/': () => sheet,
    '/api/vehicle/driver_id_timesheet/drivers/': () => ({
      count: 1,
      results: [{ id: 5, first_name: 'Jo', surname: 'Hart' }],
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const cellsOf = (row: HTMLElement | undefined) =>
  [...(row?.children ?? [])].map((cell) => cell.textContent);

describe('timesheets', () => {
  it('[M-12] [M-14] [M-P09] shows a week of a vehicle: one row per day, and its totals', async () => {
    await openScreen('/telematics/timesheets');
    const table = within(await screen.findByRole('table', { name: 'Days of the week' }));
    await table.findByText('Jo Hart');
    const rows = table.getAllByRole('row');
    expect(rows).toHaveLength(1 + 7 + 1);
    expect(cellsOf(rows[2])).toEqual([
      'Tue 17/11/26',
      'On the road from 06:30 to 15:10, 1 break',
      '06:30',
      '15:10',
      '7:42',
      '0:10',
      '0:48',
      '100.0 mi',
      '4',
      'Jo Hart',
    ]);
    expect(cellsOf(rows[8]).slice(4, 9)).toEqual(['7:42', '0:10', '0:48', '100.0 mi', '4']);
    const query = last('/api/vehicle/timesheet/')?.searchParams;
    expect([query?.get('vehicle'), query?.get('start'), query?.get('end')]).toEqual([
      '11',
      '2026-11-16T00:00:00Z',
      '2026-11-23T00:00:00Z',
    ]);
  });

  it('[M-15] shows a week of a driver, by the driver’s id', async () => {
    await openScreen('/telematics/timesheets?by=driver');
    expect(await screen.findByText('Choose a driver')).toBeTruthy();
    await userEvent.click(await screen.findByRole('button', { name: 'Jo Hart' }));
    await waitFor(() =>
      expect(last('/api/vehicle/driver_id_timesheet/')?.searchParams.get('driver_id')).toBe('5'),
    );
    expect(await screen.findByText('AB11 CAR')).toBeTruthy();
  });

  it('[M-16] shows the day picker without the day toggle', async () => {
    await openScreen('/telematics/timesheets');
    await screen.findByRole('button', { name: 'Yesterday' });
    for (const name of ['Previous day', 'Next day']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    await userEvent.click(await screen.findByRole('button', { name: 'Yesterday' }));
    await waitFor(() => expect(location.search).toContain('day=2026-11-20'));
  });

  it('[M-P09] [A-P03] changes the week, which is in the URL', async () => {
    await openScreen('/telematics/timesheets');
    await userEvent.click(await screen.findByRole('button', { name: 'Previous week' }));
    await waitFor(() => expect(location.search).toContain('week=2026-11-09'));
    await waitFor(() =>
      expect(last('/api/vehicle/timesheet/')?.searchParams.get('end')).toBe('2026-11-16T00:00:00Z'),
    );
    expect(screen.getByRole('button', { name: /Week 46/ })).toBeTruthy();
  });

  it('a day shows its breaks, and links to its trips', async () => {
    await openScreen('/telematics/timesheets');
    await userEvent.click(await screen.findByRole('button', { name: 'Tue 17/11/26' }));
    const panel = within(await screen.findByRole('region', { name: 'Breaks on Tue 17/11/26' }));
    expect(panel.getByRole('listitem').textContent).toBe('10:00 – 10:480:48');
    expect(panel.getByRole('link', { name: 'Show trips' }).getAttribute('href')).toBe(
      '/telematics/trip?vehicleId=11&startDate=2026-11-17',
    );
  });

  it('a day is work divided by breaks', () => {
    expect(partsOf(rest('2026-11-16'))).toEqual([]);
    expect(
      partsOf(worked).map(({ kind, startMs, endMs }) => [kind, (endMs - startMs) / 60_000]),
    ).toEqual([
      ['work', 210],
      ['break', 48],
      ['work', 262],
    ]);
  });

  it('formats hours and minutes', () =>
    expect([0, 59, 27_720, 360_000].map(hoursText)).toEqual(['0:00', '0:01', '7:42', '100:00']));
});
