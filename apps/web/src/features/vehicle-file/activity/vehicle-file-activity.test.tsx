import { QueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../../../session/storage.ts';
import { answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import type { Activity } from '../../../ui/vehicle-file/activities.ts';
import { activity, activityType, adminRecord } from '../test-records.ts';

const LIST = '/api/vehicle_activities/';
let asked: URL[];
let rows: Activity[];
let answerList: (url: URL) => unknown;

const searches = () => asked.filter(({ pathname }) => pathname === LIST);
const last = () => Object.fromEntries(searches().at(-1)?.searchParams ?? []);

beforeAll(startTestTexts);
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  localStorage.clear();
  rows = [activity(1), activity(2)];
  answerList = () => ({ count: rows.length, count_is_limit: false, results: rows });
  const offered = Array.from({ length: 16 }, (_, n) => activityType(n + 6, `TYPE_${n + 6}`));
  const internal = activityType(1, 'DEFECT', { name: 'Defect report', internal_use: true });
  asked = answerCalls({
    [LIST]: (url) => answerList(url),
    '/api/vehicle_activity_types/': ({ searchParams }) => {
      const isOffered = searchParams.get('remove_internal_use') === 'True';
      const types = isOffered ? offered : [internal, ...offered];
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))];
      return { count: types.length, results: types.slice((page - 1) * size, page * size) };
    },
    '/api/vehicles_group_list_small/': () => [{ id: 3, name: 'Leeds' }],
    '/api/fmt/simple_vehicle_list/': ({ searchParams }) => ({
      count: 1,
      results: [{ id: 12, registration: 'AB12 CDE', type: 'VAN' }].filter(({ registration }) =>
        registration.includes(searchParams.get('search') ?? ''),
      ),
    }),
    '/api/vehicles_group_list/': () => ({
      count: 1,
      vehicle_groups: [
        { id: 3, name: 'Leeds', vehicles: [{ id: 12, registration: 'AB12 CDE', type: 'VAN' }] },
      ],
    }),
    [`${LIST}1/investigations/`]: () => ({ count: 0, results: [] }),
    [`${LIST}1/trail/`]: () => [
      {
        id: 2,
        at: '2026-11-21T09:00:00Z',
        by: 'Alex Admin',
        action: 'archived',
        changes: [{ field: 'archived', before: 'no', after: 'yes' }],
      },
    ],
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = (address = '') => openScreen(`/vehicle-file/activity${address}`);
const table = () => screen.findByRole('table', { name: 'Vehicle File Activity' });

describe('the list', () => {
  it('[G-12] [G-13] has a heading with its name and the kind of dates', async () => {
    await open();
    await table();
    expect(
      screen.getByRole('heading', { name: 'Vehicle File Activity (Document dates)' }),
    ).toBeTruthy();
    cleanup();
    await openScreen('/vehicle-file/activity?documentDates=0', testUser(), [
      adminRecord('IsCustomerAdmin'),
    ]);
    await table();
    expect(screen.getByRole('heading', { name: 'Vehicle File Activity' })).toBeTruthy();
  });

  it('[S-P02] shows 12-hour times if preferred', async () => {
    const { user, ...rest } = testUser();
    await openScreen('/vehicle-file/activity', {
      ...rest,
      user: { ...user, prefs: { ...user.prefs, time_format: '12' } },
    });
    expect(within(await table()).getAllByText('20/11/26 10:30 am')).toHaveLength(2);
  });

  it('[G-16] [G-63] has pages, and shows the number of activities', async () => {
    answerList = () => ({ count: 240, count_is_limit: false, results: rows });
    await open();
    await table();
    expect(await screen.findByText('240 activities')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Next page' })).toBeTruthy();
  });

  it('[G-01] [G-02] [G-10] searches automatically, over documents of all types', async () => {
    await open();
    await table();
    expect(searches()).toHaveLength(1);
    expect(last()).toMatchObject({
      fulfilled_at_date_range: '14-11-2026,21-11-2026',
      page: '1',
      pageSize: '75',
    });
    expect(last()).not.toHaveProperty('activity_type');
    expect(last()).not.toHaveProperty('ordering');
  });

  it.each([
    ['[G-17]', 'Date/time', '20/11/26 10:30'],
    ['[G-18]', 'Registration', 'AB12 CDE'],
    ['[G-19]', 'Activity type', 'MOT'],
    ['[G-20]', 'Description', 'Certificate 1'],
    ['[G-21]', 'Status', 'Pass'],
    ['[G-22]', 'Created by', 'Morgan Manager'],
    ['[G-23]', 'Document', ''],
    ['[G-24]', 'Actions', ''],
  ])('%s has the column %s', async (_, heading, value) => {
    await open();
    const grid = within(await table());
    const at = grid
      .getAllByRole('columnheader')
      .findIndex(({ textContent }) => textContent === heading);
    expect(at).toBeGreaterThan(0);
    const [first] = grid.getAllByRole('row').slice(1);
    expect(first?.querySelectorAll('td')[at]?.textContent).toContain(value);
  });

  it('has the day of the document as the first column', async () => {
    await open();
    const headings = within(await table()).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'Document date↓',
      'Date/time',
      'Registration',
      'Activity type',
      'Description',
      'Status',
      'Created by',
      'Document',
      'Actions',
    ]);
    const [row] = within(await table())
      .getAllByRole('row')
      .slice(1);
    expect(row?.textContent).toContain('20/11/2620/11/26 10:30');
    expect(row?.textContent).toContain('AB12 CDEMOTCertificate 1PassMorgan Manager');
  });

  it.each([
    ['1', 'Document date', 'activity_fulfilled_at'],
    ['0', 'Date/time', 'created_at'],
  ])(
    '[G-17] [G-P02] with documentDates=%s the column %s is the one sorted',
    async (mode, name, field) => {
      rows = [
        activity(1, { activity_fulfilled_at: '2026-11-18T00:00:00Z' }),
        activity(2, { activity_fulfilled_at: null, created_at: '2026-11-19T09:00:00Z' }),
      ];
      await openScreen(`/vehicle-file/activity?documentDates=${mode}`, testUser(), [
        adminRecord('IsCustomerAdmin'),
      ]);
      const headings = within(await table()).getAllByRole('columnheader');
      const sortable = headings.filter((one) => one.querySelector('button') !== null);
      expect(sortable.map(({ textContent }) => textContent)).toEqual([`${name}↓`]);
      const place = headings.indexOf(sortable[0] as HTMLElement);
      const shown = [...(await table()).querySelectorAll('tbody tr')].map(
        (one) => one.querySelectorAll('td')[place]?.textContent,
      );
      expect(shown).toEqual(
        mode === '1' ? ['18/11/26', '19/11/26'] : ['20/11/26 10:30', '19/11/26 09:00'],
      );
      await userEvent.click(within(sortable[0] as HTMLElement).getByRole('button'));
      await waitFor(() => expect(last().ordering).toBe(field));
    },
  );

  it('[G-25] [G-26] [G-27] "View" opens the document, and PDFs of records', async () => {
    rows = [
      activity(1, { document: '/api/vehicle_activities/1/document/' }),
      activity(2, { activity_type_reference: 'DEFECT', record_id: 77, reference_number: 'DR-77' }),
      activity(3, { activity_type_reference: 'SAFETY_INSPECTION', record_id: 78 }),
      activity(4, { activity_type_reference: 'SAFETY_INSPECTION', record_id: null }),
    ];
    await open();
    const [, link, defect, inspection, none] = within(await table()).getAllByRole('row');
    expect(
      within(link as HTMLElement)
        .getByRole('link', { name: /^View/ })
        .getAttribute('href'),
    ).toBe('/api/vehicle_activities/1/document/');
    expect(
      within(defect as HTMLElement).getByRole('button', { name: /^View the defect/ }).title,
    ).toBe('DR-77');
    expect(
      within(inspection as HTMLElement).getByRole('button', { name: /^View the safety/ }),
    ).toBeTruthy();
    expect(within(none as HTMLElement).queryByRole('button', { name: /^View/ })).toBeNull();
  });

  it('[G-28] shows the number of investigations on the details button', async () => {
    rows = [activity(1, { total_investigations_count: 3 }), activity(2)];
    await open();
    const [, first, second] = within(await table()).getAllByRole('row');
    expect(first?.querySelector('.count-badge')?.textContent).toBe('3');
    expect(second?.querySelector('.count-badge')).toBeNull();
    expect(
      screen.getByRole('button', { name: 'Details of AB12 CDE, 3 investigations' }),
    ).toBeTruthy();
  });

  it('[G-33] [G-P04] the icon of a vehicle follows its type on the icons path', async () => {
    await open();
    const cell = within(await table()).getAllByRole('row')[1];
    await waitFor(() =>
      expect(cell?.querySelector('img')?.getAttribute('src')).toBe(
        '/icons/vehicle-types/van-icon.svg',
      ),
    );
  });

  it('[G-29] shows an empty state', async () => {
    rows = [];
    await open();
    expect(await screen.findByText('No Vehicle FIle Activity')).toBeTruthy();
    expect(screen.getByText('Please change the search query')).toBeTruthy();
  });

  it('[G-62] [T-25] an error shows an empty list without a message', async () => {
    answerList = () => new Response(JSON.stringify({ detail: 'broken' }), { status: 500 });
    await open();
    expect(await screen.findByText('No Vehicle FIle Activity')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(
      screen
        .queryAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(''),
    ).toBe('');
  });

  it('[G-30] [G-31] [G-74] has pages of 25, 50 or 75 rows, 75 at first', async () => {
    answerList = () => ({ count: 240, count_is_limit: false, results: rows });
    await open();
    await table();
    const size = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Rows' });
    expect([...size.options].map(({ value }) => value)).toEqual(['25', '50', '75']);
    expect(size.value).toBe('75');
    expect(last().pageSize).toBe('75');
    await userEvent.selectOptions(size, '25');
    await waitFor(() => expect(last().pageSize).toBe('25'));
  });

  it('[G-32] [G-51] [G-70] the page is in the URL; every other change returns to the first', async () => {
    answerList = () => ({ count: 240, count_is_limit: false, results: rows });
    await open();
    await table();
    expect(last().page).toBe('1');
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(last().page).toBe('2'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show all audit trail' }));
    await waitFor(() => expect(last()).toMatchObject({ page: '1', filter_latest: 'True' }));
  });

  it('[G-61] a new search cancels the pending request', async () => {
    const signals: AbortSignal[] = [];
    const plain = globalThis.fetch;
    vi.stubGlobal('fetch', (address: string, options: RequestInit) => {
      if (!address.startsWith(`${LIST}?`)) return plain(address, options);
      if (options.signal != null) signals.push(options.signal);
      return new Promise<Response>((_, fail) =>
        options.signal?.addEventListener('abort', () => fail(new DOMException('', 'AbortError'))),
      );
    });
    await open();
    await waitFor(() => expect(signals).toHaveLength(1));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show all audit trail' }));
    await waitFor(() => expect(signals).toHaveLength(2));
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});

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
    answerList = () => ({ count: 240, count_is_limit: false, results: rows });
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
    expect(asked.find(({ pathname }) => pathname.endsWith('_list_small/'))?.search).toBe('');
  });

  it('[G-43] [S-24] offers every type that a row can have, loaded in pages of 15', async () => {
    await open();
    const type = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Document type' });
    await waitFor(() => expect(type.options).toHaveLength(18));
    const calls = asked.filter(({ pathname }) => pathname === '/api/vehicle_activity_types/');
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
    const groups = asked.find(({ pathname }) => pathname === '/api/vehicles_group_list/');
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
    rows = [activity(7, { description: 'Entered since' })];
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

describe('the archive', () => {
  it('[G-53] shows that only archived activities are listed, with a link to the others', async () => {
    await open('?archived=1');
    await table();
    expect(last().archived).toBe('true');
    expect(screen.getByText('Only archived activities are shown.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show current activities' }));
    await waitFor(() => expect(last()).not.toHaveProperty('archived'));
    expect(screen.queryByText('Only archived activities are shown.')).toBeNull();
    cleanup();
    await open();
    await table();
    expect(last()).not.toHaveProperty('archived');
  });

  it('[RP-20] asks before archiving, and the toast can undo it', async () => {
    const bodies: unknown[] = [];
    const answered = globalThis.fetch;
    vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
      if (options.method !== 'PATCH') return answered(address, options);
      const body = JSON.parse(String(options.body));
      bodies.push(body);
      return new Response(JSON.stringify({ ...activity(1), ...body }));
    });
    await open();
    await userEvent.click(
      (await screen.findAllByRole('button', { name: /^Details of/ }))[0] as HTMLElement,
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Archive' }));
    const question = await screen.findByRole('dialog', { name: /^Archive .* of AB12 CDE\?$/ });
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(bodies).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    const again = await screen.findByRole('dialog', { name: /^Archive/ });
    await userEvent.click(within(again).getByRole('button', { name: 'Archive' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(bodies).toEqual([{ archived: true }, { archived: false }]));
  });
});

describe('permissions', () => {
  it('[G-08] [G-P01] without the module the unauthorised page shows', async () => {
    await openScreen('/vehicle-file/activity', testUser({ modules: ['Track'] }));
    expect(await screen.findByRole('heading', { name: 'Unauthorised Module' })).toBeTruthy();
    expect(searches()).toHaveLength(0);
  });

  it('[G-09] [G-10] a limited user is redirected to the home screen without a search', async () => {
    await openScreen('/vehicle-file/activity', testUser({ role: 'DRIVER' }));
    await waitFor(() => expect(location.pathname).toBe('/home'));
    expect(searches()).toHaveLength(0);
  });

  it('[G-15] no new document without write permission', async () => {
    await openScreen('/vehicle-file/activity?panel=new', testUser({ role: 'READONLY' }));
    await table();
    expect(screen.queryByRole('button', { name: /Add new document/ })).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Add New Vehicle Document' })).toBeNull();
  });
});

describe('details', () => {
  const details = async () => {
    rows = [
      activity(1, {
        document: '/api/vehicle_activities/1/document/',
        document_type: 'image/jpeg',
        record_id: 814,
      }),
    ];
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Details of AB12 CDE' }));
    return screen.findByRole('region', { name: 'Vehicle File Details' });
  };
  const section = (panel: HTMLElement, title: string) =>
    within(panel).getByRole('heading', { level: 3, name: title }).parentElement;

  it('[I-02] shows title and vehicle', async () => {
    const basics = section(await details(), 'Basic Information');
    for (const part of ['AB12 CDE', 'MOT', 'Certificate 1', 'Pass']) {
      expect(basics?.textContent).toContain(part);
    }
  });

  it('[I-03] [I-04] shows when and by whom it was created and fulfilled', async () => {
    const panel = await details();
    expect(section(panel, 'Dates & Times')?.textContent).toMatch(/20\/11\/26 10:30.*20\/11\/26/);
    expect(section(panel, 'Created By')?.textContent).toContain('Morgan Manager');
  });

  it('[I-05] shows its document and the id of its record', async () => {
    const part = section(await details(), 'Document');
    expect(part?.querySelector('img')?.getAttribute('src')).toBe(
      '/api/vehicle_activities/1/document/',
    );
    expect(part?.textContent).toContain('814');
  });

  it('[I-01] has its sections, with the audit trail', async () => {
    const panel = await details();
    const titles = within(panel).getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'Basic Information',
      'Dates & Times',
      'Created By',
      'Document',
      'Investigation Items',
      'Audit trail',
    ]);
    expect(await within(panel).findByText('Alex Admin, 21/11/26 09:00')).toBeTruthy();
    expect(location.search).toContain('activity=1');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(location.search).not.toContain('activity='));
  });
});
