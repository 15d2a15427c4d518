import { describe, expect, it } from 'vitest';
import { toFeatures } from '../../ui/map/fleet-layers.ts';
import { rowsOf } from './fleet-list.tsx';
import { FleetStore, type TrackVehicle } from './fleet-store.ts';
import { EventCutter } from './live/live-stream.ts';
import { displayText } from './tracking-display.ts';
import { countStates, matches } from './tracking-filters.ts';

/** Texts as their keys. */
const t = ((key: string) => key) as unknown as Parameters<typeof displayText>[2];

const NOW = Date.parse('2026-11-21T10:00:00Z');

function vehicle(id: number, changes: Partial<TrackVehicle> = {}): TrackVehicle {
  return {
    id,
    registration: `A${id}`,
    type: 'VAN',
    groups: [1],
    lat: 52,
    long: -1,
    dir: 90,
    timestamp: '2026-11-21T09:59:00Z',
    speed: 50,
    ignition: true,
    state: 'moving',
    driver: null,
    device_fault: null,
    display_units: [],
    ...changes,
  };
}

describe('fleet', () => {
  it('registrations are in natural order', () => {
    const store = new FleetStore();
    store.take([vehicle(10), vehicle(2), vehicle(1)], true);
    expect(store.all.map(({ registration }) => registration)).toEqual(['A1', 'A2', 'A10']);
  });

  it('a vehicle never goes back in time, in any order of arrival', () => {
    const store = new FleetStore();
    store.take([vehicle(1, { timestamp: '2026-11-21T09:59:30Z', speed: 80 })], true);
    store.update([{ ...vehicle(1, { timestamp: '2026-11-21T09:59:10Z', speed: 10 }) }]);
    expect(store.get(1)?.speed).toBe(80);
    store.take([vehicle(1, { timestamp: '2026-11-21T09:59:20Z', speed: 20 })], true);
    expect(store.get(1)?.speed).toBe(80);
    store.update([{ ...vehicle(1, { timestamp: '2026-11-21T09:59:40Z', speed: 90 }) }]);
    expect(store.get(1)?.speed).toBe(90);
  });

  it('of two states in one second the later received is shown', () => {
    const store = new FleetStore();
    store.take([vehicle(1, { timestamp: '2026-11-21T09:59:30Z', speed: 80 })], true);
    store.update([{ ...vehicle(1, { timestamp: '2026-11-21T09:59:30Z', speed: 70 }) }]);
    expect(store.get(1)?.speed).toBe(70);
  });

  it('a vehicle that left the scope is removed by the next list', () => {
    const store = new FleetStore();
    store.take([vehicle(1), vehicle(2)], true);
    store.take([vehicle(2)], true);
    expect(store.all.map(({ id }) => id)).toEqual([2]);
  });

  it('[M-P03] states change by time alone', () => {
    const store = new FleetStore();
    store.take([vehicle(1)], true);
    store.age(NOW);
    expect(store.get(1)?.state).toBe('moving');
    store.age(NOW + 11 * 60_000);
    expect(store.get(1)?.state).toBe('stopped');
    store.age(NOW + 25 * 3_600_000);
    expect(store.get(1)?.state).toBe('offline');
  });

  it('[M-P01] an expanded group shows its vehicles, a collapsed one their number', () => {
    const groups = [{ id: 1, name: 'Leeds', vehicle_count: 2, moving_count: 2 }];
    const all = [vehicle(1), vehicle(2)];
    expect(rowsOf(groups, 'depot', all, new Set(), false)).toHaveLength(1);
    expect(rowsOf(groups, 'depot', all, new Set([1]), false)).toHaveLength(3);
  });

  it('[M-P02] [R-081] vehicles group by driver too', () => {
    const groups = [{ id: 9, name: 'Ada Lovelace', vehicle_count: 1, moving_count: 1 }];
    const driven = vehicle(1, { driver: { id: 9, first_name: 'Ada', surname: 'Lovelace' } });
    expect(rowsOf(groups, 'driver', [driven, vehicle(2)], new Set([9]), false)).toHaveLength(2);
  });

  it('search finds registration and driver, states filter', () => {
    const driven = vehicle(1, { driver: { id: 9, first_name: 'Ada', surname: 'Lovelace' } });
    const filter = { search: 'love', states: new Set<'moving' | 'idle'>() };
    expect(matches(driven, filter)).toBe(true);
    expect(matches(vehicle(2), filter)).toBe(false);
    expect(matches(driven, { search: '', states: new Set(['idle']) })).toBe(false);
    expect(countStates([driven, vehicle(2, { state: 'idle' })])).toMatchObject({
      moving: 1,
      idle: 1,
    });
  });

  it('[M-P01] a marker has the icon of its type, turns to its heading, and shows its state', () => {
    const { features } = toFeatures([
      {
        id: 1,
        registration: 'A1',
        type: 'STR',
        state: 'moving',
        latitudeDeg: 52,
        longitudeDeg: -1,
        headingDeg: 90,
      },
      {
        id: 2,
        registration: 'A2',
        type: 'BIK',
        state: 'stopped',
        latitudeDeg: 52,
        longitudeDeg: -1,
        headingDeg: 90,
      },
    ]);
    expect(features[0]?.properties).toMatchObject({
      icon: 'type-STR',
      ground: 'ground-moving',
      turn: 90,
    });
    expect(features[1]?.properties).toMatchObject({ turn: 0, registration: 'A2' });
  });

  it.each([
    [
      'date_time',
      { date_value: '2026-11-21T09:00:00Z', value: null, text: null },
      '21 Nov, 09:00:00',
    ],
    ['address_location', { date_value: null, value: null, text: 'Daventry' }, 'Daventry'],
    ['odo', { date_value: null, value: 160_900, text: null }, '100 mi'],
    ['battery', { date_value: null, value: 81, text: null }, '81 %'],
    ['battery', { date_value: null, value: 81, text: '12.6 V', volts: 12.62 }, '81 % (12.6 V)'],
    ['battery', { date_value: null, value: null, text: '12.6 V', volts: 12.62 }, '12.6 V'],
    ['battery', { date_value: null, value: null, text: null, volts: null }, null],
    ['temperature', { date_value: null, value: -18, text: null }, '-18.0 °C'],
  ] as const)('[M-06] [V-44] %s is shown by its unit type', (unit_type, rest, text) => {
    const dates = { timeZone: 'Europe/London', dateFormat: null, timeFormat: null };
    expect(
      displayText(
        { unit_type, ...rest },
        { unit: 'MLS', dates, locale: 'en-GB', currency: 'GBP' },
        t,
      ),
    ).toBe(text);
  });

  it('parses events of a stream in chunks of any size', () => {
    const cutter = new EventCutter();
    const text =
      'retry: 2000\n\nevent: positions\ndata: [1]\n\n: still here\n\nevent: positions\ndata: [2]\n\n';
    const events = [...text].flatMap((letter) => cutter.push(letter));
    expect(events.map(({ data }) => data)).toEqual(['[1]', '[2]']);
  });
});
