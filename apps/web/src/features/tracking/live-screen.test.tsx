import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

// End-to-end tests cover the map: jsdom cannot draw it.
afterAll(() => vi.doUnmock('../../ui/map/fleet-map.tsx'));
vi.mock('../../ui/map/fleet-map.tsx', async () => ({
  FleetMap: (await import('./test-map.tsx')).TestMap,
}));

const vehicle = (id: number, registration: string, group: number) => ({
  ...{ id, registration, type: 'VAN', groups: [group], lat: 52, long: -1, dir: 0, speed: 0 },
  ...{ timestamp: '2026-11-21T09:59:00Z', ignition: false, state: 'stopped', driver: null },
  ...{ device_fault: null, display_units: [] },
});
const vehicles = [vehicle(1, 'AA1', 1), vehicle(2, 'BB2', 2), vehicle(3, 'BB3', 2)];
const current = () =>
  vehicles.map((one) => (one.id === 2 || !('state' in changes) ? { ...one, ...changes } : one));
const group = (id: number, name: string) => ({ id, name, vehicle_count: 1, moving_count: 0 });
/** Changes of the vehicle 2, and of all if there is no state. */
let changes: object;
let asked: URL[];
const count = (path: string) => asked.filter(({ pathname }) => pathname === path).length;

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  changes = {};
  asked = answerCalls({
    '/api/config/': () => ({ bases: {}, map: { style_url: null } }),
    '/api/track/live/': () => new Response(null, { status: 503 }),
    '/api/track/vehicle/2/stop/': () => ({ vehicle_id: 2, stopped_since: '2026-11-21T07:00:00Z' }),
    '/api/track/': () => ({ count: vehicles.length, results: current() }),
    '/api/collapsible/track/': () => ({ count: 2, results: [group(1, 'Leeds'), group(2, 'York')] }),
    '/api/expanded/track/': (url) => ({
      vehicles: current().filter(({ groups }) =>
        groups.includes(Number(url.searchParams.get('group_id'))),
      ),
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const list = async () => within(await screen.findByRole('list', { name: 'List' }));

describe('the live map', () => {
  it('[M-03] reloads the vehicles every 30 seconds while it is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    await openScreen('/telematics/track');
    await (await list()).findByText('York');
    const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    expect(count('/api/track/')).toBe(1);
    await pass(29_000);
    expect(count('/api/track/')).toBe(1);
    await pass(2000);
    expect(count('/api/track/')).toBe(2);
    await pass(30_000);
    expect(count('/api/track/')).toBe(3);
    cleanup();
    await pass(90_000);
    expect(count('/api/track/')).toBe(3);
  });

  it('[M-P01] a URL with a vehicle expands its group', async () => {
    await openScreen('/telematics/track?vehicle=3');
    const row = await (await list()).findByRole('button', { name: /BB3/ });
    expect(row.getAttribute('aria-pressed')).toBe('true');
    expect((await list()).queryByText('AA1')).toBeNull();
    fireEvent.click((await list()).getByRole('button', { name: /York/ }));
    expect((await list()).queryByText('BB3')).toBeNull();
  });

  it('[M-P01] a cluster at one place opens a spider to select a vehicle by keyboard', async () => {
    await openScreen('/telematics/track');
    await (await list()).findByText('York');
    fireEvent.click(await screen.findByRole('button', { name: 'Cluster' }));
    const name = '2 vehicles here: 2 Stopped';
    const here = within(await screen.findByRole('region', { name }));
    expect(here.queryByText('AA1')).toBeNull();
    expect(document.activeElement?.textContent).toBe('BB2Stopped');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    expect(document.activeElement?.textContent).toContain('BB3');
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
    expect(document.activeElement?.textContent).toContain('BB2');
    fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('region', { name })).toBeNull());
    expect(location.search).not.toContain('vehicle=');
    fireEvent.click(screen.getByRole('button', { name: 'Cluster' }));
    fireEvent.click(await screen.findByRole('button', { name: /BB3 Stopped/ }));
    await waitFor(() => expect(location.search).toContain('vehicle=3'));
    expect(screen.queryByRole('region', { name })).toBeNull();
  });

  it('Enter in the search selects the only match', async () => {
    await openScreen('/telematics/track?search=BB');
    await (await list()).findByText('BB3');
    const search = screen.getByRole('searchbox', { name: 'Search vehicles or drivers' });
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(location.search).not.toContain('vehicle=');
    fireEvent.change(search, { target: { value: 'BB2' } });
    await waitFor(() => expect(screen.queryByText('BB3')).toBeNull());
    fireEvent.keyDown(search, { key: 'Enter' });
    await waitFor(() => expect(location.search).toContain('vehicle=2'));
  });

  it('arrow keys in the search move through the matches, Enter selects one', async () => {
    await openScreen('/telematics/track?search=BB');
    await (await list()).findByText('BB3');
    const search = screen.getByRole('searchbox', { name: 'Search vehicles or drivers' });
    const key = (name: string) => fireEvent.keyDown(search, { key: name });
    key('ArrowDown');
    expect(await screen.findByText('BB2, Stopped, 1 of 2')).toBeTruthy();
    key('ArrowDown');
    key('ArrowDown');
    expect(await screen.findByText('BB3, Stopped, 2 of 2')).toBeTruthy();
    expect(document.querySelector('[data-highlighted]')?.textContent).toContain('BB3');
    key('Enter');
    await waitFor(() => expect(location.search).toContain('vehicle=3'));
    expect(document.querySelector('[data-highlighted]')).toBeNull();
  });

  it('[M-P02] following ends when the person moves the map', async () => {
    await openScreen('/telematics/track?vehicle=2&follow=1');
    expect(await screen.findByText('Following BB2')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Pan' }));
    await waitFor(() => expect(location.search).not.toContain('follow'));
    expect(screen.queryByText('Following BB2')).toBeNull();
  });

  it.each([
    ['private', { state: 'private', lat: null, long: null }, 0, 'BB2 is in private use now.'],
    ['offline', { state: 'offline' }, 25, 'BB2 is offline now.'],
  ])(
    '[M-P02] following ends with a message when the vehicle goes %s',
    async (_, news, hours, text) => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
      const now = Date.parse('2026-11-21T10:00:00Z');
      vi.setSystemTime(now);
      await openScreen('/telematics/track?vehicle=2&follow=1');
      await screen.findByText('Following BB2');
      changes = news;
      vi.setSystemTime(now + hours * 3_600_000);
      await act(() => vi.advanceTimersByTimeAsync(31_000));
      expect(await screen.findByText(new RegExp(`^${text}`))).toBeTruthy();
      await waitFor(() => expect(location.search).not.toContain('follow'));
      const button = await screen.findByRole('button', { name: 'Follow' });
      expect((button as HTMLButtonElement).disabled).toBe(true);
    },
  );

  it('the card says since when a vehicle has been stopped, and links to its other screens', async () => {
    await openScreen('/telematics/track?vehicle=2');
    expect(await screen.findByText(/^Stopped since 21 Nov, 07:00:00 \(/)).toBeTruthy();
    const links = within(screen.getByRole('navigation', { name: 'More about this vehicle' }));
    expect(links.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/telematics/trace?vehicleId=2',
      '/telematics/trip?vehicleId=2',
      '/vehicle-file/activity?vehicleId=2',
      '/defects?vehicle=2',
    ]);
  });

  it('the map says that no vehicle has a position yet', async () => {
    changes = { lat: null, long: null };
    await openScreen('/telematics/track');
    expect(await screen.findByText('No vehicle has sent a position yet.')).toBeTruthy();
  });
});
