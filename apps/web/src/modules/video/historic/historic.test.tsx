import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answer, answerCalls, openScreen } from '../../../test-screen.tsx';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';

const groups = [
  {
    id: 1,
    name: 'Leeds',
    vehicles: [
      { id: 11, registration: 'AB11 CAR', type: 'CAR' },
      { id: 12, registration: 'AB12 VAN', type: 'VAN' },
    ],
  },
];
const devices = [
  {
    vehicle: 11,
    registration: 'AB11 CAR',
    last_seen: '2026-11-20T09:00:00Z',
    live_mode: 'stream',
    cameras: [
      { camera: 1, name: 'Road' },
      { camera: 2, name: 'Driver' },
    ],
    oldest_footage: '2026-11-18T09:00:00Z',
  },
];
const film = (camera: number) => ({
  camera,
  kind: 'video',
  media_type: 'video/mp4',
  URL: `/api/files/${camera}/?signature=s&expires=1`,
  download_URL: `/api/files/${camera}/?signature=d&expires=1&download=1`,
  size: 4_321_000,
  start: '2026-11-20T08:00:00Z',
  end: '2026-11-20T08:00:30Z',
  width: 640,
  height: 360,
  codec: 'avc1.4d0014',
});
const clip = (changes: Record<string, unknown> = {}) => ({
  id: 7,
  start: '2026-11-20T08:00:00Z',
  duration: 30,
  vehicle: 11,
  registration: 'AB11 CAR',
  live: false,
  state: 'ready',
  error: null,
  progress: 100,
  kind: 'event',
  cameras: [1, 2],
  files: [film(2), film(1)],
  event: { id: 3, code: 41, name: 'Harsh Braking', at: '2026-11-20T08:00:10Z' },
  requested_by: '',
  reason: '',
  notes: 'Seen by the insurer',
  tags: ['claim'],
  keep: false,
  created_at: '2026-11-20T08:01:00Z',
  ready_at: '2026-11-20T08:02:00Z',
  waits_until: '2026-11-22T08:01:00Z',
  expires_at: '2026-12-20T08:02:00Z',
  burnt_in: 'none',
  ...changes,
});

const LIST = '/video-evidence/api/video_requests/';
let asked: URL[];
let sent: { readonly method: string; readonly path: string; readonly body: unknown }[];
let clips: Record<string, unknown>[];
let extra: Record<string, Answer>;

beforeAll(startTestTexts);
beforeEach(() => {
  localStorage.clear();
  // A clip that is opened runs by itself, unless less motion is asked for.
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => undefined }));
  sent = [];
  clips = [clip()];
  extra = {};
  asked = answerCalls({
    '/api/vehicles_group_list/': () => ({ count: 1, vehicle_groups: groups }),
    '/api/active_devices/': () => ({ count: 1, results: devices }),
    [LIST]: (url) => {
      const id = /video_requests\/(\d+)\/$/.exec(url.pathname)?.[1];
      const found = Object.keys(extra).find((path) => url.pathname.startsWith(path));
      if (found !== undefined) return extra[found]?.(url);
      if (id !== undefined) return clips.find((one) => String(one.id) === id) ?? missing();
      return { count: clips.length, results: clips };
    },
    '/video-evidence/api/recordings/': () => ({
      device: 'done',
      asked_at: '2026-11-20T09:00:00Z',
      on_device: [{ camera: 1, start: '2026-11-20T06:00:00Z', end: '2026-11-20T09:00:00Z' }],
      here: [{ camera: 1, start: '2026-11-20T08:00:00Z', end: '2026-11-20T08:00:30Z', request: 7 }],
      coming: [],
    }),
    '/video-evidence/api/storage/': () => ({ can_burn_in: false }),
    '/video-evidence/api/clip_rules/': () => ({
      results: [{ event_code: 41, is_active: true, before_s: 10, after_s: 10, cameras: [] }],
    }),
  });
  const answer = globalThis.fetch;
  vi.stubGlobal('fetch', (address: string, options?: RequestInit) => {
    if (options?.method !== undefined && options.method !== 'GET') {
      const body = options.body == null ? null : JSON.parse(String(options.body));
      sent.push({ method: options.method, path: address, body });
    }
    return answer(address);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const missing = () => new Response(JSON.stringify({ detail: 'Not found.' }), { status: 404 });
const lists = () => asked.filter(({ pathname }) => pathname === LIST);
const lastList = () => lists().at(-1)?.searchParams;

describe('the list of clips', () => {
  it('[F-41] [F-P01] [RP-10] registration, camera, start, duration and state of each', async () => {
    await openScreen('/video/historic');
    const table = within(await screen.findByRole('table', { name: 'Clips' }));
    await table.findByText('AB11 CAR');
    const [, row] = table.getAllByRole('row');
    expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual([
      '20 Nov, 08:00:00',
      'AB11 CAR',
      '1, 2',
      '0:30',
      'Ready',
      'Harsh Braking',
      'claim',
    ]);
    expect(await screen.findByRole('heading', { name: 'Videos' })).toBeTruthy();
  });

  it('[F-P01] [F-P03] queued, offline, transferring and failed, each with its word and reason', async () => {
    clips = [
      clip({ id: 1, state: 'requested', error: null, files: [] }),
      clip({ id: 2, state: 'requested', error: 'device_offline', files: [] }),
      clip({ id: 3, state: 'uploading', progress: 42, files: [] }),
      clip({ id: 4, state: 'failed', error: 'no_recording', files: [] }),
    ];
    await openScreen('/video/historic');
    await screen.findByText('Device offline');
    for (const text of [
      'Queued',
      'Transferring',
      '42 %',
      'Failed',
      'The device is not connected.',
      'The device has nothing recorded at this time.',
    ]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    }
  });

  it('[F-P01] searches by vehicle, depot, camera, state and event, all in the address', async () => {
    await openScreen('/video/historic?startDate=2026-11-19&endDate=2026-11-20');
    await waitFor(() => expect(lists()).toHaveLength(1));
    expect(lastList()?.get('start')).toBe('2026-11-19T00:00:00Z');
    expect(lastList()?.get('end')).toBe('2026-11-21T00:00:00Z');
    await userEvent.selectOptions(screen.getByLabelText('Camera'), '2');
    await waitFor(() => expect(lastList()?.get('camera')).toBe('2'));
    await userEvent.selectOptions(screen.getByLabelText('State'), 'failed');
    await waitFor(() => expect(lastList()?.get('state')).toBe('failed'));
    await userEvent.selectOptions(screen.getByLabelText('Depot'), 'Leeds');
    await waitFor(() => expect(lastList()?.get('vehicle_group')).toBe('1'));
    await userEvent.click(screen.getByRole('button', { name: /^Events/ }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Harsh Braking' }));
    await waitFor(() => expect(lastList()?.getAll('event')).toEqual(['41']));
    await userEvent.keyboard('{Escape}');
    await userEvent.click(await screen.findByRole('button', { name: /AB11 CAR/ }));
    await waitFor(() => expect(lastList()?.get('vehicle')).toBe('11'));
    await userEvent.type(screen.getByLabelText('Tag'), 'claim{Enter}');
    await waitFor(() => expect(lastList()?.get('tag')).toBe('claim'));
    // A vehicle is more exact than its depot.
    expect(lastList()?.get('vehicle_group')).toBeNull();
    expect(location.search).toContain('camera=2');
    expect(location.search).toContain('event=41');
  });

  it('says that there is none, and what the server refuses', async () => {
    clips = [];
    await openScreen('/video/historic');
    expect(await screen.findByText('No clips')).toBeTruthy();
    cleanup();
    vi.stubGlobal('fetch', async () => new Response('{"detail":"Too long."}', { status: 400 }));
    await openScreen('/video/historic');
    expect(await screen.findByText('Too long.')).toBeTruthy();
  });
});

describe('requesting', () => {
  it('[F-P01] [F-32] the buttons open the dialog for the chosen vehicle', async () => {
    await openScreen('/video/historic?vehicleId=11');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Request Video' });
    await waitFor(() => expect(button.disabled).toBe(false));
    await userEvent.click(button);
    const dialog = within(await screen.findByRole('dialog', { name: 'Request Video' }));
    expect(dialog.getByText('AB11 CAR')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(screen.getByRole('button', { name: 'Request Live Video' }));
    expect(await screen.findByRole('dialog', { name: 'Request Live Video' })).toBeTruthy();
  });

  it('asks for a vehicle first, and says where one has no camera', async () => {
    await openScreen('/video/historic');
    expect(await screen.findByText(/^Choose a vehicle to see/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request Video' }).disabled).toBe(
      true,
    );
    cleanup();
    await openScreen('/video/historic?vehicleId=12');
    expect(await screen.findByText('This vehicle has no camera.')).toBeTruthy();
  });

  it('[F-P03] [RP-11] a stretch walked over by keys is asked for, and its clip opens', async () => {
    const made = clip({ id: 8, state: 'requested', error: 'device_offline', files: [] });
    await openScreen('/video/historic?vehicleId=11&startDate=2026-11-20T08:00:00Z');
    const line = await screen.findByRole('slider', { name: /^Time line/ });
    line.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Request Video' }));
    extra[LIST] = () => made;
    await userEvent.click(dialog.getByRole('button', { name: 'Request 30 seconds' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      method: 'POST',
      path: LIST,
      body: { vehicle: 11, start: '2026-11-20T08:00:00Z', duration: 30, live: false },
    });
    await waitFor(() => expect(location.search).toContain('clipId=8'));
    expect(await screen.findByText('Waiting for the device')).toBeTruthy();
    expect(screen.getByText(/^It starts by itself when the device connects/)).toBeTruthy();
  });

  it('[U-P03] whoever may not write sees no way to ask, share or remove', async () => {
    await openScreen('/video/historic?vehicleId=11&clipId=7', testUser({ role: 'READONLY' }));
    await screen.findByRole('article', { name: /^Clip of AB11 CAR/ });
    for (const name of ['Request Video', 'Request Live Video', 'Share', 'Keep', 'Remove']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  });
});

describe('the open clip', () => {
  const open = async () => {
    await openScreen('/video/historic?clipId=7');
    return within(await screen.findByRole('article', { name: /^Clip of AB11 CAR/ }));
  };

  it('[F-P01] [RP-12] plays the films of its cameras, with trail, speed and events beside them', async () => {
    const view = await open();
    const films = ['Film of Road', 'Film of Driver'].map((name) => view.getByLabelText(name));
    expect(films.map((one) => one.getAttribute('src'))).toEqual([
      '/api/files/1/?signature=s&expires=1',
      '/api/files/2/?signature=s&expires=1',
    ]);
    const trail = asked.find(({ pathname }) => pathname === '/api/trace/')?.searchParams;
    expect([trail?.get('vehicle'), trail?.get('start'), trail?.get('end')]).toEqual([
      '11',
      '2026-11-20T07:59:30Z',
      '2026-11-20T08:01:00Z',
    ]);
    expect(view.getByRole('tab', { name: 'Speed' })).toBeTruthy();
    expect(view.getByRole('tab', { name: /Events/ })).toBeTruthy();
  });

  it('[F-P01] the keys of a player: picture by picture, speed, seconds and tenths', async () => {
    const view = await open();
    const slider = view.getByLabelText<HTMLInputElement>('Time of the film');
    const startMs = Date.parse('2026-11-20T08:00:00Z');
    const at = () => Number(slider.value) - startMs;
    await userEvent.keyboard('5');
    expect(at()).toBe(15_000);
    await userEvent.keyboard('l');
    expect(at()).toBe(25_000);
    await userEvent.keyboard('j');
    expect(at()).toBe(15_000);
    await userEvent.keyboard('.');
    expect(at()).toBe(15_060);
    await userEvent.keyboard(',');
    expect(at()).toBe(15_020);
    await userEvent.keyboard('>');
    expect(view.getByLabelText<HTMLSelectElement>('Speed of the film').value).toBe('1.5');
    await userEvent.keyboard('<<<');
    expect(view.getByLabelText<HTMLSelectElement>('Speed of the film').value).toBe('0.25');
    await userEvent.keyboard('{Home}');
    expect(at()).toBe(0);
    await userEvent.keyboard('{End}');
    expect(at()).toBe(30_000);
    expect(view.getByText('20/11/26 08:00:30')).toBeTruthy();
    await userEvent.keyboard('o');
    expect(view.queryByText('20/11/26 08:00:30')).toBeNull();
    const large = () => view.getAllByRole('button', { name: /^Enlarge/, pressed: true });
    await userEvent.keyboard('cc');
    expect(large().map((one) => one.textContent)).toEqual(['Driver']);
  });

  it('[F-P01] download of each MP4 and of the data', async () => {
    const view = await open();
    await userEvent.click(view.getByRole('button', { name: 'Download' }));
    const links = within(screen.getByRole('dialog', { name: 'Download' }));
    const road = links.getByRole('link', { name: /Road, MP4/ });
    expect(road.getAttribute('href')).toBe('/api/files/1/?signature=d&expires=1&download=1');
    expect(road.getAttribute('download')).toBe('AB11_CAR_2026-11-20T080000_1.mp4');
    expect(road.textContent).toContain('4.3 MB');
    expect(links.getByRole('button', { name: /^GPX/ })).toBeTruthy();
    expect(links.getByRole('button', { name: /^CSV/ })).toBeTruthy();
  });

  it('notes, tags and keeping it are saved together', async () => {
    const view = await open();
    await userEvent.click(view.getByRole('tab', { name: 'Notes and facts' }));
    const tags = view.getByLabelText('Tags, with commas');
    await userEvent.clear(tags);
    await userEvent.type(tags, 'claim, rear end,claim');
    await userEvent.click(view.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({
      method: 'PUT',
      body: { notes: 'Seen by the insurer', tags: ['claim', 'rear end'], keep: false },
    });
    await userEvent.click(view.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ keep: true }));
  });

  it('shares it by a link that is shown once, and revokes it', async () => {
    const share = {
      id: 5,
      note: 'Insurer',
      created_by: 'Morgan Manager',
      created_at: '2026-11-20T09:00:00Z',
      expires_at: '2999-11-23T09:00:00Z',
      revoked_at: null,
      views: 2,
      last_view_at: '2026-11-20T10:00:00Z',
    };
    extra[`${LIST}7/shares/`] = () => ({
      results: [share],
      id: 5,
      address: '/shared#token-of-the-link',
      expires_at: share.expires_at,
    });
    const view = await open();
    await userEvent.click(view.getByRole('button', { name: 'Share' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share the clip by a link' }));
    await userEvent.type(dialog.getByLabelText('For whom'), 'Insurer');
    await userEvent.selectOptions(dialog.getByLabelText('Expires after'), '7 days');
    await userEvent.click(dialog.getByRole('button', { name: 'Make a link' }));
    const link = await dialog.findByLabelText<HTMLInputElement>('The new link');
    expect(link.value).toBe(`${location.origin}/shared#token-of-the-link`);
    expect(sent[0]?.body).toEqual({ expires_in_hours: 168, note: 'Insurer' });
    expect(await dialog.findByText(/^Opened 2 times/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: `${LIST}7/shares/5/` }),
    );
  });

  it('[F-P03] a failed one says why and is tried again', async () => {
    clips = [clip({ state: 'failed', error: 'timeout', files: [] })];
    const view = await open();
    expect(view.getByText('The clip could not be fetched')).toBeTruthy();
    expect(view.getByText('The device did not answer.')).toBeTruthy();
    await userEvent.click(view.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(sent[0]?.path).toBe(`${LIST}7/retry/`));
  });

  it('one that is not there says so, with the way back', async () => {
    await openScreen('/video/historic?clipId=99');
    expect(await screen.findByText('This clip is not here')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'All clips' }));
    expect(await screen.findByRole('table', { name: 'Clips' })).toBeTruthy();
  });
});

describe('what administrators keep', () => {
  it('is there for them alone', async () => {
    await openScreen('/video/historic');
    await screen.findByRole('table', { name: 'Clips' });
    expect(screen.queryByRole('button', { name: 'Administration' })).toBeNull();
  });

  it('[F-P01] which events ask for a clip, and how long before and after', async () => {
    await openScreen('/video/historic', testUser({ role: 'ADMIN' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Administration' }));
    await userEvent.click(screen.getByRole('button', { name: 'Clips of events' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Clips of events' }));
    const before = await dialog.findByLabelText<HTMLInputElement>('Harsh Braking: Seconds before');
    await waitFor(() => expect(before.value).toBe('10'));
    await userEvent.clear(before);
    await userEvent.type(before, '20');
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Panic Button' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.body).toEqual({
      rules: [
        { event_code: 41, is_active: true, before_s: 20, after_s: 10, cameras: [] },
        { event_code: 50, is_active: true, before_s: 10, after_s: 10, cameras: [] },
      ],
    });
  });
});
