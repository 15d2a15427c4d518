import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import { testUser } from '../../test-user.ts';
import { DriverVehiclePicker } from './driver-vehicle-picker.tsx';
import type { Chosen } from './kind.ts';
import { RepairerPicker } from './repairer-picker.tsx';
import { ScheduleTypesPicker } from './schedule-types-picker.tsx';
import { ask, asked, freshLists, last, list, pathOf, row, rows, show } from './test-lists.tsx';
import { TrackersPicker } from './trackers-picker.tsx';
import { VehiclesPicker } from './vehicles-picker.tsx';

freshLists();

function Several({ Of }: { readonly Of: typeof TrackersPicker }) {
  const [selected, setSelected] = useState<readonly Chosen[]>([]);
  return <Of selected={selected} onChange={setSelected} />;
}
let told: Chosen | null = null;
function One({ Of }: { readonly Of: typeof DriverVehiclePicker }) {
  const [selected, setSelected] = useState<Chosen | null>(null);
  return (
    <Of
      selected={selected}
      onChange={(next) => {
        told = next;
        setSelected(next);
      }}
    />
  );
}
const order = (heading: string) =>
  screen.getByRole('columnheader', { name: new RegExp(heading) }).getAttribute('aria-sort');
const numbered = (count: number, of: (n: number) => object) =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, permission: null, ...of(n) }));

describe('the trackers picker', () => {
  const showTrackers = async () => {
    show(<Several Of={TrackersPicker} />);
    await last().answer(
      list(
        { id: 1, tracker: '352093081452251', permission: null },
        { id: 2, tracker: '352093081452252', permission: 'admin' },
      ),
    );
  };

  it('[P-053] omits rows with the permission admin', async () => {
    await showTrackers();
    expect(rows()).toEqual(['352093081452251']);
  });

  it('[P-046] [P-047] [P-048] has its label, its placeholder and its column, descending', async () => {
    await showTrackers();
    expect(screen.getByRole('group', { name: 'Select a tracker for this vehicle:' })).toBeTruthy();
    expect(screen.getByPlaceholderText('Search trackers by number...')).toBeTruthy();
    expect(order('Tracker No.')).toBe('descending');
  });

  it('[P-045] [P-050] [P-052] selects several, counts them, and removes one by its chip', async () => {
    await showTrackers();
    expect(screen.getByRole('grid').getAttribute('aria-multiselectable')).toBe('true');
    expect(screen.getByText('0 trackers selected')).toBeTruthy();
    await userEvent.click(row('352093081452251'));
    expect(screen.getByText('1 tracker selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove 352093081452251' }));
    expect(screen.getByText('0 trackers selected')).toBeTruthy();
  });

  it('[P-051] is cleared by "clear all"', async () => {
    await showTrackers();
    await userEvent.click(row('352093081452251'));
    await userEvent.click(screen.getByRole('button', { name: 'clear all' }));
    expect(screen.getByText('0 trackers selected')).toBeTruthy();
  });

  it('[P-054] [P-055] requests 50 at first and shows 25 of them, then requests one page at a time', async () => {
    show(<Several Of={TrackersPicker} />);
    expect(pathOf(0)).toBe('/api/administration/trackers_list/');
    expect(ask(0)).toEqual({
      pageSize: '50',
      page: '1',
      ordering: 'tracker',
      orderingDirection: 'desc',
    });
    await last().answer({ count: 60, results: numbered(50, (n) => ({ tracker: `T${100 + n}` })) });
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('26');
    expect(screen.getByText('1–25 of 60')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(ask(1)).toMatchObject({ pageSize: '25', page: '2' });
  });

  it('[P-049] shows an empty state', async () => {
    show(<Several Of={TrackersPicker} />);
    await last().answer(list());
    expect(screen.getByText('No tracker data')).toBeTruthy();
    expect(screen.queryByText('Please change the search query')).toBeNull();
  });
});

describe('the vehicles picker', () => {
  const showVehicles = async () => {
    show(<Several Of={VehiclesPicker} />);
    const results = numbered(50, (n) => ({
      registration: `AB${10 + n} CDE`,
      permission: n === 3 ? 'admin' : null,
    }));
    await last().answer({ count: 70, results });
  };

  it('[P-071] [P-072] requests 50 at first, and shows 25 of them', async () => {
    await showVehicles();
    expect(pathOf(0)).toBe('/api/administration/vehicles/');
    expect(ask(0)).toEqual({ pageSize: '50', page: '1', ordering: '-registration' });
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('26');
    await userEvent.click(screen.getByRole('button', { name: /Registration/ }));
    expect(ask(1)).toEqual({ pageSize: '25', page: '1', ordering: 'registration' });
  });

  it('[P-070] omits rows with the permission admin', async () => {
    await showVehicles();
    expect(row('AB12 CDE')).toBeTruthy();
    expect(screen.queryByRole('row', { name: 'AB13 CDE' })).toBeNull();
  });

  it('[P-065] [P-066] [P-067] has its label, its placeholder and its column, descending', async () => {
    await showVehicles();
    expect(
      screen.getByRole('group', { name: 'Select Vehicles for this vehicle group:' }),
    ).toBeTruthy();
    expect(screen.getByPlaceholderText('Search vehicles by registration...')).toBeTruthy();
    expect(order('Registration')).toBe('descending');
  });

  it('[P-064] [P-069] selects several and counts them', async () => {
    await showVehicles();
    expect(screen.getByText('0 vehicles selected')).toBeTruthy();
    await userEvent.click(row('AB10 CDE'));
    expect(screen.getByText('1 vehicle selected')).toBeTruthy();
    await userEvent.click(row('AB11 CDE'));
    expect(screen.getByText('2 vehicles selected')).toBeTruthy();
  });

  it('[P-068] shows an empty state', async () => {
    show(<Several Of={VehiclesPicker} />);
    await last().answer(list());
    expect(screen.getByText('No vehicle data')).toBeTruthy();
  });
});

describe('the picker of a vehicle for a driver', () => {
  const showVehicles = async () => {
    show(<One Of={DriverVehiclePicker} />);
    await last().answer(
      list(
        { id: 4, registration: 'AB12 CDE', permission: null },
        { id: 5, registration: 'XX99 XXX', permission: 'admin' },
      ),
    );
  };

  it('[P-094] [P-095] requests 25, and omits rows with the permission admin', async () => {
    await showVehicles();
    expect(ask(0)).toEqual({ pageSize: '25', page: '1', ordering: 'registration' });
    expect(rows()).toEqual(['AB12 CDE']);
  });

  it('[P-087] [P-088] [P-089] has its label, its placeholder and its column', async () => {
    await showVehicles();
    expect(screen.getByRole('group', { name: 'Select a Vehicle for the Driver' })).toBeTruthy();
    expect(screen.getByPlaceholderText('Search vehicles by registration...')).toBeTruthy();
    expect(order('Registration')).toBe('ascending');
  });

  it('[P-086] [P-091] selects one, and shows which', async () => {
    await showVehicles();
    await userEvent.click(row('AB12 CDE'));
    expect(told).toEqual({ id: 4, name: 'AB12 CDE' });
    expect(screen.getByText('AB12 CDE is selected')).toBeTruthy();
    expect(row('AB12 CDE').querySelector('svg')).not.toBeNull();
  });

  it('[P-090] [P-092] [P-093] has a spinner, then neither rows nor pages', async () => {
    show(<One Of={DriverVehiclePicker} />);
    expect(document.querySelector('.picker-spinner')).not.toBeNull();
    await last().answer(list({ id: 4, registration: 'AB12 CDE', permission: null }));
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /Registration/ }));
    await last().answer(list());
    expect(screen.getByText('No vehicle data')).toBeTruthy();
    expect(screen.getByText('Please change the search query')).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });
});

describe('the schedule types picker', () => {
  const types = [
    { id: 1, name: 'Brake test', category: 'PMI' },
    { id: 2, name: 'MOT', category: 'MOT' },
    { id: 3, name: 'Annual PMI', category: 'PMI' },
  ];

  const showTypes = async () => {
    show(<Several Of={ScheduleTypesPicker} />);
    await last().answer(list(...types));
  };

  it('[P-037] [P-P02] searches by the name of the schedule', async () => {
    await showTypes();
    await userEvent.type(screen.getByPlaceholderText('Search by schedule name...'), 'brake');
    await vi.waitFor(
      () => expect(ask(asked.length - 1)).toMatchObject({ search: 'brake' }),
      20_000,
    );
  });

  it('[P-038] shows name and category, sorted by category at first', async () => {
    await showTypes();
    expect(rows()).toEqual(['MOT(MOT)', 'Annual PMI(PMI)', 'Brake test(PMI)']);
    expect([order('Category'), order('Name')]).toEqual(['ascending', 'none']);
  });

  it('[P-036] [P-041] [P-042] selects several, counts them, and removes one or all', async () => {
    await showTypes();
    await userEvent.click(screen.getByRole('row', { name: /MOT/ }));
    expect(screen.getByText('1 schedule selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove MOT' }));
    expect(screen.getByText('0 schedules selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('row', { name: /MOT/ }));
    await userEvent.click(screen.getByRole('row', { name: /Brake test/ }));
    expect(screen.getByText('2 schedules selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'clear all' }));
    expect(screen.getByText('0 schedules selected')).toBeTruthy();
  });

  it('[P-039] [P-043] [P-044] requests by name at first, then by the selected heading', async () => {
    show(<Several Of={ScheduleTypesPicker} />);
    expect(pathOf(0)).toBe('/api/schedule_types/');
    expect(ask(0)).toMatchObject({ pageSize: '50', ordering: 'name', orderingDirection: 'asc' });
    await last().answer({ count: 80, results: types });
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(ask(1)).toMatchObject({ page: '2', ordering: 'category' });
    await last().answer({ count: 80, results: types });
    // From here on sorted by the server.
    expect(rows()[0]).toBe('Brake test(PMI)');
  });

  it('[P-040] shows an empty state with a next step', async () => {
    show(<Several Of={ScheduleTypesPicker} />);
    await last().answer(list());
    expect(screen.getByText('No schedule type data')).toBeTruthy();
    expect(screen.getByText('Please change the search query')).toBeTruthy();
  });
});

describe('the repairer picker', () => {
  const repairers = [
    { id: 1, name: 'Wheels Ltd' },
    { id: 2, name: 'Axle & Sons' },
  ];
  const showRepairers = async (answer: unknown, customer = true) => {
    const user = testUser();
    const current = customer ? user : { ...user, user: { ...user.user, customers: [] } };
    show(
      <SessionContext.Provider value={{ current, records: [], update: () => undefined }}>
        <One Of={RepairerPicker} />
      </SessionContext.Provider>,
    );
    await last().answer(answer);
  };

  it('[P-031] [P-035] loads the whole list of the customer at once, more than 50, without pages', async () => {
    await showRepairers(numbered(60, (n) => ({ name: `Repairer ${n}` })));
    expect([pathOf(0), ask(0)]).toEqual(['/api/customer_repairers/1/', {}]);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('61');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  it('[P-029] [P-030] has its placeholder, and sorted names, reversed by the heading', async () => {
    await showRepairers(repairers);
    expect(screen.getByPlaceholderText('Search by repairer name...')).toBeTruthy();
    expect(rows()).toEqual(['Axle & Sons', 'Wheels Ltd']);
    expect(order('Name')).toBe('ascending');
    await userEvent.click(screen.getByRole('button', { name: /Name/ }));
    expect(rows()).toEqual(['Wheels Ltd', 'Axle & Sons']);
    expect(asked).toHaveLength(1);
  });

  it('[P-028] [P-033] [P-P01] selects one, and shows which', async () => {
    await showRepairers(repairers);
    await userEvent.click(row('Wheels Ltd'));
    expect(told).toEqual({ id: 1, name: 'Wheels Ltd' });
    expect(screen.getByText('Wheels Ltd is selected')).toBeTruthy();
    await userEvent.click(row('Axle & Sons'));
    expect(told).toEqual({ id: 2, name: 'Axle & Sons' });
    expect(screen.getAllByRole('row', { selected: true })).toHaveLength(1);
  });

  it('[P-034] hides names without the typed text after 150 ms, without a request', async () => {
    await showRepairers(repairers);
    vi.useFakeTimers();
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: '  WHEEL ' } });
    await act(() => vi.advanceTimersByTimeAsync(149));
    expect(rows()).toHaveLength(2);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(rows()).toEqual(['Wheels Ltd']);
    expect(asked).toHaveLength(1);
  });

  it('[O-24] requests customer 0 if there is none', async () => {
    await showRepairers([], false);
    expect(pathOf(0)).toBe('/api/customer_repairers/0/');
  });

  it('[P-032] [P-P01] shows an empty state', async () => {
    await showRepairers([]);
    expect(screen.getByText('No repairer data')).toBeTruthy();
  });

  it('with 100,000 rows has fewer than 2,000 elements', async () => {
    await showRepairers(numbered(100_000, (n) => ({ name: `Repairer ${n}` })));
    const grid = screen.getByRole('grid');
    await vi.waitFor(() => expect(grid.getAttribute('aria-rowcount')).toBe('100001'), 20_000);
    expect(screen.getAllByRole('row').length).toBeGreaterThan(5);
    expect(document.body.querySelectorAll('*').length).toBeLessThan(500);
  });
});
