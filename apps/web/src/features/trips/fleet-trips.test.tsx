import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshScreens, openScreen } from '../../test-screen.tsx';
import { FAILED, LINES, query, rows, SEVERAL, serve, table } from './test-fleet.ts';

freshScreens();
afterEach(() => vi.restoreAllMocks());

describe('the trips of several vehicles', () => {
  it('[M-11] are selected by vehicle or depot, also by keyboard, and loaded in one call', async () => {
    const server = serve();
    await openScreen('/telematics/trip?vehicleId=11');
    await screen.findByRole('button', { name: /AB11 CAR/, pressed: true });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    const leeds = await screen.findByRole<HTMLInputElement>('checkbox', {
      name: 'Select all vehicles of Leeds',
    });
    expect(leeds.indeterminate).toBe(true);
    const box = (name: string) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`${name}$`) });
    expect([box('AB11 CAR').checked, box('AB12 VAN').checked]).toEqual([true, false]);
    box('AB11 CAR').focus();
    await userEvent.keyboard('{ArrowDown}');
    await waitFor(() => expect(document.activeElement).toBe(box('AB12 VAN')));
    await userEvent.keyboard(' ');
    expect([leeds.indeterminate, leeds.checked]).toEqual([false, true]);
    expect(box('All vehicles').indeterminate).toBe(true);
    await userEvent.click(box('Select all vehicles of York'));
    expect(box('All vehicles').indeterminate).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Show trips of 3 vehicles' }));
    await waitFor(() => expect(server.asked()).toEqual(['11', '11,12,21']));
    expect(query().get('vehicles')).toBe('11,12,21');
    window.history.back();
    await waitFor(() => expect(query().get('vehicles')).toBe('11'));
    await waitFor(() => expect(box('AB12 VAN').checked).toBe(false));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    await screen.findByRole('button', { name: /AB11 CAR/, pressed: true });
    expect(query().has('vehicles')).toBe(false);
  });

  it('[M-P07] fill one table as they arrive, with totals per vehicle and overall', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toEqual(['11,12,21']));
    server.send(LINES[12]);
    await screen.findByText('1 of 3 vehicles');
    expect(await rows()).toEqual(['AB12 VAN | 1 trip', expect.stringMatching(/AB12 VAN .*:00/)]);
    server.send(LINES[11]);
    await screen.findByText('2 of 3 vehicles');
    server.send(FAILED);
    server.end();
    await screen.findByRole('button', { name: 'Load the missing vehicle' });
    expect((await rows()).filter((row) => !/:00:00/.test(row))).toEqual([
      'AB11 CAR | 2 trips',
      'AB12 VAN | 1 trip',
      'YO21 VAN | ⚠ The trips of this vehicle could not be loaded.',
    ]);
    const foot = (await table()).querySelector('tfoot');
    expect(foot?.textContent).toContain('All vehicles3 trips');
    expect(foot?.textContent).toContain('60.00 mi');
    await userEvent.click(within(await table()).getByRole('button', { name: 'Distance' }));
    await userEvent.click(within(await table()).getByRole('button', { name: /Distance/ }));
    // Failed vehicles first, then the longest trip.
    expect((await rows()).map((row) => row.slice(0, 8))).toEqual([
      'YO21 VAN',
      'AB11 CAR',
      'AB12 VAN',
      'AB11 CAR',
    ]);
  });

  it('[M-P07] show a trip of any vehicle on the map, and return to one vehicle', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    server.send(LINES[12]);
    await screen.findByText('2 of 3 vehicles');
    await userEvent.click(
      within(await table()).getAllByRole('button', { name: 'AB12 VAN' })[1] as HTMLElement,
    );
    await waitFor(() => expect(query().get('trip')).toBe('3'));
    expect(query().get('vehicleId')).toBe('12');
    await screen.findByText('On the map: AB12 VAN');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    await screen.findByRole('button', { name: /AB12 VAN/, pressed: true });
  });

  it('[M-P07] stop on request, and resume with the missing vehicles', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    await screen.findByText('1 of 3 vehicles');
    await userEvent.click(screen.getByRole('button', { name: 'Stop loading' }));
    await userEvent.click(
      await screen.findByRole('button', { name: 'Load the 2 missing vehicles' }),
    );
    await waitFor(() => expect(server.asked()).toEqual(['11,12,21', '12,21']));
    server.send(LINES[12]);
    await screen.findByText('2 of 3 vehicles');
    server.breakOff();
    await screen.findByText('Network response was not OK');
    expect(await rows()).toHaveLength(5);
    await screen.findByRole('button', { name: 'Load the missing vehicle' });
  });

  it('[M-P07] [T-07] end with an error at a line that is not of the contract', async () => {
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    server.send({ ...LINES[12], results: [{ id: 3 }] });
    await screen.findByText('Network response was not OK');
    expect((await rows()).map((row) => row.slice(0, 8))).toEqual(Array(3).fill('AB11 CAR'));
    await screen.findByRole('button', { name: 'Load the 2 missing vehicles' });
  });

  it('[M-11] are limited to the maximum of the call, and empty without a selection', async () => {
    serve();
    await openScreen('/telematics/trip?vehicles=none');
    await screen.findByText('No vehicle selected');
    const show = await screen.findByRole<HTMLButtonElement>('button', { name: /^Show trips of 0/ });
    expect(show.disabled).toBe(true);
  });
});
