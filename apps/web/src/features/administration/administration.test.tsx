import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAppRouter } from '../../app/router.ts';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { ADMINISTRATION_GROUPS } from './administration-sections.ts';

beforeAll(startTestTexts);
beforeEach(() => {
  answerCalls({});
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const names = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('link')
    .map((link) => link.querySelector('strong')?.textContent);

describe('the administration', () => {
  it('[O-P01] has a tile for each of its screens, by group', async () => {
    await openScreen('/administration', testUser({ role: 'ADMIN' }));
    const people = within(await screen.findByRole('region', { name: 'People' }));
    expect(people.getByRole('link', { name: /^Drivers/ }).getAttribute('href')).toBe(
      '/administration/drivers',
    );
    const routed = Object.keys(createAppRouter().routesByPath).filter(
      (path) =>
        path.startsWith('/administration/') &&
        !/widgets$|\/.*\/.*\/(security|notifications)$/.test(path),
    );
    const tiles = ADMINISTRATION_GROUPS.flatMap(({ sections }) => sections.map(({ to }) => to));
    expect(tiles.sort()).toEqual(routed.sort());
  });

  it('is searched by name, description and group, without accents', async () => {
    await openScreen('/administration', testUser({ role: 'ADMIN' }));
    const field = await screen.findByRole('searchbox', { name: 'Find a setting' });
    await userEvent.type(field, 'CSV file');
    expect(names()).toEqual(['Upload vehicles']);
    expect(window.location.search).toBe('?search=CSV+file');
    await userEvent.clear(field);
    await userEvent.type(field, 'dévices');
    expect(names()).toEqual(['Trackers', 'Raw data', 'Commands to devices']);
    await userEvent.type(field, 'zz');
    expect(names()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(names().length).toBeGreaterThan(20);
  });

  it('its pages lead back to it by breadcrumbs', async () => {
    await openScreen('/administration/users', testUser({ role: 'ADMIN' }));
    const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getByText('Users').getAttribute('aria-current')).toBe('page');
    expect(crumbs.getByRole('link').getAttribute('aria-current')).toBeNull();
    await userEvent.click(crumbs.getByRole('link', { name: 'Administration' }));
    expect(await screen.findByRole('region', { name: 'People' })).toBeTruthy();
  });

  it('breadcrumbs of the account lead to the preferences, for others than administrators too', async () => {
    await openScreen('/administration/user-preferences/security', testUser());
    const crumbs = within(await screen.findByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'User preferences',
    ]);
    await userEvent.click(crumbs.getByRole('link', { name: 'User preferences' }));
    expect(await screen.findByRole('heading', { name: 'User preferences' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Breadcrumbs' })).toBeNull();
  });
});
