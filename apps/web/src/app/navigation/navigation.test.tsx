import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMINISTRATION_GROUPS } from '../../features/administration/administration-sections.ts';
import { storage } from '../../session/storage.ts';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { DESTINATION_ICONS } from '../../ui/destination-icon.tsx';
import { DESTINATIONS, destinationAt } from '../../ui/destinations.ts';
import { bottomBarFor, isAt, navigationFor } from './navigation.ts';

beforeAll(startTestTexts);
beforeEach(() => {
  answerCalls({});
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Makes media queries match as in a window of this width and height, px. */
function resize(width: number, height: number): void {
  const limits = { 'min-width': width, 'max-width': -width, 'min-height': height };
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches:
      query.includes('px') &&
      [...query.matchAll(/\((min-width|max-width|min-height): (\d+)px\)/g)].every(
        ([, name, px]) => {
          const value = limits[name as keyof typeof limits];
          return value >= Number(px) * Math.sign(value);
        },
      ),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

const rail = () => screen.getByRole('navigation', { name: 'Main navigation' });
const namesIn = (element: HTMLElement) =>
  within(element)
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);

describe('the destinations', () => {
  it('each has an icon, and no two share one, with the sections of the administration', () => {
    expect(Object.keys(DESTINATION_ICONS).sort()).toEqual(
      DESTINATIONS.map(({ key }) => key).sort(),
    );
    const sections = ADMINISTRATION_GROUPS.flatMap(({ sections }) => sections);
    const icons = [...Object.values(DESTINATION_ICONS), ...sections.map(({ icon }) => icon)];
    expect(icons.length).toBe(new Set(icons).size);
  });

  it('each is in one entry of one group', () => {
    const entries = navigationFor(() => true).flatMap(({ entries }) => entries);
    const keys = entries.flatMap(({ main, others }) => [main, ...others]).map(({ key }) => key);
    expect(keys.sort()).toEqual(DESTINATIONS.map(({ key }) => key).sort());
  });

  it.each([
    ['/events/alerts', 'events'],
    ['/vehicle-file/planner', 'vehicleFile'],
    ['/vehicle-file/activity/5/investigation/7', 'vehicleFile'],
    ['/audit_survey/depot/3', 'vehicleCheck'],
    ['/telematics/track-vehicle', 'trackVehicle'],
    ['/administration/users', 'administration'],
    ['/eventsx', undefined],
  ])('%s is a page of %s', (path, key) => {
    expect(destinationAt(path)?.key).toBe(key);
  });

  it('Track with Track Vehicle, and Trace with Trace Vehicle, are one entry each', () => {
    const entries = navigationFor(() => true).flatMap(({ entries }) => entries);
    const track = entries.find(({ main }) => main.key === 'track');
    expect(track?.others.map(({ key }) => key)).toEqual(['trackVehicle']);
    expect(track !== undefined && isAt(track, '/telematics/track-vehicle')).toBe(true);
    const onlyOne = navigationFor(({ key }) => key === 'traceVehicle');
    expect(onlyOne.flatMap(({ entries }) => entries).map(({ main }) => main.key)).toEqual([
      'traceVehicle',
    ]);
  });

  it('the bottom bar has the four most important ones that a person may open', () => {
    const keysFor = (...keys: string[]) =>
      bottomBarFor(navigationFor(({ key }) => keys.includes(key))).map(({ main }) => main.key);
    expect(bottomBarFor(navigationFor(() => true)).map(({ main }) => main.key)).toEqual([
      'home',
      'track',
      'defects',
      'vehicleFile',
    ]);
    expect(keysFor('home', 'geofence', 'videos', 'trackVehicle', 'trips', 'vor')).toEqual([
      'home',
      'trackVehicle',
      'videos',
      'trips',
    ]);
  });
});

describe('the rail', () => {
  it('shows only what a person may open, by group; the side menu has the others too', async () => {
    await openScreen('/home', testUser({ modules: ['Track', 'Trips', 'videos'] }));
    expect(namesIn(rail())).toEqual(['Home', 'Track', 'Trips/Stops', 'Video']);
    expect(within(rail()).getByRole('list', { name: 'Tracking' })).toBeTruthy();
    expect(within(rail()).queryByRole('list', { name: 'Compliance' })).toBeNull();
    expect(document.querySelectorAll('#side-menu [aria-disabled=true]').length).toBe(26);
  });

  it('[O-01] has the administration for administrators', async () => {
    await openScreen('/home', testUser({ role: 'ADMIN', modules: [] }));
    expect(namesIn(rail())).toEqual(['Home', 'Administration']);
  });

  it('[G-09] leaves out the vehicle file for a limited user', async () => {
    await openScreen('/home', testUser({ role: 'DRIVER', modules: ['Vehicle File', 'Defect'] }));
    expect(namesIn(rail())).toEqual(['Home', 'Defects']);
  });

  it('highlights the destination of a page below it, and lists its other screens', async () => {
    await openScreen('/unauthorised', testUser());
    const current = () =>
      [...rail().querySelectorAll('[aria-current]')].map((one) => [
        one.textContent,
        one.getAttribute('aria-current'),
      ]);
    expect(current()).toEqual([]);
    cleanup();
    await openScreen('/vehicle-file/planner', testUser());
    expect(current()).toEqual([['Vehicle File', 'true']]);
    cleanup();
    await openScreen('/telematics/trace-vehicle', testUser());
    expect(current()).toEqual([
      ['Trace', 'true'],
      ['Trace Vehicle', 'page'],
    ]);
    const looks = [...rail().querySelectorAll<HTMLElement>('[data-current]')];
    expect(looks.map(({ dataset }) => dataset.current)).toEqual(['within', 'here']);
  });

  it('collapses to icons with the same names, and this browser keeps the choice', async () => {
    resize(1440, 900);
    await openScreen('/home', testUser({ modules: ['Track'] }));
    expect(rail().dataset.collapsed).toBeUndefined();
    await userEvent.click(within(rail()).getByRole('button', { name: 'Collapse navigation' }));
    expect(rail().dataset.collapsed).toBe('true');
    expect(namesIn(rail())).toEqual(['Home', 'Track']);
    cleanup();
    await openScreen('/home', testUser({ modules: ['Track'] }));
    expect(rail().dataset.collapsed).toBe('true');
    await userEvent.click(within(rail()).getByRole('button', { name: 'Expand navigation' }));
    expect(rail().dataset.collapsed).toBeUndefined();
    expect(storage.isRailCollapsed.get()).toBe(false);
  });

  it('begins with icons if the window is not wide', async () => {
    resize(1024, 768);
    await openScreen('/home', testUser());
    expect(rail().dataset.collapsed).toBe('true');
  });

  it('is not there for somebody who has to set up a second factor first', async () => {
    await openScreen('/unauthorised', { ...testUser(), must_set_up_second_factor: true });
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
  });
});

describe('the bottom bar', () => {
  it('[A-49] has four destinations, and More opens the side menu', async () => {
    resize(390, 844);
    await openScreen('/telematics/track-vehicle', testUser());
    expect(namesIn(rail())).toEqual(['Home', 'Track', 'Defects', 'Vehicle File']);
    expect(rail().querySelector('[aria-current]')?.textContent).toBe('Track');
    const more = within(rail()).getByRole('button', { name: 'More' });
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
    expect(document.querySelector('#side-menu')?.classList.contains('open')).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(more.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(more);
  });

  it('leaves its height to the content in a low window, as at a zoom of 400 %', async () => {
    resize(320, 256);
    await openScreen('/home', testUser());
    expect(screen.queryByRole('navigation', { name: 'Main navigation' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Menu' })).toBeTruthy();
  });
});

describe('the user menu', () => {
  const open = async () => {
    await openScreen('/unauthorised', testUser({ modules: [] }));
    const button = screen.getByRole('button', { name: /Morgan Manager/ });
    button.focus();
    return button;
  };
  const focused = () => document.activeElement?.textContent;

  it('[A-52] [A-53] opens and is walked by keys; Escape returns to its button', async () => {
    const button = await open();
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('User preferences');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('Account security');
    await userEvent.keyboard('{End}');
    expect(focused()).toBe('Logout');
    await userEvent.keyboard('{ArrowDown}');
    expect(focused()).toBe('User preferences');
    await userEvent.keyboard('{ArrowUp}{Home}');
    expect(focused()).toBe('User preferences');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{ArrowUp}');
    expect(focused()).toBe('Logout');
    await userEvent.keyboard('{Tab}');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('has the colours on a phone, where the header has no space for them', async () => {
    resize(390, 844);
    await open();
    expect(screen.queryByRole('button', { name: 'Use dark colours' })).toBeNull();
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.click(screen.getByRole('menuitem', { name: 'Use dark colours' }));
    expect(storage.theme.get()).toBe('dark');
    expect(screen.getByRole('menuitem', { name: 'Use light colours' })).toBeTruthy();
  });
});
