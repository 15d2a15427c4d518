import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { BARE_TRAILER, BARE_VEHICLE } from '../../../test-vehicle-page.ts';

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const trailer = {
  ...BARE_TRAILER,
  axles: 3,
  gross_weight_kg: 39_000,
  trailer_number: 'C412300',
  owner: 'Trailer Hire Ltd',
  check: { last_at: null, defects: 0, last: null },
};
const open = async (changed: object) => {
  answerCalls({ '/api/overviews/vehicles/7/': () => ({ ...trailer, ...changed }) });
  await openScreen('/vehicles/7', testUser({ modules: ['Track', 'Trace', 'Trips'] }));
  await screen.findByRole('heading', { name: 'TR101' });
};

it('a trailer without tracker has its plate, and neither a state, journeys nor a daily check', async () => {
  await open({});
  expect(screen.getAllByText('Semi-trailer')).toHaveLength(2);
  for (const text of ['39,000', 'C412300', 'Trailer Hire Ltd', 'No tracker']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.queryByText('Offline')).toBeNull();
  expect(screen.queryByText('Driver now')).toBeNull();
  expect(screen.queryByText('No vehicle check today')).toBeNull();
  expect(screen.queryByRole('tab', { name: 'Trips' })).toBeNull();
});

it('a lorry without positions is shown as offline', async () => {
  await open({ kind: 'rigid' });
  expect(screen.getByText('Rigid lorry, Diesel')).toBeTruthy();
  expect(screen.getAllByText('Offline').length).toBeGreaterThan(0);
  expect(screen.getByText('No vehicle check today')).toBeTruthy();
});

it('the figures of a vehicle open the section with their records', async () => {
  await open({
    defects: { open: 2, overdue: 0, dangerous: 0 },
    costs: { off_road: 90, defects: 70 },
  });
  const section = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(section('2')).toBe('/vehicles/7?section=defects&state=open');
  expect(section('£90.00')).toBe('/vehicles/7?section=costs');
  expect(section('£70.00')).toBe('/vehicles/7?section=defects');
});

it('the last check opens the check, if its depot is visible', async () => {
  const check = (depot: number | null) => ({
    check: {
      last_at: '2026-06-01T08:00:00Z',
      defects: 0,
      last: { id: 31, type: 'DRV', depot },
    },
  });
  await open(check(4));
  const last = (await screen.findByText('Last check')).nextElementSibling;
  expect(last?.querySelector('a')?.getAttribute('href')).toBe(
    '/vehiclecheck/depot/4?type=DRV&open=31',
  );
  cleanup();
  await open(check(null));
  const plain = (await screen.findByText('Last check')).nextElementSibling;
  expect(plain?.textContent).toContain('01');
  expect(plain?.querySelector('a')).toBeNull();
});

it('a vehicle says whether it needs a tachograph, and why; a trailer does not', async () => {
  await open({});
  expect(screen.queryByText('Tachograph')).toBeNull();
  cleanup();
  const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
  await open({ ...BARE_VEHICLE, registration: 'TR101' });
  expect(fact('Tachograph')).toBe(
    'Not required: no international haulage, up to 3.5 t (Regulation (EC) 561/2006, articles 2(1)(aa), 3(ha))',
  );
  expect(screen.queryByText('International haulage')).toBeNull();
  cleanup();
  await open({
    ...BARE_VEHICLE,
    registration: 'TR101',
    is_international_haulage: true,
    tachograph: { is_required: true, reason: 'international_haulage', article: '2(1)(aa)' },
  });
  expect(fact('Tachograph')).toMatch(/^Required: .* 1 July 2026 .*article 2\(1\)\(aa\)\)$/);
  expect(fact('International haulage')).toBe('yes');
});
