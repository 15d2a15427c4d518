import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { DepotsPicker } from './depots-picker.tsx';
import { DriverPicker } from './driver-picker.tsx';
import { DriverVehiclePicker } from './driver-vehicle-picker.tsx';
import type { Chosen } from './kind.ts';
import { RegionsPicker } from './regions-picker.tsx';
import { ask, asked, freshLists, last, list, pathOf, row, rows, show } from './test-lists.tsx';

freshLists();

const named = (name: string, id: number) => ({ id, name, permission: null });
const NORTH = named('North', 1);
const SOUTH = named('South', 2);
let told: (readonly Chosen[])[] = [];
function Several({ Of, from = [] }: { Of: typeof RegionsPicker; from?: readonly Chosen[] }) {
  const [selected, setSelected] = useState(from);
  const change = (next: readonly Chosen[]) => {
    told.push(next);
    setSelected(next);
  };
  return <Of selected={selected} onChange={change} />;
}
async function showRegions(...rows: object[]) {
  told = [];
  show(<Several Of={RegionsPicker} />);
  await last().answer(list(...rows));
}
describe('a picker', () => {
  it('[P-001] shows the clear button from the first character, and hides it with the last', async () => {
    await showRegions(NORTH);
    const clear = () => screen.queryByRole('button', { name: 'Clear the search' });
    expect(clear()).toBeNull();
    await userEvent.type(screen.getByRole('searchbox'), 'n');
    expect(clear()).not.toBeNull();
    await userEvent.type(screen.getByRole('searchbox'), '{Backspace}');
    expect(clear()).toBeNull();
    await userEvent.type(screen.getByRole('searchbox'), 'no');
    await userEvent.click(clear() as HTMLElement);
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  });

  const busy = () => document.querySelector('.picker-list')?.getAttribute('aria-busy');

  it('[P-002] [P-011] has a spinner exactly while a request runs', async () => {
    show(<Several Of={RegionsPicker} />);
    expect([busy(), document.querySelectorAll('.picker-spinner').length]).toEqual(['true', 1]);
    await last().answer(list(NORTH));
    expect([busy(), document.querySelectorAll('.picker-spinner').length]).toEqual(['false', 0]);
    await userEvent.click(screen.getByRole('button', { name: /Name/ }));
    expect(busy()).toBe('true');
    // The present rows stay visible meanwhile.
    expect(rows()).toEqual(['North']);
    await last().answer({}, 500);
    expect([busy(), document.querySelectorAll('.picker-spinner').length]).toEqual(['false', 0]);
  });

  it.each([
    ['[P-085] of drivers', <DriverPicker key="d" selected={null} onChange={() => undefined} />],
    [
      '[P-096] of vehicles for a driver',
      <DriverVehiclePicker key="v" selected={null} onChange={() => undefined} />,
    ],
  ])('is busy while a request runs, and empty after one that failed: %s', async (_, picker) => {
    show(picker);
    expect(busy()).toBe('true');
    await last().answer({}, 500);
    await waitFor(() => expect([busy(), rows()]).toEqual(['false', []]));
  });

  it('[P-007] [P-009] [P-010] searches 150 ms after typing, from page 1, and cancels older requests', async () => {
    await showRegions(NORTH, SOUTH);
    vi.useFakeTimers();
    const search = screen.getByRole('searchbox');
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    fireEvent.change(search, { target: { value: 'n' } });
    await wait(149);
    fireEvent.change(search, { target: { value: ' no ' } });
    await wait(149);
    expect(asked).toHaveLength(1);
    await wait(1);
    expect(asked).toHaveLength(2);
    expect(ask(1)).toMatchObject({ search: 'no', page: '1' });
    fireEvent.change(search, { target: { value: 'nor' } });
    await wait(150);
    expect(asked[1]?.signal?.aborted).toBe(true);
    expect(last().signal?.aborted).toBe(false);
  });

  it('[P-008] [P-P03] has pages of 25, 50, 75 and 100', async () => {
    show(<Several Of={RegionsPicker} />);
    await last().answer({ count: 120, results: [NORTH] });
    const rowsOfPage = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows' });
    const sizes = within(rowsOfPage).getAllByRole('option');
    expect(sizes.map(({ textContent }) => textContent)).toEqual(['25', '50', '75', '100']);
    expect(rowsOfPage.value).toBe('50');
  });

  it('[P-009] [P-010] loads again at each change, from page 1 with another sorting or size', async () => {
    show(<Several Of={RegionsPicker} />);
    await last().answer({ count: 120, results: [NORTH] });
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    expect(ask(1)).toMatchObject({ page: '2', pageSize: '50', orderingDirection: 'asc' });
    await last().answer({ count: 120, results: [SOUTH] });
    await userEvent.click(screen.getByRole('button', { name: /Name/ }));
    expect(ask(2)).toMatchObject({ page: '1', ordering: 'name', orderingDirection: 'desc' });
    await last().answer({ count: 120, results: [SOUTH] });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rows' }), '75');
    expect(ask(3)).toMatchObject({ page: '1', pageSize: '75' });
  });

  it('[P-018] [T-P01] shows a failed load silently as an empty list', async () => {
    await showRegions(NORTH);
    await userEvent.click(screen.getByRole('button', { name: /Name/ }));
    await last().answer({ detail: 'no' }, 500);
    expect(rows()).toEqual([]);
    expect(screen.getByText('No vehicle group data')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('[P-003] [P-012] [P-013] adds and marks a row once', async () => {
    await showRegions(NORTH, SOUTH);
    await userEvent.click(row('North'));
    expect(row('North').getAttribute('aria-selected')).toBe('true');
    expect(row('North').querySelector('svg')).not.toBeNull();
    expect(row('South').querySelector('svg')).toBeNull();
    await userEvent.click(row('North'));
    expect(told).toEqual([[{ id: 1, name: 'North' }]]);
  });

  it('[P-014] [P-015] [P-016] removes chips, and reports the whole selection', async () => {
    await showRegions(NORTH, SOUTH);
    await userEvent.click(row('North'));
    await userEvent.click(row('South'));
    expect(told.at(-1)).toEqual([
      { id: 1, name: 'North' },
      { id: 2, name: 'South' },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove North' }));
    expect(told.at(-1)).toEqual([{ id: 2, name: 'South' }]);
    expect(document.activeElement?.textContent).toBe('South');
    await userEvent.click(screen.getByRole('button', { name: 'clear all' }));
    expect(told.at(-1)).toEqual([]);
    expect(told).toHaveLength(4);
  });

  it('[P-P05] moves with arrows, selects with Enter and Space, clears with Escape', async () => {
    await showRegions(NORTH, SOUTH);
    screen.getByRole('searchbox').focus();
    await userEvent.keyboard('{ArrowDown}');
    const grid = screen.getByRole('grid', { name: 'Regions' });
    expect(document.activeElement).toBe(grid);
    const active = () =>
      document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toBe('North');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(active()).toBe('South');
    expect(told.at(-1)).toEqual([{ id: 2, name: 'South' }]);
    await userEvent.keyboard('{Home} ');
    expect(told.at(-1)).toHaveLength(2);
    screen.getByRole('searchbox').focus();
    await userEvent.keyboard('so');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });

  it('[P-005] [P-006] stays small: invisible rows and many chips are not rendered', async () => {
    const many = Array.from({ length: 100 }, (_, n) => named(`Region ${n}`, n + 1));
    show(
      <Several
        Of={RegionsPicker}
        from={Array.from({ length: 5000 }, (_, n) => named(`R${n}`, n + 1))}
      />,
    );
    await last().answer({ count: 100_000, results: many });
    expect(document.body.querySelectorAll('*').length).toBeLessThan(600);
    expect(screen.getByText('5,000 regions selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '4970 more' }));
    expect(screen.getAllByRole('button', { name: /Remove/ })).toHaveLength(60);
  });
});

describe('the regions picker', () => {
  it('[P-020] has its placeholder', async () => {
    await showRegions(NORTH, SOUTH);
    expect(screen.getByPlaceholderText('Search by region name...')).toBeTruthy();
  });

  it('[P-021] [P-027] requests 50 by name, as its heading shows', async () => {
    await showRegions(NORTH, SOUTH);
    expect(pathOf(0)).toBe('/api/regions_multiselect_list/');
    expect(ask(0)).toEqual({
      pageSize: '50',
      page: '1',
      ordering: 'name',
      orderingDirection: 'asc',
    });
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('[P-019] [P-022] [P-026] selects several, each once, and marks them', async () => {
    await showRegions(NORTH, SOUTH);
    expect(screen.getByRole('columnheader', { name: 'Selected' })).toBeTruthy();
    expect(screen.getByRole('grid').getAttribute('aria-multiselectable')).toBe('true');
    await userEvent.click(row('North'));
    await userEvent.click(row('North'));
    await userEvent.click(row('South'));
    expect(screen.getAllByRole('row', { selected: true })).toHaveLength(2);
    expect(told.at(-1)).toHaveLength(2);
  });

  it('[P-004] [P-023] [P-025] has chips and a count below, cleared by "clear all"', async () => {
    await showRegions(NORTH, SOUTH);
    expect(screen.getByText('0 regions selected')).toBeTruthy();
    await userEvent.click(row('North'));
    expect(screen.getByText('1 region selected')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /Remove/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'clear all' }));
    expect(screen.getByText('0 regions selected')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  });

  it('[P-024] shows an empty state with a next step', async () => {
    await showRegions();
    expect(screen.getByText('No vehicle group data')).toBeTruthy();
    expect(screen.getByText('Please change the search query')).toBeTruthy();
  });
});

describe('the depots picker', () => {
  const showDepots = async () => {
    show(<Several Of={DepotsPicker} />);
    await last().answer(list(NORTH, named('West', 3), { ...SOUTH, permission: 'admin' }));
  };

  it('[P-062] [P-063] requests 50 by name', async () => {
    await showDepots();
    expect(pathOf(0)).toBe('/api/vehicles_groups_for_user_list/');
    expect(ask(0)).toMatchObject({ pageSize: '50', page: '1', ordering: 'name' });
  });

  it('[P-057] [P-058] [P-061] shows sorted names, without those with the permission admin', async () => {
    await showDepots();
    expect(rows()).toEqual(['North', 'West']);
    expect(screen.getByPlaceholderText('Search by depot name...')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('[P-056] [P-060] selects several and counts them', async () => {
    await showDepots();
    expect(screen.getByText('0 vehicle groups selected')).toBeTruthy();
    await userEvent.click(row('North'));
    await userEvent.click(row('West'));
    expect(screen.getByText('2 vehicle groups selected')).toBeTruthy();
  });

  it('[P-059] shows an empty state', async () => {
    show(<Several Of={DepotsPicker} />);
    await last().answer(list());
    expect(screen.getByText('No vehicle group data')).toBeTruthy();
    expect(screen.queryByText('Please change the search query')).toBeNull();
  });
});

describe('the driver picker', () => {
  const ann = { id: 5, first_name: 'Ann', surname: 'Miles' };
  const bob = { id: 6, first_name: 'Bob', surname: 'Stone' };
  const chosen: (Chosen | null)[] = [];
  function One({ from = null }: { from?: Chosen | null }) {
    const [selected, setSelected] = useState(from);
    const [isWanted, setIsWanted] = useState(false);
    return (
      <>
        <DriverPicker
          selected={selected}
          isOptional
          refresh={{ isWanted, onTaken: () => setIsWanted(false) }}
          onChange={(next) => {
            chosen.push(next);
            setSelected(next);
          }}
        />
        <button type="button" onClick={() => setIsWanted(true)}>
          {isWanted ? 'wanted' : 'refresh'}
        </button>
      </>
    );
  }

  it('[P-082] [P-083] [P-084] requests 50 without an account by first name, and the selected one', async () => {
    show(<One from={{ id: 6, name: 'Bob Stone' }} />);
    expect(pathOf(0)).toBe('/api/drivers_list/');
    expect(ask(0)).toEqual({
      pageSize: '50',
      page: '1',
      ordering: 'first_name',
      orderingDirection: 'asc',
      unassigned: 'true',
      except: '6',
    });
  });

  it('[P-074] [P-075] [P-076] has its label, its placeholder and full names', async () => {
    show(<One />);
    await last().answer(list(ann, bob));
    expect(screen.getByRole('group', { name: 'Select a Driver for this user' })).toBeTruthy();
    expect(screen.getByPlaceholderText('Search by driver name...')).toBeTruthy();
    expect(rows()).toEqual(['Ann Miles', 'Bob Stone']);
  });

  it('[P-073] selects one driver', async () => {
    show(<One from={{ id: 6, name: 'Bob Stone' }} />);
    await last().answer(list(ann, bob));
    await userEvent.click(row('Ann Miles'));
    expect(screen.getAllByRole('row', { selected: true })).toHaveLength(1);
    expect(screen.getByRole('grid').getAttribute('aria-multiselectable')).toBe('false');
  });

  it('[P-017] [P-078] [P-079] selects the clicked row, and reports id and full name', async () => {
    show(<One />);
    await last().answer(list(ann, bob));
    await userEvent.click(row('Ann Miles'));
    await userEvent.click(row('Bob Stone'));
    expect(chosen.slice(-2)).toEqual([
      { id: 5, name: 'Ann Miles' },
      { id: 6, name: 'Bob Stone' },
    ]);
    expect(screen.getByText('"Bob Stone" is selected')).toBeTruthy();
    expect(screen.getAllByRole('row', { selected: true })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'clear' }));
    expect(chosen.at(-1)).toBeNull();
    // A selection sends no request.
    expect(asked).toHaveLength(1);
  });

  it('[P-080] reloads on request of the parent, until a row is clicked', async () => {
    show(<One />);
    await last().answer(list(ann));
    await userEvent.click(screen.getByRole('button', { name: 'refresh' }));
    expect(asked).toHaveLength(2);
    await last().answer(list(ann, bob));
    await userEvent.click(row('Bob Stone'));
    expect(screen.getByRole('button', { name: 'refresh' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'refresh' }));
    expect(asked).toHaveLength(3);
  });

  it('[P-077] [P-081] searches on the server, and shows an empty state', async () => {
    show(<One />);
    await last().answer(list(ann));
    await userEvent.type(screen.getByRole('searchbox'), 'miles');
    await vi.waitFor(
      () => expect(ask(asked.length - 1)).toMatchObject({ search: 'miles' }),
      20_000,
    );
    await last().answer(list());
    expect(screen.getByText('No driver data')).toBeTruthy();
  });
});
