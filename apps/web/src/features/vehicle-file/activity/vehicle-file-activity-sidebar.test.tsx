import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { storage } from '../../../session/storage.ts';
import { openScreen } from '../../../test-screen.tsx';
import { testUser } from '../../../test-user.ts';
import { activity, adminRecord } from '../test-records.ts';

import { last, open, searches, server, table, withActivityServer } from './test-activity-server.ts';

withActivityServer();

describe('the sidebar', () => {
  it('[G-11] [G-34] "Filter Vehicle File" is collapsible', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Filter Vehicle File' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Collapse the filter' }));
    const button = screen.getByRole('button', { name: 'Show the filter' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it('[G-35] finds vehicles by registration', async () => {
    await open();
    await table();
    const vehicle = screen.getByRole<HTMLInputElement>('combobox', { name: 'Vehicle' });
    fireEvent.focus(vehicle);
    fireEvent.change(vehicle, { target: { value: 'AB12' } });
    await userEvent.click(await screen.findByRole('option', { name: /AB12 CDE/ }));
    await waitFor(() => expect(last().vehicle).toBe('12'));
  });

  it('[G-36] [G-37] sets and moves the day', async () => {
    await open();
    await table();
    expect(screen.getByRole('button', { name: 'Custom' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    await waitFor(() => expect(last().fulfilled_at_date_range).toBe('21-11-2026,21-11-2026'));
    await userEvent.click(screen.getByRole('button', { name: 'Yesterday' }));
    await waitFor(() => expect(last().fulfilled_at_date_range).toBe('20-11-2026,20-11-2026'));
    await userEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    await waitFor(() => expect(last().fulfilled_at_date_range).toBe('19-11-2026,19-11-2026'));
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await waitFor(() => expect(last().fulfilled_at_date_range).toBe('20-11-2026,20-11-2026'));
  });

  it('[G-48] [G-52] [G-54] defaults to the audit trail and all investigations', async () => {
    await openScreen('/vehicle-file/activity', testUser(), [adminRecord('IsCustomerAdmin')]);
    await table();
    const isOn = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;
    expect(isOn('Show all audit trail')).toBe(true);
    expect(isOn('Show document/activity log date')).toBe(true);
    expect(isOn('Show pending investigations only')).toBe(false);
    expect(last()).not.toHaveProperty('filter_latest');
    expect(last()).not.toHaveProperty('has_pending_investigations');
  });

  it('[G-49] has no toggle for archived activities, which the URL shows', async () => {
    await open('?archived=1');
    await table();
    expect(last().archived).toBe('true');
    const toggles = screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'));
    expect(toggles.join()).not.toMatch(/archived/i);
  });

  it('[G-60] does not search with invalid days and no vehicle, but with either alone', async () => {
    await open('?startDate=2026-13-40&vehicleId=all');
    await screen.findByRole('combobox', { name: 'Depot' });
    expect(searches()).toHaveLength(0);
    cleanup();
    await open('?startDate=2026-13-40&vehicleId=12');
    await waitFor(() => expect(last().vehicle).toBe('12'));
  });

  it('[G-P06] keeps filters and page in the URL, and the fields in storage', async () => {
    server.answerList = () => ({ count: 240, count_is_limit: false, results: server.rows });
    await open();
    await table();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show all audit trail' }));
    await waitFor(() => expect(location.search).toContain('audit=0'));
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(location.search).toContain('page=2'));
    expect(location.search).toContain('audit=0');
    expect(storage.searchFields.get()).toMatchObject({ show_audit_trail: false });
  });

  it('[G-45] excludes the audit trail', async () => {
    await open();
    await table();
    const trail = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Show all audit trail' });
    expect(trail.checked).toBe(true);
    await userEvent.click(trail);
    await waitFor(() => expect(last().filter_latest).toBe('True'));
  });

  it('[G-43] [G-44] [G-99] offers types and depots, or none', async () => {
    await open();
    const type = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Document type' });
    const depot = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Depot' });
    await waitFor(() => expect(depot.options).toHaveLength(2));
    expect(type.options[0]?.text).toBe('-- None --');
    expect(depot.options[0]?.text).toBe('-- None --');
    await userEvent.selectOptions(depot, 'Leeds');
    await waitFor(() => expect(last().depot).toBe('3'));
    expect(server.asked.find(({ pathname }) => pathname.endsWith('_list_small/'))?.search).toBe('');
  });

  it('[G-43] [S-24] offers every type that a row can have, loaded in pages of 15', async () => {
    await open();
    const type = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Document type' });
    await waitFor(() => expect(type.options).toHaveLength(18));
    const calls = server.asked.filter(
      ({ pathname }) => pathname === '/api/vehicle_activity_types/',
    );
    expect(calls.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2']);
    expect(Object.fromEntries(calls[0]?.searchParams ?? [])).toEqual({
      page: '1',
      pageSize: '15',
      ordering: 'name',
    });
    await userEvent.selectOptions(type, 'Defect report');
    await waitFor(() => expect(last().activity_type).toBe('1'));
  });

  it('[G-38] [G-37] the day is today or custom, and moves', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Today' }));
    expect(storage.dateDay.get()).toBe('today');
    await waitFor(() => expect(last().fulfilled_at_date_range).toBe('21-11-2026,21-11-2026'));
    await userEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(storage.dateDay.get()).toBe('custom');
    await waitFor(() => expect(last().fulfilled_at_date_range).toBe('20-11-2026,20-11-2026'));
  });

  it.each(['IsGlobalAdmin', 'IsCustomerAdmin', 'IsUserVehicleAdmin'] as const)(
    '[G-46] [G-47] [U-44] shows the restricted toggles with %s',
    async (flag) => {
      await openScreen('/vehicle-file/activity', testUser(), [adminRecord(flag)]);
      expect(
        screen.getByRole('checkbox', { name: 'Show document/activity log date' }),
      ).toBeTruthy();
      expect(
        screen.getByRole('checkbox', { name: 'Show pending investigations only' }),
      ).toBeTruthy();
    },
  );

  it('[G-46] [G-47] [U-44] hides them from all others', async () => {
    await openScreen('/vehicle-file/activity', testUser(), [
      adminRecord('IsGlobalAdmin', 'DEFECT'),
    ]);
    await table();
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
  });

  it('[G-65] [G-71] log dates use another parameter and sort order', async () => {
    await openScreen('/vehicle-file/activity', testUser(), [adminRecord('IsCustomerAdmin')]);
    await table();
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Show document/activity log date' }),
    );
    await waitFor(() =>
      expect(last()).toMatchObject({
        date_range: '14-11-2026,21-11-2026',
        ordering: '-created_at',
      }),
    );
    expect(screen.getByRole('heading', { name: 'Vehicle File Activity' })).toBeTruthy();
  });

  it('[G-59] [G-73] the toggles search again', async () => {
    await openScreen('/vehicle-file/activity', testUser(), [adminRecord('IsCustomerAdmin')]);
    await table();
    expect(last()).not.toHaveProperty('has_pending_investigations');
    await userEvent.click(
      screen.getByRole('checkbox', { name: 'Show pending investigations only' }),
    );
    await waitFor(() => expect(last().has_pending_investigations).toBe('true'));
  });

  it('[G-14] shows the vehicle of a search in the toolbar', async () => {
    await open('?vehicleId=12');
    await table();
    await waitFor(() =>
      expect(document.querySelector('.selected-vehicle')?.textContent).toBe('AB12 CDE'),
    );
    expect(last().vehicle).toBe('12');
  });

  it('[G-55] [G-56] [G-98] a search stores its vehicle and its fields', async () => {
    await open('?vehicleId=12');
    await table();
    await waitFor(() => expect(storage.selectedVehicle.get()).toBe(12));
    expect(storage.searchFields.get()).toMatchObject({
      vehicle_id: 12,
      vehicle_name: 'AB12 CDE',
      show_audit_trail: true,
    });
    const groups = server.asked.find(({ pathname }) => pathname === '/api/vehicles_group_list/');
    expect(Object.fromEntries(groups?.searchParams ?? [])).toEqual({
      pageSize: '400',
      page: '1',
      ordering: 'name',
      trackers_only: 'true',
      brief: 'true',
    });
  });

  it('[G-57] "Search" reloads from the server', async () => {
    await open();
    await table();
    server.rows = [activity(7, { description: 'Entered since' })];
    expect(screen.queryByText('Entered since')).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Entered since')).toBeTruthy();
  });

  it('[G-58] "Search" invalidates a loaded trace, and nothing else of the fleet', async () => {
    const seen: QueryClient[] = [];
    const mount = vi.spyOn(QueryClient.prototype, 'mount').mockImplementation(function (
      this: QueryClient,
    ) {
      seen.push(this);
    });
    await open();
    mount.mockRestore();
    await table();
    const client = seen.at(-1) as QueryClient;
    client.setQueryData(['trace', 12], { points: [] });
    client.setQueryData(['other'], 1);
    await userEvent.click(await screen.findByRole('button', { name: 'Search' }));
    await waitFor(() => expect(client.getQueryState(['trace', 12])?.isInvalidated).toBe(true));
    expect(client.getQueryState(['other'])?.isInvalidated).toBe(false);
  });
});
