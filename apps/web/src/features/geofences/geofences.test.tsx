import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Application } from '../../app/mount.tsx';
import { SAMPLE_RECORDS } from '../../session/sample-records.ts';
import { storage } from '../../session/storage.ts';
import { responseOf } from '../../test-response.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { NEW_DRAFT } from './geofences-draft.ts';
import type { Geofence } from './geofences-shape.ts';

const yard: Geofence = {
  id: 3,
  customer: 1,
  created_at: '2026-01-01T00:00:00Z',
  name: 'The yard',
  category: 5,
  groups: [],
  colour: '#1a7f45',
  ...NEW_DRAFT.shape,
  shape: 'circle',
  centre: { lat: 52.4, long: -1.5 },
  radius: 260,
  alert_on_entry: true,
  alert_on_exit: false,
  alert_dwell_min: null,
  speed_limit_kmh: null,
};
const group = { id: 7, GroupName: 'North', geofence_count: 0 };
const category = { id: 5, name: 'Depot', colour: '#c4281c', geofence_count: 1 };

let geofences: Geofence[] = [];
let refusal: object | null = null;
let asked: { call: string; body: unknown }[] = [];
const page = (results: readonly object[]) => ({ count: results.length, results });

function answerOf(path: string, search: URLSearchParams): object | null {
  const wanted = (search.get('search') ?? '').toLowerCase();
  if (path === '/api/geofence/') {
    return page(geofences.filter(({ name }) => name.toLowerCase().includes(wanted)));
  }
  if (path === '/api/geofence_groups/') return page([group]);
  if (path === '/api/geofence_categories/') return page([category]);
  return null;
}

beforeAll(startTestTexts);
beforeEach(() => {
  geofences = [yard];
  refusal = null;
  asked = [];
  localStorage.clear();
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost');
    const method = options.method ?? 'GET';
    if (method !== 'GET') {
      const body = options.body === undefined ? null : JSON.parse(String(options.body));
      asked.push({ call: `${method} ${url.pathname}`, body });
      if (refusal !== null) return new Response(JSON.stringify(refusal), { status: 409 });
      if (method === 'DELETE') return new Response(null, { status: 204 });
      return new Response(JSON.stringify({ ...yard, ...body }), { status: 201 });
    }
    // The config call never answers: list, card and form work without the map.
    return responseOf(answerOf(url.pathname, url.searchParams));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(path = '/telematics/geofence', user = testUser()) {
  window.history.replaceState(null, '', path);
  storage.currentUser.set(user);
  render(<Application first={user} records={SAMPLE_RECORDS} />);
  await screen.findByRole('heading', { name: 'Geofence' }, { timeout: 20_000 });
}
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('the screen of geofences', () => {
  it('[M-17] [M-18] lists them, and shows the details of one', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: /The yard/ }));
    const card = within(await screen.findByRole('region', { name: 'The yard' }));
    expect(card.getByText('Radius 260 m')).toBeTruthy();
    expect(card.getByText('Depot')).toBeTruthy();
    expect(card.getByText('On entry')).toBeTruthy();
    expect(window.location.search).toContain('geofence=3');
  });

  it('[M-P10] searches, and offers to clear what finds nothing', async () => {
    await open();
    await screen.findByText('The yard');
    await userEvent.type(screen.getByLabelText('Search geofences'), 'quay');
    await screen.findByText('No geofence matches.');
    await press('Clear filters');
    expect(await screen.findByText('The yard')).toBeTruthy();
  });

  it('[M-20] [M-P10] [S-02] creates one from typed coordinates and miles per hour, with the colour of its category', async () => {
    await open('/telematics/geofence?edit=new');
    await userEvent.type(await screen.findByLabelText('Name'), 'New yard');
    await press('Enter coordinates instead');
    await userEvent.type(screen.getByLabelText('Corners'), '52,-2{enter}53,-2{enter}53,-1');
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Depot');
    await userEvent.type(screen.getByLabelText('Speed over (mph)'), '60');
    await press('Save');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({
      call: 'POST /api/geofence/',
      body: {
        name: 'New yard',
        category: 5,
        colour: '#c4281c',
        shape: 'polygon',
        points: [
          { lat: 52, long: -2 },
          { lat: 53, long: -2 },
          { lat: 53, long: -1 },
        ],
        // A mile has 1.609 km by specification; 1.609344 would give 96.6.
        speed_limit_kmh: 96.5,
      },
    });
    await waitFor(() => expect(window.location.search).not.toContain('edit'));
  });

  it('[M-P10] shows errors next to the fields, and sends nothing', async () => {
    await open('/telematics/geofence?edit=new');
    await screen.findByLabelText('Name');
    await press('Save');
    expect(screen.getByText('Enter a name of 2 to 90 characters')).toBeTruthy();
    expect(screen.getByText('Draw the geofence on the map or enter its coordinates')).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('[M-20] shows a server error next to its field', async () => {
    refusal = { detail: 'taken', errors: { name: ['There is a geofence with this name already'] } };
    await open('/telematics/geofence?geofence=3&edit=change');
    await screen.findByDisplayValue('The yard');
    await press('Save');
    expect(await screen.findByText('There is a geofence with this name already')).toBeTruthy();
    expect(asked[0]?.call).toBe('PUT /api/geofence/3/');
  });

  it('[M-18] asks before discarding changes', async () => {
    await open('/telematics/geofence?geofence=3&edit=change');
    await userEvent.type(await screen.findByLabelText('Name'), '!');
    await press('Cancel');
    const dialog = within(await screen.findByRole('dialog', { name: 'Unsaved changes' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByDisplayValue('The yard!')).toBeTruthy();
    await press('Cancel');
    await userEvent.click(await screen.findByRole('button', { name: 'OK' }));
    expect(await screen.findByRole('region', { name: 'The yard' })).toBeTruthy();
    expect(asked).toEqual([]);
  });

  it('[M-23] adds one to groups', async () => {
    await open('/telematics/geofence?geofence=3');
    await userEvent.click(await screen.findByRole('button', { name: 'Add to groups' }));
    await userEvent.click(await screen.findByLabelText('North'));
    await press('Save');
    await waitFor(() =>
      expect(asked).toEqual([{ call: 'POST /api/geofence/3/', body: { groups: [7] } }]),
    );
  });

  it('[M-18] deletes one after confirmation', async () => {
    await open('/telematics/geofence?geofence=3');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
    await press('OK');
    await waitFor(() => expect(asked.map(({ call }) => call)).toEqual(['DELETE /api/geofence/3/']));
  });

  it('[M-19] [M-21] [V-40] a group has a name, and is deleted after confirmation', async () => {
    await open('/telematics/geofence?tab=groups');
    await userEvent.type(await screen.findByLabelText('New group'), 'South');
    await press('Add');
    await waitFor(() =>
      expect(asked).toEqual([{ call: 'POST /api/geofence_groups/', body: { GroupName: 'South' } }]),
    );
    await press('Remove North');
    await press('OK');
    await waitFor(() =>
      expect(asked[1]).toEqual({ call: 'DELETE /api/geofence_groups/', body: { ids: [7] } }),
    );
  });

  it('[M-19] [M-22] a category has a name and a colour', async () => {
    await open('/telematics/geofence?tab=categories');
    expect(await screen.findByRole('button', { name: '1 geofence' })).toBeTruthy();
    await userEvent.type(screen.getByLabelText('New category'), 'Port');
    await press('Add');
    await waitFor(() =>
      expect(asked).toEqual([
        { call: 'POST /api/geofence_categories/', body: { name: 'Port', colour: '#1259c3' } },
      ]),
    );
  });

  it('[M-P10] hides the buttons for changes without permission', async () => {
    await open('/telematics/geofence?geofence=3&edit=change', testUser({ role: 'READONLY' }));
    const card = within(await screen.findByRole('region', { name: 'The yard' }));
    expect(card.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '‹ All geofences',
      'Visits',
    ]);
    for (const name of ['New geofence', 'Import']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.getByRole('button', { name: 'Export' })).toBeTruthy();
  });
});
