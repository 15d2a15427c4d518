import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { storage } from '../../../session/storage.ts';
import { openScreen } from '../../../test-screen.tsx';
import { speakPortuguese, startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { dismiss, toastStore } from '../../toast.ts';
import { serveViews, viewOf } from './test-views-server.ts';

const LIST = '/administration/vehicle-lists?list=livery';
const ID = 'vehicleLists.livery';
const LONG_MS = 30_000;
const BLUE = {
  query: { search: 'blue', ordering: '-name', pageSize: '75' },
  columns: { hidden: ['vehicles'], widths_px: { name: 240 } },
};

const address = () => new URLSearchParams(window.location.search);
const open = (path = LIST, user = testUser({ role: 'ADMIN' })) => openScreen(path, user);
const openMenu = async (name: RegExp | string = 'Views') => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(screen.getByRole('dialog', { name: 'Views' }));
};
const press = async (menu: ReturnType<typeof within>, name: string | RegExp) =>
  userEvent.click(await menu.findByRole('button', { name }));
const toasts = () => toastStore.get().map(({ title, text }) => [title, text]);

beforeAll(startTestTexts);
beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  for (const { id } of toastStore.get()) dismiss(id);
  vi.unstubAllGlobals();
});

describe('the saved views of a list', { timeout: LONG_MS }, () => {
  it('[O-P02] save columns, sorting, filters and page size under a name', async () => {
    const { sent } = serveViews();
    storage.tableColumns.set({
      [ID]: { hidden: ['vehicles'], widthsPx: { name: 240.4, type: 20 } },
    });
    await open(`${LIST}&search=blue&ordering=-name&pageSize=75&page=2`);
    const menu = await openMenu();
    expect(await menu.findByText(/No saved views yet/)).toBeDefined();
    await press(menu, 'Save as new view');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as new view' }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Name of the view/ }), 'Blue ones');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByRole('button', { name: 'View: Blue ones' });
    expect(sent).toEqual([
      {
        call: 'POST /api/saved_views/',
        body: {
          list: ID,
          name: 'Blue ones',
          settings: {
            ...BLUE,
            columns: { hidden: ['vehicles'], widths_px: { name: 240, type: 64 } },
          },
        },
      },
    ]);
    expect(address().get('page')).toBe('2');
    expect(toasts()).toEqual([['View saved', 'Blue ones']]);
  });

  it('[O-P02] choose a view again: its filters, sorting, page size and columns', async () => {
    const { asked } = serveViews([viewOf(5, 'Blue ones', { settings: BLUE })]);
    await open(`${LIST}&search=white&archived=1&page=3`);
    await screen.findByRole('columnheader', { name: /Vehicles/ });
    await press(await openMenu(), 'Blue ones');
    await waitFor(() =>
      expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
        search: 'blue',
        ordering: '-name',
        pageSize: '75',
        page: '1',
        archived: 'false',
      }),
    );
    expect(Object.fromEntries(address())).toEqual({
      list: 'livery',
      ...BLUE.query,
      savedView: '5',
    });
    expect(screen.queryByRole('columnheader', { name: /Vehicles/ })).toBeNull();
    expect(screen.getByRole('columnheader', { name: /Name/ }).style.width).toBe('240px');
    await press(await openMenu('View: Blue ones'), 'Standard view');
    expect(await screen.findByRole('columnheader', { name: /Vehicles/ })).toBeDefined();
    expect(Object.fromEntries(address())).toEqual({ list: 'livery' });
  });

  it('[O-P02] open with the default view, unless the address asks for something', async () => {
    const view = viewOf(5, 'Blue ones', { settings: BLUE, is_default: true });
    serveViews([view]);
    await open();
    await screen.findByRole('button', { name: 'View: Blue ones' });
    expect(address().get('search')).toBe('blue');
    const menu = await openMenu('View: Blue ones');
    expect(menu.getByRole('img', { name: 'Opens by default' })).toBeDefined();
    await press(menu, 'Standard view');
    await screen.findByRole('button', { name: 'Views' });
    // So that a reload does not choose the default again.
    expect(address().get('savedView')).toBe('none');
    for (const query of ['search=white', 'savedView=none', 'page=2', 'open=1']) {
      cleanup();
      const { asked } = serveViews([view]);
      await open(`${LIST}&${query}`);
      const found = await openMenu();
      await found.findByRole('button', { name: /Blue ones/ });
      expect(asked.map((one) => one.get('search') ?? '')).not.toContain('blue');
    }
  });

  it('replace a view that was changed, and only then', async () => {
    const { sent } = serveViews([viewOf(5, 'Blue ones', { settings: BLUE })]);
    await open();
    await press(await openMenu(), 'Blue ones');
    const menu = await openMenu('View: Blue ones');
    expect(menu.queryByRole('button', { name: 'Save changes to this view' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rows' }), '25');
    await press(await openMenu('View: Blue ones (changed)'), 'Save changes to this view');
    await screen.findByRole('button', { name: 'View: Blue ones' });
    expect(sent).toEqual([
      {
        call: 'PATCH /api/saved_views/5/',
        body: { settings: { ...BLUE, query: { ...BLUE.query, pageSize: '25' } } },
      },
    ]);
  });

  it('[T-P01] rename a view; an error is shown beside the name', async () => {
    const server = serveViews([viewOf(5, 'Blue ones')]);
    await open(`${LIST}&savedView=5`);
    await press(await openMenu('View: Blue ones'), 'Rename view');
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename view' }));
    const name = dialog.getByRole('textbox', { name: /Name of the view/ });
    const save = dialog.getByRole('button', { name: 'Save' });
    await userEvent.clear(name);
    await userEvent.click(save);
    expect(dialog.getByText('Enter a name.')).toBeDefined();
    expect(name.getAttribute('aria-invalid')).toBe('true');
    await userEvent.type(name, 'White ones');
    const errors = { name: ['There is a view with this name already'] };
    server.refusal = { status: 409, body: { detail: 'Taken', code: 'x', errors } };
    await userEvent.click(save);
    expect(await dialog.findByText('There is a view with this name already')).toBeDefined();
    await userEvent.click(save);
    await screen.findByRole('button', { name: 'View: White ones' });
    expect(server.sent.at(-1)).toEqual({
      call: 'PATCH /api/saved_views/5/',
      body: { name: 'White ones' },
    });
  });

  it('delete a view after a confirmation', async () => {
    const { sent } = serveViews([viewOf(5, 'Blue ones', { is_shared: true })]);
    await open(`${LIST}&savedView=5`);
    await press(await openMenu('View: Blue ones'), 'Delete view');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Delete the view Blue ones?' }),
    );
    expect(dialog.getByText(/deleted for everyone/)).toBeDefined();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete view' }));
    await screen.findByRole('button', { name: 'Views' });
    expect(sent).toEqual([{ call: 'DELETE /api/saved_views/5/', body: null }]);
  });

  it('make a view the default, and share it', async () => {
    const { sent } = serveViews([viewOf(5, 'Blue ones')]);
    await open(`${LIST}&savedView=5`);
    await press(await openMenu('View: Blue ones'), 'Make default');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    await press(await openMenu('View: Blue ones'), 'Share with everyone');
    await waitFor(() => expect(toasts()).toHaveLength(2));
    const menu = await openMenu('View: Blue ones');
    expect(await menu.findByRole('img', { name: 'Shared with everyone' })).toBeDefined();
    expect(menu.getByRole('button', { name: 'Remove as default' })).toBeDefined();
    expect(menu.getByRole('button', { name: 'Stop sharing' })).toBeDefined();
    expect(sent).toEqual([
      { call: 'PUT /api/saved_view_defaults/', body: { list: ID, view: 5 } },
      { call: 'PUT /api/saved_views/5/shared/', body: { is_shared: true } },
    ]);
  });

  it('[U-P03] offer no change of a shared view to others, and sharing to nobody but administrators', async () => {
    serveViews([viewOf(5, 'Shared', { is_shared: true, may_change: false }), viewOf(6, 'Own')]);
    const depots = testUser({ role: 'ADMIN' });
    const limited = { ...depots, user: { ...depots.user, vehicle_groups: [3] } } as typeof depots;
    await open(`${LIST}&savedView=5`, limited);
    let menu = await openMenu('View: Shared');
    for (const name of [
      'Rename view',
      'Delete view',
      'Stop sharing',
      'Save changes to this view',
    ]) {
      expect(menu.queryByRole('button', { name })).toBeNull();
    }
    expect(menu.getByRole('button', { name: 'Make default' })).toBeDefined();
    await press(menu, 'Own');
    menu = await openMenu('View: Own');
    expect(menu.getByRole('button', { name: 'Rename view' })).toBeDefined();
    expect(menu.queryByRole('button', { name: 'Share with everyone' })).toBeNull();
  });

  it('say that the views could not be loaded, and load them again', async () => {
    let isDown = true;
    serveViews([viewOf(5, 'Blue ones')]);
    const whole = fetch;
    vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
      isDown && path.includes('/saved_views/')
        ? Promise.resolve(new Response('{}', { status: 404 }))
        : whole(path, init),
    );
    await open();
    const menu = await openMenu();
    expect(await menu.findByText(/could not be loaded/, {}, { timeout: LONG_MS })).toBeDefined();
    isDown = false;
    await press(menu, 'Try again');
    expect(await menu.findByRole('button', { name: 'Blue ones' })).toBeDefined();
  });

  it('[T-P02] are in Portuguese too', async () => {
    serveViews();
    await speakPortuguese();
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Vistas' }));
    expect(screen.getByRole('button', { name: 'Guardar como nova vista' })).toBeDefined();
  });
});
