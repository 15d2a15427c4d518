import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { figuresOf, REGIONS } from '../test-check.ts';
import {
  addressOfPlace,
  areaOf,
  firstPlace,
  listedRegions,
  matchingRegions,
  nameOfPlace,
  placeOf,
  regionOfPlace,
} from '../vehicle-check-place.ts';

const LIMIT_MS = 20_000;

beforeAll(startTestTexts);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const answers = {
  '/api/user/regions/': () => REGIONS,
  '/api/region_depots_stats/3/': () => ({
    region: { id: 3, name: 'North' },
    depots: [figuresOf(11, 'Leeds'), figuresOf(12, 'York')],
  }),
  '/api/region_stats/3/': () => figuresOf(3, 'North'),
};
const link = (name: string) => screen.findByRole('link', { name }, { timeout: LIMIT_MS });
const entries = () =>
  within(screen.getByRole('navigation', { name: 'Regions and depots' }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the place in a URL', () => {
  it('[L-01] a region by its integer id', () => {
    expect(placeOf('region/3')).toEqual({ kind: 'region', id: 3 });
    expect(placeOf('region/3/')).toEqual({ kind: 'region', id: 3 });
    expect(addressOfPlace('vehiclecheck', { kind: 'region', id: 3 })).toBe(
      '/vehiclecheck/region/3',
    );
  });
  it('[L-02] a depot by its integer id', () =>
    expect(placeOf('depot/11')).toEqual({ kind: 'depot', id: 11 }));
  it.each([
    '',
    'region',
    'depot/',
    'region/x',
    'region/1.5',
    'region/-1',
    'depot/0',
    'depot/99999999999',
    'x/3',
  ])('[L-01] [L-02] [L-03] "%s" names none', (rest) => expect(placeOf(rest)).toBeNull());
  it('[A-17] [L-P05] both areas use the same places', () => {
    expect(areaOf('/audit_survey/depot/3')).toBe('audit_survey');
    expect(areaOf('/vehiclecheck')).toBe('vehiclecheck');
    expect(addressOfPlace('audit_survey', { kind: 'depot', id: 3 })).toBe('/audit_survey/depot/3');
  });
});

describe('the list', () => {
  it('[L-08] [OP-041] omits rows with the permission admin', () =>
    expect(listedRegions(REGIONS).map(({ id }) => id)).toEqual([3, 5]));
  it('[L-03] returns its first region, if any', () => {
    expect(firstPlace(listedRegions(REGIONS))).toEqual({ kind: 'region', id: 3 });
    expect(firstPlace([])).toBeNull();
  });
  it('[L-04] a depot belongs to its region', () => {
    expect(regionOfPlace(REGIONS, { kind: 'depot', id: 21 })?.name).toBe('South');
    expect(nameOfPlace(REGIONS, { kind: 'depot', id: 21 })).toBe('Dover');
    expect(nameOfPlace(REGIONS, { kind: 'depot', id: 99 })).toBeUndefined();
  });
  it('[OP-048] the hidden filter finds regions and depots by their names', () => {
    expect(matchingRegions(REGIONS, ' yor ').map(({ vehicle_groups: d }) => d.length)).toEqual([1]);
    expect(matchingRegions(REGIONS, 'NORTH')[0]?.vehicle_groups).toHaveLength(2);
  });
});

describe('the folder list', () => {
  it('[L-03] [L-05] without an id the first region opens, highlighted', async () => {
    answerCalls(answers);
    await openScreen('/vehiclecheck/region');
    await link('North');
    await waitFor(() => expect(window.location.pathname).toBe('/vehiclecheck/region/3'));
    expect((await link('North')).getAttribute('aria-current')).toBe('page');
    expect((await link('South')).getAttribute('aria-current')).toBeNull();
  });

  it('[L-04] [L-08] has collapsible regions with their depots', async () => {
    answerCalls(answers);
    await openScreen('/vehiclecheck/region/3');
    await link('North');
    expect(entries()).toEqual(['North', 'Leeds', 'York', 'South']);
    await userEvent.click(screen.getByRole('button', { name: 'Expand South' }));
    expect(entries()).toEqual(['North', 'Leeds', 'York', 'South', 'Dover']);
    await userEvent.click(screen.getByRole('button', { name: 'Collapse North' }));
    expect(entries()).toEqual(['North', 'South', 'Dover']);
  });

  it('[L-02] [L-05] selecting a depot opens it and highlights only it', async () => {
    answerCalls(answers);
    await openScreen('/vehiclecheck/region/3');
    const list = await screen.findByRole('navigation', { name: 'Regions and depots' });
    await userEvent.click(await within(list).findByRole('link', { name: 'York' }));
    await waitFor(() => expect(window.location.pathname).toBe('/vehiclecheck/depot/12'));
    const current = within(list)
      .getAllByRole('link')
      .filter((one) => one.getAttribute('aria-current') === 'page');
    expect(current.map(({ textContent }) => textContent)).toEqual(['York']);
  });

  it.each(['/vehiclecheck/region/3', '/vehiclecheck/depot/12', '/audit_survey/depot/12'])(
    '[L-03] %s can be left: the first region opens only if the URL has no place',
    async (path) => {
      answerCalls(answers);
      await openScreen(path);
      await screen.findAllByText('North', {}, { timeout: LIMIT_MS });
      await userEvent.click(screen.getByRole('link', { name: 'Roadworthy' }));
      await screen.findByRole('heading', { name: 'Your fleet, in one place.' });
      expect(window.location.pathname).toBe('/home');
    },
  );

  it('[L-03] [A-17] in both areas a URL without an id redirects to the first region', async () => {
    for (const path of ['/vehiclecheck', '/audit_survey', '/audit_survey/depot']) {
      answerCalls(answers);
      await openScreen(path);
      const area = path.split('/')[1];
      await waitFor(() => expect(window.location.pathname).toBe(`/${area}/region/3`));
      cleanup();
    }
  });

  it.each(['/vehiclecheck/region/x', '/audit_survey/nothing'])(
    '[A-24] %s is unknown and redirects to the home screen',
    async (path) => {
      answerCalls(answers);
      await openScreen(path);
      await waitFor(() => expect(window.location.pathname).toBe('/home'));
    },
  );

  it('[L-06] [OP-048] its filter is hidden', async () => {
    answerCalls(answers);
    await openScreen('/vehiclecheck/region/3');
    await link('North');
    expect(screen.queryByRole('searchbox', { name: 'Filter regions and depots' })).toBeNull();
  });

  it('[L-07] [T-26] an error leaves it empty without a message', async () => {
    const asked = answerCalls({
      '/api/user/regions/': () => new Response('{"detail":"broken"}', { status: 500 }),
    });
    await openScreen('/vehiclecheck/region');
    await waitFor(() =>
      expect(asked.some(({ pathname }) => pathname === '/api/user/regions/')).toBe(true),
    );
    await waitFor(() => expect(document.querySelector('.tree-waiting')).toBeNull(), {
      timeout: LIMIT_MS,
    });
    expect(entries()).toEqual([]);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('No regions yet')).toBeNull();
    expect(window.location.pathname).toBe('/vehiclecheck/region');
  });
});
