import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { APPS_CONFIG } from '../../../test-config.ts';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { scaleEnd } from '../../../ui/chart/bar-chart.tsx';
import type { Overview } from './home-card.ts';

const NOTHING: Overview = {
  schedules: null,
  vor: null,
  checks: null,
  defects: null,
  brake_tests: null,
  tyres: null,
  recalls: null,
  investigations: null,
  vehicles: null,
  cameras: null,
  alerts: null,
  tachograph: null,
  drivers_file: null,
  drivers_hours: null,
  official_data: null,
  unaccounted: null,
  parts: null,
  faults: null,
  driver_planning: null,
  coaching: null,
  fuel_cards: null,
  events: null,
  days: [],
};
const BUSY: Overview = {
  schedules: { overdue: 4, due_soon: 1 },
  vor: { off_road: 2, over_7_days: 1, cost: 1250.5 },
  checks: { vehicles: 40, checked: 31, missing: 3 },
  defects: { open: 12, dangerous: 0, overdue: 5 },
  brake_tests: { overdue: 5 },
  tyres: { now: 4, soon: 6 },
  recalls: { open: 3, overdue: 2 },
  investigations: { open: 6, start_date: '2025-11-24', end_date: '2026-11-23' },
  vehicles: { total: 40, offline: 7 },
  cameras: { total: 12, offline: 3 },
  alerts: { unread: 1234 },
  tachograph: { due: 9, overdue: 2 },
  drivers_file: { due: 6, overdue: 1 },
  drivers_hours: { open: 7, most_serious: 1, very_serious: 2 },
  parts: { short: 4 },
  official_data: { untaxed: 2, mot_overdue: 8, differences: 0 },
  unaccounted: { open: 5, start_date: '2026-10-27', end_date: '2026-11-23' },
  faults: { open: 4 },
  driver_planning: { shifts: 2, requests: 1, today: '2026-11-23' },
  coaching: { due: 3 },
  fuel_cards: { open: 2, start_date: '2026-10-27', end_date: '2026-11-23' },
  events: { to_review: 6, start_date: '2026-11-17', end_date: '2026-11-23' },
  days: [
    { date: '2026-11-22', checks: 30, defects_reported: 2, defects_signed_off: 0 },
    { date: '2026-11-23', checks: 31, defects_reported: 1, defects_signed_off: 3 },
  ],
};

const show = async (answer: () => unknown) => {
  answerCalls({ '/api/config/': () => APPS_CONFIG, '/api/home_overview/': answer });
  await openScreen('/home');
  return within(await screen.findByRole('region', { name: 'Today' }, { timeout: 20_000 }));
};

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the figures of today', () => {
  it.each([
    ['Overdue items', '4', '/vehicle-file/planner?view=list&due=overdue'],
    ['Item due in 7 days', '1', '/vehicle-file/planner?view=list&due=week'],
    ['Vehicles off the road', '2', '/vor-dashboard/vor?counted=off_road'],
    ['Missing checks today', '3', '/vehiclecheck/region?fleet=missing'],
    ['Open defects', '12', '/defects?state=open'],
    ['Overdue brake tests', '5', '/inspections?list=brakes&state=overdue'],
    ['Vehicles with cameras offline', '3', '/video/cameras?state=offline'],
    ['Vehicles offline', '7', '/telematics/track?states=offline'],
    [
      'Serious events to review',
      '6',
      '/events/activity?vehicleId=all&startDate=2026-11-17&endDate=2026-11-23&state=new&severity=serious',
    ],
    ['Unread alerts', '1,234', '/events/alerts'],
    ['Tachograph downloads due', '9', '/tachograph?list=downloads&state=due'],
    ['Documents of drivers due', '6', '/drivers-file?state=due'],
    ['Infringements to debrief', '7', '/drivers-hours?list=infringements&state=new'],
    [
      'Shifts today that break a rule or need attention',
      '2',
      '/driver-planning?list=shifts&level=attention&from=2026-11-23&to=2026-11-23',
    ],
    ['Request of absence to decide', '1', '/driver-planning?list=absences&state=requested'],
    ['Parts under their minimum', '4', '/parts?short=true'],
    ['Untaxed vehicles', '2', '/vehicle-file/official-data?flag=untaxed'],
    ['Vehicles with an overdue MOT', '8', '/vehicle-file/official-data?flag=mot_overdue'],
    ['Tyres to change now', '4', '/tyres?due=now'],
    ['Open faults', '4', '/faults?state=open'],
    [
      'Purchases of fuel to check',
      '2',
      '/costs?list=fuel-cards&state=open&from=2026-10-27&to=2026-11-23',
    ],
    ['Safety recalls overdue', '2', '/work-orders/campaigns?safety=true&state=overdue'],
    ['Coaching sessions due', '3', '/coaching?list=sessions&due=true'],
    [
      'Stretches of unaccounted driving',
      '5',
      '/tachograph?list=unaccounted&kind=known&state=new&from=2026-10-27&to=2026-11-23',
    ],
  ])('%s: %s, with a link to the list', async (label, count, address) => {
    const today = await show(() => BUSY);
    const card = await today.findByRole('link', { name: new RegExp(`^${count}\\s*${label}`) });
    expect(card.getAttribute('href')).toBe(address);
  });

  it('tell the cost and the second figures, each with its list', async () => {
    const today = await show(() => BUSY);
    const addressOf = (name: string) =>
      today.getByRole('link', { name }).getAttribute('href') ?? '';
    await today.findByText('£1,250.50 so far');
    expect(addressOf('£1,250.50 so far')).toBe('/vor-dashboard/vor?state=off_road');
    expect(addressOf('1 over 7 days')).toBe('/vor-dashboard/vor?counted=over_7_days');
    expect(addressOf('31 checked')).toBe('/vehiclecheck/region?fleet=checked');
    expect(addressOf('5 overdue')).toBe('/defects?overdue=true');
    expect(addressOf('2 overdue or never downloaded')).toBe(
      '/tachograph?list=downloads&state=late',
    );
    expect(addressOf('1 expired or missing')).toBe('/drivers-file?state=lapsed');
    expect(addressOf('1 most serious')).toBe(
      '/drivers-hours?list=infringements&state=new&severity=MSI',
    );
    expect(addressOf('2 very serious')).toBe(
      '/drivers-hours?list=infringements&state=new&severity=VSI',
    );
    expect(addressOf('6 within 4 weeks')).toBe('/tyres?due=soon');
    expect(addressOf('3 not finished')).toBe('/work-orders/campaigns?safety=true&state=unfinished');
  });

  it('are calm at zero', async () => {
    const today = await show(() => BUSY);
    expect(await today.findByText('No dangerous defect is open')).toBeTruthy();
  });

  it('come with the days as a table', async () => {
    const today = await show(() => BUSY);
    const table = within(await today.findByRole('table', { name: 'Defects a day' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'DayReportedSigned off',
      '22/11/2620',
      '23/11/2613',
    ]);
  });

  it('open the records of each day of the chart, by keyboard too', async () => {
    const today = await show(() => BUSY);
    const bars = within(await today.findByRole('list', { name: 'Defects a day' }));
    const links = bars.getAllByRole('link');
    expect(
      links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]),
    ).toEqual([
      ['22/11/26, Reported: 2', '/defects?start_date=2026-11-22&end_date=2026-11-22'],
      ['23/11/26, Reported: 1', '/defects?start_date=2026-11-23&end_date=2026-11-23'],
      ['23/11/26, Signed off: 3', '/defects?signed_off_from=2026-11-23&signed_off_to=2026-11-23'],
    ]);
    const stops = () => links.filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([links[2]]);
    links[2]?.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(document.activeElement).toBe(links[1]);
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(links[0]);
    expect(stops()).toEqual([links[0]]);
    const checks = within(today.getByRole('list', { name: 'Walkaround checks a day' }));
    expect(checks.getAllByRole('link').at(-1)?.getAttribute('href')).toBe(
      '/vehiclecheck/region?fleet=checks&day=2026-11-23',
    );
  });

  it('leave nothing behind for a person without any of the lists', async () => {
    answerCalls({ '/api/config/': () => APPS_CONFIG, '/api/home_overview/': () => NOTHING });
    await openScreen('/home');
    await screen.findByRole('region', { name: 'Telematics' });
    await vi.waitFor(
      () => expect(screen.queryByRole('region', { name: 'Today' })).toBeNull(),
      20_000,
    );
  });

  it('can be asked for again after a failure', async () => {
    let isDown = true;
    const today = await show(() =>
      isDown ? new Response('{"detail":"x"}', { status: 400 }) : BUSY,
    );
    const again = await today.findByRole('button', { name: 'Try again' }, { timeout: 20_000 });
    isDown = false;
    await userEvent.click(again);
    expect(await today.findByText('Overdue items')).toBeTruthy();
  });
});

describe('the scale of the chart', () => {
  it.each([
    [0, 4],
    [3, 4],
    [5, 5],
    [11, 20],
    [24, 25],
    [99, 100],
    [101, 200],
  ])('of %d ends at %d', (largest, end) => expect(scaleEnd(largest)).toBe(end));
});
