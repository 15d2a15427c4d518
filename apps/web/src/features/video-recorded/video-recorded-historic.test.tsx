import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../test-screen.tsx';
import { testUser } from '../../test-user.ts';
import { clip, LIST, type VideoServer, withVideoServer } from './test-video-server.ts';

let server: VideoServer;

withVideoServer((made) => {
  server = made;
});

const lists = () => server.asked.filter(({ pathname }) => pathname === LIST);
const lastList = () => lists().at(-1)?.searchParams;

describe('the list of clips', () => {
  it('[F-41] [F-P01] [RP-10] shows registration, camera, start, duration and state of each', async () => {
    await openScreen('/video/historic');
    const table = within(await screen.findByRole('table', { name: 'Clips' }));
    await table.findByText('AB11 CAR');
    const [, row] = table.getAllByRole('row');
    expect([...(row?.children ?? [])].map((cell) => cell.textContent)).toEqual([
      '20 Nov, 08:00:00',
      'Cameras 1, 2',
      'AB11 CAR',
      '1, 2',
      '0:30',
      'Ready',
      'Harsh Braking',
      'claim',
    ]);
    expect(await screen.findByRole('heading', { name: 'Videos' })).toBeTruthy();
  });

  it('[F-P01] shows the thumbnail of each clip, else a placeholder with its cameras, never a broken image', async () => {
    server.clips = [clip({ id: 1, thumbnail: '/api/files/t/?signature=s' }), clip({ id: 2 })];
    const name = 'No thumbnail: AB11 CAR, Harsh Braking';
    await openScreen('/video/historic');
    const picture = await screen.findByRole('img', {
      name: 'Thumbnail: AB11 CAR, Harsh Braking',
    });
    expect(picture.getAttribute('src')).toBe('/api/files/t/?signature=s');
    expect(['loading', 'width', 'height'].map((name) => picture.getAttribute(name))).toEqual([
      'lazy',
      '80',
      '45',
    ]);
    const [placeholder, ...others] = screen.getAllByRole('img', { name });
    expect(others).toEqual([]);
    expect(placeholder?.textContent).toBe('Cameras 1, 2');
    fireEvent.error(picture);
    expect(screen.getAllByRole('img', { name })).toHaveLength(2);
    expect(document.querySelectorAll('img[data-part=clip-thumbnail]')).toHaveLength(0);
  });

  it('[F-P01] [F-P03] queued, offline, transferring and failed, each with its word and reason', async () => {
    server.clips = [
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
      'The device has no recording for this period.',
    ]) {
      expect(screen.getAllByText(text).length).toBeGreaterThan(0);
    }
  });

  it('[F-P01] searches by vehicle, depot, camera, state and event, all in the URL', async () => {
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
    // The vehicle takes precedence over its depot.
    expect(lastList()?.get('vehicle_group')).toBeNull();
    expect(location.search).toContain('camera=2');
    expect(location.search).toContain('event=41');
  });

  it('shows an empty state and server errors', async () => {
    server.clips = [];
    await openScreen('/video/historic');
    expect(await screen.findByText('No clips')).toBeTruthy();
    cleanup();
    vi.stubGlobal('fetch', async () => new Response('{"detail":"Too long."}', { status: 400 }));
    await openScreen('/video/historic');
    expect(await screen.findByText('Too long.')).toBeTruthy();
  });
});

describe('requesting', () => {
  it('[F-P01] [F-32] the buttons open the dialog for the selected vehicle', async () => {
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

  it('requires a vehicle, and shows if it has no camera', async () => {
    await openScreen('/video/historic');
    expect(await screen.findByText(/^Choose a vehicle to see/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Request Video' }).disabled).toBe(
      true,
    );
    cleanup();
    await openScreen('/video/historic?vehicleId=12');
    expect(await screen.findByText('This vehicle has no camera.')).toBeTruthy();
  });

  it('[F-P03] [RP-11] requests a range selected by keyboard, and opens its clip', async () => {
    const made = clip({ id: 8, state: 'requested', error: 'device_offline', files: [] });
    await openScreen('/video/historic?vehicleId=11&startDate=2026-11-20T08:00:00Z');
    const line = await screen.findByRole('slider', { name: /^Timeline/ });
    line.focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Request Video' }));
    server.extra[LIST] = () => made;
    await userEvent.click(dialog.getByRole('button', { name: 'Request 30 seconds' }));
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.sent[0]).toMatchObject({
      method: 'POST',
      path: LIST,
      body: { vehicle: 11, start: '2026-11-20T08:00:00Z', duration: 30, live: false },
    });
    await waitFor(() => expect(location.search).toContain('clipId=8'), { timeout: 10_000 });
    expect(await screen.findByText('Waiting for the device')).toBeTruthy();
    expect(screen.getByText(/^Starts automatically when the device connects/)).toBeTruthy();
  });

  it.each(['08:00', '00:05', '23:50'])('[F-P03] the timeline starts at %s', async (time) => {
    const moment = `2026-11-20T${time}:00Z`;
    await openScreen(`/video/historic?vehicleId=11&startDate=${moment}`);
    const line = await screen.findByRole('slider', { name: /^Timeline/ });
    expect(Number(line.getAttribute('aria-valuenow'))).toBe(Date.parse(moment));
  });

  it('[U-P03] hides request, share and delete without write permission', async () => {
    await openScreen('/video/historic?vehicleId=11&clipId=7', testUser({ role: 'READONLY' }));
    await screen.findByRole('article', { name: /^Clip of AB11 CAR/ });
    for (const name of ['Request Video', 'Request Live Video', 'Share', 'Keep', 'Remove']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
    expect(screen.getByRole('button', { name: 'Download' })).toBeTruthy();
  });
});

describe('administrator settings', () => {
  it('are only for administrators', async () => {
    await openScreen('/video/historic');
    await screen.findByRole('table', { name: 'Clips' });
    expect(screen.queryByRole('button', { name: 'Administration' })).toBeNull();
  });

  it('[F-P01] sets the events that request a clip, and the seconds before and after', async () => {
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
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.sent[0]?.body).toEqual({
      rules: [
        { event_code: 41, is_active: true, before_s: 20, after_s: 10, cameras: [] },
        { event_code: 50, is_active: true, before_s: 10, after_s: 10, cameras: [] },
      ],
    });
  });
});
