import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../session/context.ts';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';
import { LiveDialog } from './live-dialog.tsx';
import type { LiveTrail } from './video-live-trail.ts';

// End-to-end tests cover the map: jsdom cannot draw it.
afterAll(() => vi.doUnmock('./live-map.tsx'));
vi.mock('./live-map.tsx', () => ({
  default: ({ trail }: { trail: LiveTrail }) => (
    <output
      aria-label="trail"
      data-rotation={trail.rotationDeg}
      data-last={JSON.stringify(trail.points.at(-1))}
    >
      {trail.points.length}
    </output>
  ),
}));

const START = Date.parse('2026-06-05T12:00:00Z');
const CAMERAS = ['Road', 'Cabin', 'Left'].map((name, index) => ({
  camera: index + 1,
  name,
  source: `/api/live_source/5/${index + 1}.mp4`,
}));

let asked: { method: string; path: string }[] = [];
let liveMode: 'snapshot' | 'stream';
let snapshots: () => unknown;
let chunks: () => unknown;
let begin: () => Response;

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const item = (camera: number, seconds: number, url: string) => ({
  URL: url,
  Latitude: 53 + seconds / 1000,
  Longitude: -1.5,
  Heading: 90,
  EndDateTime: new Date(START + seconds * 1000).toISOString(),
  Camera: camera,
  Moving: seconds > 5,
});
const count = (path: string, method = 'GET') =>
  asked.filter((one) => one.path.startsWith(path) && one.method === method).length;

beforeAll(async () => {
  await startTestTexts();
  // Preload the lazy chunk, which fake timers would not advance.
  await import('./live-map.tsx');
});
beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(START);
  asked = [];
  liveMode = 'snapshot';
  snapshots = () => [item(1, 0, '/p/1.jpg'), {}, item(3, 0, '/p/3.jpg')];
  chunks = () => [];
  begin = () =>
    json(
      {
        id: 5,
        live_mode: liveMode,
        stream: false,
        ticket: 'x',
        ends_at: new Date(START + 1_800_000).toISOString(),
        cameras: CAMERAS,
      },
      201,
    );
  vi.stubGlobal('fetch', async (address: string, { method = 'GET' }: RequestInit = {}) => {
    const { pathname: path } = new URL(address, 'http://localhost');
    asked.push({ method, path });
    if (path === '/video-evidence/api/live_sessions/' && method === 'POST') return begin();
    if (method === 'DELETE') return new Response(null, { status: 204 });
    if (path.startsWith('/api/live_vehicle_snapshots/')) {
      const answer = snapshots();
      return answer instanceof Response ? answer : json(answer);
    }
    if (path.startsWith('/api/latest_vehicle_video/')) {
      const answer = chunks();
      return answer instanceof Response ? answer : json(answer);
    }
    if (path.startsWith('/p/')) return new Response(new Blob(['x'], { type: 'image/jpeg' }));
    return json({ bases: { video_host: '' }, map: { style_url: null } });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Runs due timers and their follow-ups. */
async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms));
}

async function open(): Promise<void> {
  render(
    <SessionContext.Provider value={{ current: testUser(), records: [], update: () => undefined }}>
      <QueryClientProvider client={new QueryClient()}>
        <LiveDialog vehicle={{ id: 7, registration: 'AB12 CDE' }} onClose={() => undefined} />
      </QueryClientProvider>
    </SessionContext.Provider>,
  );
  await pass(1);
}

/** The dialog as a screen uses it: rendered until it closes, and can be reopened. */
function Screen() {
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) {
    return (
      <button type="button" onClick={() => setIsOpen(true)}>
        Watch
      </button>
    );
  }
  return (
    <LiveDialog vehicle={{ id: 7, registration: 'AB12 CDE' }} onClose={() => setIsOpen(false)} />
  );
}

async function openFromScreen(): Promise<void> {
  render(
    <SessionContext.Provider value={{ current: testUser(), records: [], update: () => undefined }}>
      <QueryClientProvider client={new QueryClient()}>
        <Screen />
      </QueryClientProvider>
    </SessionContext.Provider>,
  );
  await pass(1);
}

const button = (name: string) => screen.queryByRole('button', { name, hidden: true });
const press = (name: string) => fireEvent.click(button(name) as HTMLElement);

describe('the live video dialog', () => {
  it('[F-01] [F-03] is titled by its vehicle, and can be stopped', async () => {
    await open();
    const title = screen.getByRole('heading', { level: 2, hidden: true });
    expect(title.textContent).toBe('Live Video AB12 CDE');
    expect(button('Stop Live Video')).toBeTruthy();
  });

  it('[F-05] [F-07] shows a main view, and a map with the trail', async () => {
    await open();
    expect(document.querySelectorAll('[data-part=camera-cell][data-main=true]')).toHaveLength(1);
    await pass(1000);
    expect(screen.getByLabelText('trail')).toBeTruthy();
  });

  it('[F-20] [F-21] the rotation is 360 minus the heading, and stays at a heading of 0', async () => {
    const heading = (seconds: number, Heading: number) => {
      snapshots = () => [{ ...item(1, seconds, `/p/${seconds}.jpg`), Heading }, {}, {}];
    };
    const trail = () => screen.getByLabelText('trail');
    heading(0, 90);
    await open();
    await pass(1000);
    expect(trail().dataset.rotation).toBe('270');
    heading(10, 0);
    await pass(2000);
    expect([trail().textContent, trail().dataset.rotation]).toEqual(['2', '270']);
    heading(20, 350);
    await pass(2000);
    expect([trail().textContent, trail().dataset.rotation]).toEqual(['3', '10']);
  });

  it('[V-06] [V-07] adds the newest position of a reply to the trail', async () => {
    snapshots = () => [item(1, 0, '/p/1.jpg'), item(2, 8, '/p/2.jpg'), {}];
    await open();
    await pass(1000);
    expect(JSON.parse(screen.getByLabelText('trail').dataset.last ?? '')).toEqual({
      timeMs: START + 8000,
      latitudeDeg: 53.008,
      longitudeDeg: -1.5,
      directionDeg: 90,
    });
  });

  it('[F-06] [F-22] [F-23] thumbnails of all cameras, padded to four; selecting one makes it the main view', async () => {
    await open();
    const strip = screen.getByRole('list', { name: 'Cameras', hidden: true });
    expect(strip.children).toHaveLength(4);
    expect(strip.querySelectorAll('[data-part=camera-filler]')).toHaveLength(1);
    fireEvent.click(within(strip).getByRole('button', { name: 'Cabin', hidden: true }));
    expect(
      document.querySelector<HTMLElement>('[data-part=camera-cell][data-main=true]')?.dataset
        .camera,
    ).toBe('2');
    fireEvent.keyDown(strip, { key: '3' });
    expect(
      document.querySelector<HTMLElement>('[data-part=camera-cell][data-main=true]')?.dataset
        .camera,
    ).toBe('3');
  });

  const message = () => document.querySelector('[data-part=watch-loading]')?.textContent ?? null;

  it.each([
    [0, 1000],
    [1, 2500],
  ])(
    '[F-08] [F-09] [F-10] the loading message changes twice (random %f: after %i ms)',
    async (random, afterMs) => {
      vi.spyOn(Math, 'random').mockReturnValue(random);
      snapshots = () => [{}, {}, {}];
      await open();
      expect(message()).toBe('Connecting to device...');
      await pass(afterMs - 10);
      expect(message()).toBe('Connecting to device...');
      await pass(10);
      expect(message()).toBe('Initializing Video...');
      await pass(afterMs - 10);
      expect(message()).toBe('Initializing Video...');
      await pass(10);
      expect(message()).toBe('Encrypting Video...');
    },
  );

  it('[F-11] the loading message shows until video arrives', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    snapshots = () => [{}, {}, {}];
    await open();
    expect(message()).toBe('Connecting to device...');
    await pass(2500);
    expect(message()).toBe('Initializing Video...');
    await pass(2500);
    expect(message()).toBe('Encrypting Video...');
    snapshots = () => [item(1, 1, '/p/1.jpg'), {}, {}];
    await pass(1000);
    expect(message()).toBeNull();
    expect(screen.getByAltText('Road')).toBeTruthy();
  });

  it('[F-12] [F-19] [R-103] polls 800 ms after each response, and the trail grows', async () => {
    let seconds = 0;
    snapshots = () => [item(1, seconds++, `/p/${seconds}.jpg`)];
    await open();
    expect(count('/api/live_vehicle_snapshots/7/')).toBe(1);
    await pass(790);
    expect(count('/api/live_vehicle_snapshots/7/')).toBe(1);
    await pass(20);
    expect(count('/api/live_vehicle_snapshots/7/')).toBe(2);
    await pass(800);
    expect(count('/api/live_vehicle_snapshots/7/')).toBe(3);
    expect(screen.getByLabelText('trail').textContent).toBe('3');
  });

  it('[F-04] [F-13] [F-14] pause stops polling, resume starts it again', async () => {
    await open();
    press('Pause');
    const before = count('/api/live_vehicle_snapshots/');
    await pass(5000);
    expect(count('/api/live_vehicle_snapshots/')).toBe(before);
    press('Resume');
    await pass(1);
    expect(count('/api/live_vehicle_snapshots/')).toBe(before + 1);
    expect(button('Pause')).toBeTruthy();
  });

  it('[F-15] [RP-14] stop ends polling and the session, and closes', async () => {
    await openFromScreen();
    await pass(1000);
    const before = count('/api/live_vehicle_snapshots/');
    expect(before).toBeGreaterThan(0);
    expect(screen.getByAltText('Road')).toBeTruthy();
    press('Stop Live Video');
    await pass(1);
    expect(document.querySelector('dialog')).toBeNull();
    await pass(5000);
    expect(count('/api/live_vehicle_snapshots/')).toBe(before);
    expect(count('/video-evidence/api/live_sessions/5/', 'DELETE')).toBe(1);
  });

  it('[F-15] resets the video state: reopened, it starts without an image', async () => {
    await openFromScreen();
    await pass(1000);
    press('Stop Live Video');
    await pass(1);
    snapshots = () => [{}, {}, {}];
    press('Watch');
    await pass(1);
    expect(count('/video-evidence/api/live_sessions/', 'POST')).toBe(2);
    expect(document.querySelector('[data-part=watch-stage]')?.getAttribute('data-playing')).toBe(
      'false',
    );
    expect(screen.getByText('Connecting to device...')).toBeTruthy();
    expect(screen.queryByAltText('Road')).toBeNull();
  });

  it('[RP-13] [RP-14] the session ends with the tab', async () => {
    await open();
    expect(count('/video-evidence/api/live_sessions/', 'POST')).toBe(1);
    window.dispatchEvent(new Event('pagehide'));
    expect(count('/video-evidence/api/live_sessions/5/', 'DELETE')).toBe(1);
  });

  it('[F-02] [F-P05] shows whether the vehicle is stopped or moving', async () => {
    await open();
    expect(screen.getByText('Vehicle is stationary')).toBeTruthy();
    snapshots = () => [item(1, 9, '/p/9.jpg')];
    await pass(900);
    expect(screen.getByText('Vehicle is moving')).toBeTruthy();
  });

  it('[F-29] a snapshot reply that is not a list shows an error without a loading message', async () => {
    snapshots = () => ({ detail: 'wait' });
    await open();
    expect(screen.getByText('Video request timed out')).toBeTruthy();
    await pass(6000);
    expect(document.querySelector('[data-part=watch-loading]')).toBeNull();
  });

  it('[F-30] shows the error of a later poll until stills arrive again', async () => {
    await open();
    snapshots = () => json({}, 503);
    await pass(900);
    expect(screen.getByText('Video request timed out...')).toBeTruthy();
    snapshots = () => [item(1, 4, '/p/4.jpg')];
    await pass(900);
    expect(screen.queryByText('Video request timed out...')).toBeNull();
  });

  it('[F-31] a session that cannot start shows an error with a retry', async () => {
    begin = () => json({ detail: 'This vehicle has no camera.' }, 400);
    await open();
    expect(screen.getByText('Could not connect to the device. PLease try again')).toBeTruthy();
    expect(screen.getByText('This vehicle has no camera.')).toBeTruthy();
    begin = () => json({ detail: '' }, 400);
    press('Try again');
    await pass(1);
    expect(count('/video-evidence/api/live_sessions/', 'POST')).toBe(2);
  });

  it('[F-04] [F-18] [R-101] new-stream mode is polled every 10 s, without pause and resume', async () => {
    liveMode = 'stream';
    await open();
    expect(button('Pause')).toBeNull();
    await pass(9990);
    expect(count('/api/latest_vehicle_video/7/')).toBe(1);
    await pass(20);
    expect(count('/api/latest_vehicle_video/7/')).toBe(2);
  });

  it('[F-17] new-stream mode waits with an empty queue, and plays the next chunk on its arrival', async () => {
    liveMode = 'stream';
    const played: string[] = [];
    const videos: HTMLVideoElement[] = [];
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
      this: HTMLMediaElement,
    ) {
      videos.push(this as HTMLVideoElement);
      played.push(this.getAttribute('src') ?? '');
      return Promise.resolve();
    });
    chunks = () => [item(1, 8, '/p/8.mp4')];
    await open();
    await vi.waitFor(() => expect(played).toEqual(['/p/8.mp4']));
    chunks = () => [];
    fireEvent(videos[0] as HTMLVideoElement, new Event('ended'));
    await pass(10_000);
    expect(played).toEqual(['/p/8.mp4']);
    chunks = () => [item(1, 16, '/p/16.mp4')];
    await pass(10_000);
    await vi.waitFor(() => expect(played).toEqual(['/p/8.mp4', '/p/16.mp4']));
  });

  it('[F-28] an empty chunk reply alerts once if nothing was ever received', async () => {
    liveMode = 'stream';
    await open();
    expect(screen.getByText('Error getting video')).toBeTruthy();
    chunks = () => [item(1, 8, '/p/8.mp4')];
    await pass(10_000);
    await vi.waitFor(() => expect(document.querySelector('video[src="/p/8.mp4"]')).toBeTruthy());
    expect(screen.queryByText('Error getting video')).toBeNull();
    chunks = () => [];
    await pass(10_000);
    expect(screen.queryByText('Error getting video')).toBeNull();
  });
});
