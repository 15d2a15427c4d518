import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { openScreen } from '../../test-screen.tsx';
import { clip, LIST, type VideoServer, withVideoServer } from './test-video-server.ts';

let server: VideoServer;

withVideoServer((made) => {
  server = made;
});

describe('the open clip', () => {
  const open = async () => {
    await openScreen('/video/historic?clipId=7');
    return within(await screen.findByRole('article', { name: /^Clip of AB11 CAR/ }));
  };

  it('[F-P01] [RP-12] plays the videos of its cameras, with trail, speed and events', async () => {
    const view = await open();
    const films = ['Video of Road', 'Video of Driver'].map((name) => view.getByLabelText(name));
    expect(films.map((one) => one.getAttribute('src'))).toEqual([
      '/api/files/1/?signature=s&expires=1',
      '/api/files/2/?signature=s&expires=1',
    ]);
    const trail = server.asked.find(({ pathname }) => pathname === '/api/trace/')?.searchParams;
    expect([trail?.get('vehicle'), trail?.get('start'), trail?.get('end')]).toEqual([
      '11',
      '2026-11-20T07:59:30Z',
      '2026-11-20T08:01:00Z',
    ]);
    expect(view.getByRole('tab', { name: 'Speed' })).toBeTruthy();
    expect(view.getByRole('tab', { name: /Events/ })).toBeTruthy();
  });

  it('[F-P01] labels a clip with only photos, and opens on them', async () => {
    const still = (camera: number) => ({
      ...{ camera, kind: 'picture', media_type: 'image/jpeg', size: 1000, codec: null },
      ...{ URL: `/api/files/p${camera}/`, download_URL: `/api/files/p${camera}/?download=1` },
      ...{ start: '2026-11-20T08:00:00Z', end: '2026-11-20T08:00:00Z', width: 640, height: 360 },
    });
    server.clips = [clip({ duration: 1, files: [still(2), still(1)] })];
    const view = await open();
    expect(view.getByRole('banner').textContent).toContain('Images');
    expect(view.getByRole('banner').textContent).not.toContain('0:01');
    const shown = within(view.getByRole('list', { name: 'Images' })).getAllByRole('img');
    expect(shown.map((one) => one.getAttribute('alt'))).toEqual([
      'Road, picture',
      'Driver, picture',
    ]);
    expect(view.queryByText(/video of this clip is missing/)).toBeNull();
  });

  it('[F-P01] supports keys for frames, speed, seconds and tenths', async () => {
    const view = await open();
    const slider = view.getByLabelText<HTMLInputElement>('Video time');
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
    expect(view.getByLabelText<HTMLSelectElement>('Video speed').value).toBe('1.5');
    await userEvent.keyboard('<<<');
    expect(view.getByLabelText<HTMLSelectElement>('Video speed').value).toBe('0.25');
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

  it('[F-P01] downloads each MP4 and the data', async () => {
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

  it('[F-P01] notes and tags are saved; keeping the clip sends no other field, so that it overwrites neither', async () => {
    const view = await open();
    await userEvent.click(view.getByRole('tab', { name: 'Notes and details' }));
    const tags = view.getByLabelText('Tags, separated by commas');
    await userEvent.clear(tags);
    await userEvent.type(tags, 'claim, rear end,claim');
    await userEvent.click(view.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.sent[0]).toMatchObject({
      method: 'PUT',
      body: { notes: 'Seen by the insurer', tags: ['claim', 'rear end'] },
    });
    await userEvent.click(view.getByRole('button', { name: 'Keep' }));
    await waitFor(() => expect(server.sent.at(-1)?.body).toEqual({ keep: true }));
  });

  it('creates a share link that is shown once, and revokes it', async () => {
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
    server.extra[`${LIST}7/shares/`] = () => ({
      results: [share],
      id: 5,
      address: '/shared#token-of-the-link',
      expires_at: share.expires_at,
    });
    const view = await open();
    await userEvent.click(view.getByRole('button', { name: 'Share' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share clip by link' }));
    await userEvent.type(dialog.getByLabelText('Recipient'), 'Insurer');
    await userEvent.selectOptions(dialog.getByLabelText('Expires after'), '7 days');
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    const link = await dialog.findByLabelText<HTMLInputElement>('New link');
    expect(link.value).toBe(`${location.origin}/shared#token-of-the-link`);
    expect(server.sent[0]?.body).toEqual({ expires_in_hours: 168, note: 'Insurer' });
    expect(await dialog.findByText(/^Opened 2 times/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    await waitFor(() =>
      expect(server.sent.at(-1)).toMatchObject({ method: 'DELETE', path: `${LIST}7/shares/5/` }),
    );
  });

  it('[F-P03] a failed one shows the reason and can be retried', async () => {
    server.clips = [clip({ state: 'failed', error: 'timeout', files: [] })];
    const view = await open();
    expect(view.getByText('The clip could not be fetched')).toBeTruthy();
    expect(view.getByText('The device did not answer.')).toBeTruthy();
    await userEvent.click(view.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(server.sent[0]?.path).toBe(`${LIST}7/retry/`));
  });

  it('a missing one shows an error with a link back', async () => {
    await openScreen('/video/historic?clipId=99');
    expect(await screen.findByText('Clip not found')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'All clips' }));
    expect(await screen.findByRole('table', { name: 'Clips' })).toBeTruthy();
  });

  it('shows photos of an alarm next to the videos', async () => {
    const still = { kind: 'picture', URL: '/api/files/9/?signature=p', download_URL: '/p' };
    const [first] = server.clips as { files: object[] }[];
    server.clips = [
      clip({ files: [...(first?.files ?? []), { ...first?.files[0], ...still, camera: 1 }] }),
    ];
    const view = await open();
    expect(view.getAllByLabelText(/^Video of/)).toHaveLength(2);
    await userEvent.click(view.getByRole('tab', { name: /^Images/ }));
    expect(view.getByRole('img', { name: 'Road, picture' }).getAttribute('src')).toBe(
      '/api/files/9/?signature=p',
    );
  });

  it('starts automatically, muted, unless reduced motion is preferred', async () => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
    const view = await open();
    expect(await view.findByRole('button', { name: 'Pause' })).toBeTruthy();
    expect(view.getByLabelText<HTMLVideoElement>('Video of Road').muted).toBe(true);
    await userEvent.keyboard('k');
    expect(view.getByRole('button', { name: 'Play' })).toBeTruthy();
  });

  it('[RP-08] a video whose URL has expired continues at the same position with a new one', async () => {
    const view = await open();
    const road = () => view.getByLabelText<HTMLVideoElement>('Video of Road');
    await userEvent.keyboard('5');
    const [first] = server.clips as { files: { URL: string; camera: number }[] }[];
    const files = (first?.files ?? []).map((file) => ({
      ...file,
      URL: `/api/files/${file.camera}/?signature=new`,
    }));
    server.clips = [clip({ files })];
    fireEvent.error(road());
    await waitFor(() => expect(road().getAttribute('src')).toBe('/api/files/1/?signature=new'));
    road().currentTime = 0;
    fireEvent.loadedMetadata(road());
    expect(road().currentTime).toBe(15);
  });
});
