import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppRouter } from '../../app/router.ts';
import { storage } from '../../session/storage.ts';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { speakPortuguese, startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { commandsOf } from './search-entries.ts';
import { TARGETS, targetOf } from './search-targets.ts';

const VEHICLE = {
  id: 12,
  name: 'AB12 CDE',
  description: 'DAF XF',
  depot: 'North',
  state: 'off_road',
  vehicle: 12,
  activity: null,
};

let asked: URL[];
let answer: () => unknown;
const searches = () =>
  asked
    .filter(({ pathname }) => pathname === '/api/search/')
    .map(({ searchParams }) => searchParams.get('q'));

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  answer = () => ({ results: [{ group: 'vehicles', items: [VEHICLE], has_more: false }] });
  asked = answerCalls({ '/api/search/': () => answer() });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const box = () => screen.findByRole('combobox', { name: 'Search everywhere' });
const rows = () => within(screen.getByRole('dialog'));
const options = () =>
  rows()
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
const active = () => rows().getAllByRole('option', { selected: true });

describe('the search', () => {
  it.each(['{Control>}k{/Control}', '{Meta>}k{/Meta}', '/'])('opens with %s', async (keys) => {
    await openScreen('/unauthorised');
    await userEvent.keyboard(keys);
    expect(await box()).toBeTruthy();
  });

  it('offers common actions, and later what was opened last', async () => {
    await openScreen('/unauthorised');
    await userEvent.click(screen.getByRole('button', { name: 'Search everywhere' }));
    await box();
    expect(options()).toContain('Report a defect');
    expect(screen.queryByText('Recent')).toBeNull();
    await userEvent.keyboard('ab12');
    await screen.findByRole('option', { name: /AB12 CDE/ });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/vehicles/12'));
    await userEvent.keyboard('{Control>}k{/Control}');
    await box();
    expect(options()[0]).toContain('AB12 CDE');
  });

  it('shows what a result is, where it is and its state', async () => {
    await openScreen('/unauthorised');
    await userEvent.keyboard('/');
    await userEvent.type(await box(), 'ab12');
    const option = await screen.findByRole('option', { name: /AB12 CDE/ });
    expect(within(option).getByText('DAF XF · North')).toBeTruthy();
    expect(within(option).getByText('Off the road')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('1 result')).toBeTruthy());
    expect(searches()).toEqual(['ab12']);
  });

  it('opens the best result when it arrives after Enter', async () => {
    let arrive: (results: unknown) => void = () => undefined;
    answer = () => new Promise((done) => (arrive = done));
    await openScreen('/unauthorised');
    await userEvent.keyboard('/');
    await userEvent.type(await box(), 'ab12{Enter}');
    await waitFor(() => expect(searches()).toEqual(['ab12']));
    expect(location.pathname).toBe('/unauthorised');
    arrive({ results: [{ group: 'vehicles', items: [VEHICLE], has_more: false }] });
    await waitFor(() => expect(location.pathname).toBe('/vehicles/12'));
  });

  it('selects with the arrows and opens a new tab with Ctrl+Enter', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    await openScreen('/unauthorised');
    await userEvent.keyboard('/');
    await userEvent.type(await box(), 'trips');
    await screen.findByRole('option', { name: /AB12 CDE/ });
    expect(active()[0]?.textContent).toBe('Trips/Stops');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toHaveLength(1);
    expect(active()[0]?.textContent).toContain('AB12 CDE');
    await userEvent.keyboard('{ArrowUp}{Control>}{Enter}{/Control}');
    expect(open).toHaveBeenCalledWith('/telematics/trip', '_blank', 'noopener');
  });

  it('says so when nothing matches or the search fails', async () => {
    answer = () => ({ results: [] });
    await openScreen('/unauthorised');
    await userEvent.keyboard('/');
    await userEvent.type(await box(), 'zzzz');
    expect(await screen.findByText(/Check the spelling/)).toBeTruthy();
    answer = () => new Response('{"detail":"x"}', { status: 400 });
    await userEvent.type(await box(), 'y');
    await screen.findByRole('alert');
    answer = () => ({ results: [{ group: 'vehicles', items: [VEHICLE], has_more: false }] });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /AB12 CDE/ })).toBeTruthy();
  });

  it('is in Portuguese', async () => {
    await speakPortuguese();
    await openScreen('/unauthorised');
    await userEvent.keyboard('/');
    const field = await screen.findByRole('combobox', { name: 'Pesquisar em todo o lado' });
    await userEvent.type(field, 'definicoes zz');
    expect(await screen.findByRole('option', { name: /Fora de serviço/ })).toBeTruthy();
  });
});

describe('entries and targets', () => {
  const t = ((key: string) => key) as never;

  it('are limited to what the person may open', () => {
    const keys = (options: Parameters<typeof testUser>[0]) =>
      commandsOf(testUser(options), t).map(({ key }) => key);
    expect(keys({ role: 'READONLY' })).not.toContain('actions-newDocument');
    expect(keys({ modules: [] })).not.toContain('screens-trips');
    expect(keys({})).not.toContain('settings-users');
    expect(keys({ role: 'ADMIN' })).toEqual(
      expect.arrayContaining(['settings-users', 'actions-newVehicle', 'screens-trips']),
    );
    const target = { id: 5, vehicle: 6, activity: 7 };
    expect(targetOf(testUser({ modules: [] }), 'vehicles', target)).toBe('/vehicles/5');
    expect(targetOf(testUser({ modules: ['Vehicle File'] }), 'defects', target)).toBe(
      '/vehicle-file/activity?vehicleId=6',
    );
    expect(targetOf(testUser(), 'users', target)).toBeNull();
    expect(targetOf(testUser({ role: 'DRIVER' }), 'documents', target)).toBeNull();
  });

  it('lead to screens that exist', () => {
    const router = createAppRouter();
    const target = { id: 5, vehicle: 6, activity: 7 };
    const targets = Object.values(TARGETS).flatMap((screens) =>
      screens.map(({ to }) => to(target)),
    );
    const commands = commandsOf(testUser({ role: 'ADMIN' }), t).map(({ to }) => to);
    for (const to of [...targets, ...commands]) {
      if (to === null) continue;
      const [matched] = router.getMatchedRoutes(to.split('?')[0] ?? '');
      expect(matched.length, to).toBeGreaterThan(1);
    }
  });
});

describe('keyboard shortcuts', () => {
  it('go to a main screen with two keys, and are listed by ?', async () => {
    await openScreen('/unauthorised');
    await userEvent.keyboard('?');
    const list = await screen.findByRole('dialog', { name: 'Keyboard' });
    expect(within(list).getByText('Trips/Stops')).toBeTruthy();
    expect(within(list).getAllByText('Search everywhere')).toHaveLength(2);
    await userEvent.click(within(list).getByRole('button', { name: 'Close' }));
    await userEvent.keyboard('gt');
    await waitFor(() => expect(location.pathname).toBe('/telematics/trip'));
  });

  it('do not fire while typing', async () => {
    await openScreen('/unauthorised');
    await userEvent.keyboard('/');
    await userEvent.type(await box(), 'gt?');
    expect(location.pathname).toBe('/unauthorised');
    expect(screen.queryByRole('dialog', { name: 'Keyboard' })).toBeNull();
  });

  it('are switched off by the person, except those with Ctrl', async () => {
    await openScreen('/unauthorised');
    await userEvent.keyboard('?');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Single-key/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(storage.singleKeyShortcuts.get()).toEqual({ 7: false });
    await userEvent.keyboard('gt?/');
    expect(location.pathname).toBe('/unauthorised');
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await box()).toBeTruthy();
  });
});
