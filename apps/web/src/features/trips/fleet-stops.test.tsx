import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { freshScreens, openScreen } from '../../test-screen.tsx';
import { FAILED, LINES, query, rows, SEVERAL, serve, table, WITH_STOPS } from './test-fleet.ts';

freshScreens();
afterEach(() => vi.restoreAllMocks());

describe('the stops and schedules of several vehicles', () => {
  it('[M-11] [M-13] [M-P07] have the stops after their trips by vehicle and by time, also in the file', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report');
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue(undefined);
    const server = serve();
    await openScreen(SEVERAL);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(WITH_STOPS[11]);
    server.send(WITH_STOPS[12]);
    server.end();
    await screen.findByText('2 of 3 vehicles');
    const time = /^(\w+ \w+) \| 20 Nov, (\d\d):00:00$/;
    const short = async () => (await rows()).map((row) => row.replace(time, '$1 | $2'));
    const byVehicle = [
      ...['AB11 CAR | 2 trips', 'AB11 CAR | 07', 'AB11 CAR | 1Stop', 'AB11 CAR | 09'],
      ...['AB12 VAN | 1 trip', 'AB12 VAN | 08', 'AB12 VAN | 1Stop'],
    ];
    expect(await short()).toEqual(byVehicle);
    const stop = (await table()).querySelectorAll('tbody tr')[2];
    const cells = [...(stop?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent);
    expect(cells).toEqual(['AB11 CAR', '1Stop', 'York', '', '', '', '', '', '1h 30m', '', '', '']);
    const sortBy = async (name: RegExp) =>
      userEvent.click(within(await table()).getByRole('button', { name }));
    await sortBy(/^Start time/);
    const byTime = [
      '11 CAR | 07',
      '11 CAR | 1Stop',
      '12 VAN | 08',
      '12 VAN | 1Stop',
      '11 CAR | 09',
    ];
    const upwards = byTime.map((row) => `AB${row}`);
    expect(await short()).toEqual(upwards);
    await sortBy(/^Start time/);
    expect(await short()).toEqual([...upwards].reverse());
    await sortBy(/^Distance/);
    expect((await short()).filter((row) => row.endsWith('Stop'))).toEqual([]);
    await sortBy(/^Vehicle/);
    const download = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Download' }));
      await userEvent.click(screen.getByRole('button', { name: /^CSV/ }));
      await screen.findByRole('button', { name: 'Download' });
      return [server.report()?.getAll('vehicles').join(), server.report()?.get('stops')];
    };
    expect(await download()).toEqual(['11,12', 'true']);
    screen.getByRole('checkbox', { name: 'Show stops' }).focus();
    await userEvent.keyboard(' ');
    expect((await short()).filter((row) => row.endsWith('Stop'))).toEqual([]);
    expect(await download()).toEqual(['11,12', 'false']);
    // The setting stays when the screen shows one vehicle.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Several vehicles' }));
    await screen.findByRole('button', { name: /AB11 CAR/, pressed: true });
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Show stops' });
    expect(box.checked).toBe(false);
  });

  it('[M-11] [M-P07] are scheduled as selected, without those that are not visible', async () => {
    const server = serve();
    await openScreen(SEVERAL.replace('21&', '21%2C98&'));
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(LINES[11]);
    server.send(FAILED);
    const error = { detail: 'Not found.', code: 'request.not_found' };
    server.send({ vehicle: { id: 98, registration: null }, error });
    server.end();
    await screen.findByRole('button', { name: 'Load the 3 missing vehicles' });
    await userEvent.click(screen.getByRole('button', { name: 'Download' }));
    await userEvent.click(screen.getByRole('button', { name: 'Schedule e-mails' }));
    await userEvent.click(await screen.findByRole('button', { name: 'New schedule' }));
    await screen.findByRole('button', { name: 'Vehicles: All 3' });
    const stops = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Include stops' });
    expect(stops.checked).toBe(true);
    await userEvent.type(screen.getByLabelText('Name'), 'Weekly');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.schedules).toHaveLength(1));
    expect(server.schedules[0]).toMatchObject({ vehicles: [11, 12, 21], stops: true });
  });

  it('[M-13] show the stop of any vehicle on the map', async () => {
    const server = serve();
    await openScreen(`${SEVERAL}&trip=1`);
    await waitFor(() => expect(server.asked()).toHaveLength(1));
    server.send(WITH_STOPS[11]);
    server.send(WITH_STOPS[12]);
    await screen.findByText('2 of 3 vehicles');
    const stop = (await table()).querySelectorAll('tbody tr')[6];
    await userEvent.click(stop?.querySelector('.row-button') as HTMLElement);
    await screen.findByText('On the map: AB12 VAN');
    expect(query().has('trip')).toBe(false);
  });
});
