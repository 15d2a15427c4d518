import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';

// End-to-end tests cover the map: jsdom cannot draw it.
afterAll(() => vi.doUnmock('../../ui/map/fleet-map.tsx'));
vi.mock('../../ui/map/fleet-map.tsx', () => ({
  FleetMap: ({ onBadge }: { onBadge: (ids: readonly number[]) => void }) => (
    <button type="button" onClick={() => onBadge([2, 3])}>
      Badge
    </button>
  ),
}));

const vehicle = (id: number, registration: string, group: number) => ({
  ...{ id, registration, type: 'VAN', groups: [group], lat: 52, long: -1, dir: 0, speed: 0 },
  ...{ timestamp: '2026-11-21T09:59:00Z', ignition: false, state: 'stopped', driver: null },
  ...{ device_fault: null, display_units: [] },
});
const vehicles = [vehicle(1, 'AA1', 1), vehicle(2, 'BB2', 2), vehicle(3, 'BB3', 2)];
const group = (id: number, name: string) => ({ id, name, vehicle_count: 1, moving_count: 0 });
let asked: URL[];
const count = (path: string) => asked.filter(({ pathname }) => pathname === path).length;

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  asked = answerCalls({
    '/api/config/': () => ({ bases: {}, map: { style_url: null } }),
    '/api/track/live/': () => new Response(null, { status: 503 }),
    '/api/track/': () => ({ count: vehicles.length, results: vehicles }),
    '/api/collapsible/track/': () => ({ count: 2, results: [group(1, 'Leeds'), group(2, 'York')] }),
    '/api/expanded/track/': (url) => ({
      vehicles: vehicles.filter(({ groups }) =>
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

  it('[M-P01] a badge of several vehicles opens a list to select one', async () => {
    await openScreen('/telematics/track');
    await (await list()).findByText('York');
    fireEvent.click(await screen.findByRole('button', { name: 'Badge' }));
    const here = within(await screen.findByRole('region', { name: 'Vehicles at this place' }));
    expect(here.getByRole('heading').textContent).toBe('2 vehicles here');
    expect(here.queryByText('AA1')).toBeNull();
    expect(document.activeElement?.textContent).toContain('BB2');
    fireEvent.click(here.getByRole('button', { name: /BB3/ }));
    await waitFor(() => expect(location.search).toContain('vehicle=3'));
    expect(screen.queryByRole('region', { name: 'Vehicles at this place' })).toBeNull();
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
});
