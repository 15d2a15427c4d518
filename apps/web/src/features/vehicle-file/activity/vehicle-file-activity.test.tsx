import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../../test-screen.tsx';
import { testUser } from '../../../test-user.ts';
import { activity, adminRecord } from '../test-records.ts';

import {
  LIST,
  last,
  open,
  searches,
  server,
  table,
  withActivityServer,
} from './test-activity-server.ts';

withActivityServer();

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
    server.answerList = () => ({ count: 240, count_is_limit: false, results: server.rows });
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
      server.rows = [
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
    server.rows = [
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
    server.rows = [activity(1, { total_investigations_count: 3 }), activity(2)];
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
    server.rows = [];
    await open();
    expect(await screen.findByText('No Vehicle FIle Activity')).toBeTruthy();
    expect(screen.getByText('Please change the search query')).toBeTruthy();
  });

  it('[G-62] [T-25] an error shows an empty list without a message', async () => {
    server.answerList = () => new Response(JSON.stringify({ detail: 'broken' }), { status: 500 });
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

  it('[G-30] [G-31] [G-74] has pages of 25, 50 or 75 server.rows, 75 at first', async () => {
    server.answerList = () => ({ count: 240, count_is_limit: false, results: server.rows });
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
    server.answerList = () => ({ count: 240, count_is_limit: false, results: server.rows });
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
    server.rows = [
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
