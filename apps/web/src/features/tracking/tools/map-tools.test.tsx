import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';

afterAll(() => vi.doUnmock('../../../ui/map/fleet-map.tsx'));
vi.mock('../../../ui/map/fleet-map.tsx', async () => ({
  FleetMap: (await import('../test-map.tsx')).TestMap,
}));

const vehicle = (id: number, lat: number) => ({
  ...{ id, registration: `A${id}`, type: 'VAN', groups: [1], lat, long: -1, dir: 0, speed: 0 },
  ...{ timestamp: new Date().toISOString(), ignition: false, state: 'stopped', driver: null },
  ...{ device_fault: null, display_units: [] },
});
const vehicles = [vehicle(1, 54), vehicle(2, 52), vehicle(3, 53)];
const depots = [
  { id: 5, name: 'Leeds', lat: 54, long: -1, address: null },
  { id: 6, name: 'Leeds South', lat: null, long: null, address: 'Hunslet Road, Leeds' },
  { id: 7, name: 'Leeds West', lat: null, long: null, address: null },
];
const TRAFFIC = { tiles: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'Example' };
let traffic: typeof TRAFFIC | null;
let asked: URL[];

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  traffic = null;
  asked = answerCalls({
    '/api/config/': () => ({ bases: {}, map: { style_url: null, traffic } }),
    '/api/track/live/': () => new Response(null, { status: 503 }),
    '/api/track/depots/': () => ({ count: depots.length, results: depots }),
    '/api/track/': () => ({ count: vehicles.length, results: vehicles }),
    '/api/collapsible/track/': () => ({ count: 0, results: [] }),
    '/api/geofence/': () => ({ count: 0, results: [] }),
    '/api/maps/geocode/': (url) => ({
      count: 1,
      results: [
        {
          place_id: 'p1',
          address: `${url.searchParams.get('address')}, England`,
          lat: 53,
          long: -1,
        },
      ],
    }),
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(tool: string, user = testUser()) {
  await openScreen('/telematics/track', user);
  fireEvent.click(await screen.findByRole('button', { name: tool }));
}
const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const layers = () => screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent);

describe('the layers of the live map', () => {
  it('[M-P01] are labels, geofences and depots; the choice is kept in the browser', async () => {
    await open('Layers');
    expect(layers()).toEqual(['Vehicle labels', 'Geofences', 'Depots']);
    fireEvent.click(screen.getByLabelText('Depots'));
    fireEvent.click(screen.getByLabelText('Vehicle labels'));
    expect(await screen.findByText('2 depots have no position.')).toBeTruthy();
    cleanup();
    await open('Layers');
    const state = (name: string) => (screen.getByLabelText(name) as HTMLInputElement).checked;
    expect(['Vehicle labels', 'Geofences', 'Depots'].map(state)).toEqual([false, false, true]);
  });

  it('have traffic if it is configured', async () => {
    traffic = TRAFFIC;
    await open('Layers');
    expect(layers()).toContain('Traffic');
  });

  it('have no geofences for a person without their module', async () => {
    await open('Layers', testUser({ role: 'MANAGER', modules: ['Track'] }));
    expect(layers()).toEqual(['Vehicle labels', 'Depots']);
  });
});

describe('the nearest vehicles', () => {
  const names = async () =>
    (await (await panel('Nearest vehicles')).findAllByRole('listitem')).map(
      (row) => row.querySelector('strong')?.textContent,
    );

  it('of a depot are listed with distance, state and age, and can be selected', async () => {
    await open('Nearest vehicles');
    const tool = await panel('Nearest vehicles');
    fireEvent.change(tool.getByRole('searchbox'), { target: { value: 'leeds' } });
    fireEvent.click(await tool.findByRole('button', { name: /^Leeds ?Depot$/ }));
    const rows = within(await tool.findByRole('list', { name: 'Nearest to Leeds' }));
    const [first, second] = rows.getAllByRole('button').map(({ textContent }) => textContent);
    expect(first).toMatch(/^A1Stopped0\.00 mi\d+s ago$/);
    expect(second).toMatch(/^A3Stopped69\.09 mi/);
    fireEvent.click(rows.getByRole('button', { name: /A3/ }));
    await waitFor(() => expect(location.search).toContain('vehicle=3'));
  });

  it('of an address, with Enter for the first match', async () => {
    await open('Nearest vehicles');
    const tool = await panel('Nearest vehicles');
    const search = tool.getByRole('searchbox');
    fireEvent.change(search, { target: { value: 'Daventry' } });
    await tool.findByText('Daventry, England');
    fireEvent.keyDown(search, { key: 'Enter' });
    await tool.findByText('Nearest to Daventry, England');
    expect(await names()).toEqual(['A3', 'A1', 'A2']);
  });

  it('of a depot without a position are found by its address', async () => {
    await open('Nearest vehicles');
    const tool = await panel('Nearest vehicles');
    const search = (value: string) =>
      fireEvent.change(tool.getByRole('searchbox'), { target: { value } });
    search('leeds w');
    fireEvent.click(await tool.findByRole('button', { name: /^Leeds West/ }));
    expect((await tool.findByRole('alert')).textContent).toContain('not known');
    search('leeds s');
    fireEvent.click(await tool.findByRole('button', { name: /^Leeds South/ }));
    await tool.findByText('Nearest to Leeds South');
    expect(asked.some((url) => url.searchParams.get('address') === 'Hunslet Road, Leeds')).toBe(
      true,
    );
  });

  it('of a point that is picked on the map', async () => {
    await open('Nearest vehicles');
    const tool = await panel('Nearest vehicles');
    fireEvent.click(tool.getByRole('button', { name: 'Pick on the map' }));
    fireEvent.click(screen.getByRole('button', { name: 'Pick' }));
    await tool.findByText('Nearest to Selected point');
    expect(await names()).toEqual(['A2', 'A3', 'A1']);
    fireEvent.keyDown(tool.getByRole('searchbox'), { key: 'Escape' });
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Nearest vehicles' })).toBeNull(),
    );
  });
});

describe('measuring', () => {
  it('adds points on the map, at its centre and by coordinates, and removes the last', async () => {
    await open('Measure');
    const tool = await panel('Measure');
    const result = () => tool.getByRole('status').textContent;
    fireEvent.click(screen.getByRole('button', { name: 'Pick' }));
    expect(result()).toBe('Select two or more points on the map.');
    const coordinates = tool.getByRole('textbox', { name: 'Latitude, longitude' });
    fireEvent.change(coordinates, { target: { value: 'here' } });
    fireEvent.click(tool.getByRole('button', { name: 'Add' }));
    expect(tool.getByRole('alert').textContent).toBe('Enter coordinates such as 52.2, -1.2.');
    fireEvent.change(coordinates, { target: { value: '53, -1' } });
    fireEvent.click(tool.getByRole('button', { name: 'Add' }));
    expect(result()).toBe('69.09 mi');
    fireEvent.click(tool.getByRole('button', { name: 'Add map centre' }));
    expect(result()).toBe('138.19 mi');
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true });
    expect(result()).toBe('69.09 mi');
    fireEvent.click(tool.getByRole('button', { name: 'Undo' }));
    fireEvent.click(tool.getByRole('button', { name: 'Clear' }));
    expect(result()).toBe('Select two or more points on the map.');
  });

  it('[S-04] shows areas in the units of the reader', async () => {
    const { user, ...rest } = testUser();
    const metric = { ...user, prefs: { ...user.prefs, units_distance: 'KMS' as const } };
    await open('Measure', { ...rest, user: metric });
    const tool = await panel('Measure');
    fireEvent.click(tool.getByLabelText('Area'));
    for (const value of ['52, 0', '52, 0.01', '52.01, 0.01']) {
      const coordinates = tool.getByRole('textbox', { name: 'Latitude, longitude' });
      fireEvent.change(coordinates, { target: { value } });
      fireEvent.click(tool.getByRole('button', { name: 'Add' }));
    }
    expect(tool.getByRole('status').textContent).toBe('38.06 ha');
  });
});
