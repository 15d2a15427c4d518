import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { SessionContext } from '../../../session/context.ts';
import { startTestTexts } from '../../../test-texts.ts';
import { testUser } from '../../../test-user.ts';
import { typedTime } from '../../../ui/date-field/typed-time.ts';
import { momentAt, onSlider, startRange, wallTime } from './request-rules.ts';
import { RequestVideo } from './request-video.tsx';
import { LiveVideoButton, RequestVideoButton } from './video-actions.tsx';

const NOW = Date.parse('2026-06-05T12:00:00Z');
const DAY_MS = 86_400_000;
const VEHICLE = { id: 7, registration: 'AB12 CDE' };

let sent: Record<string, unknown>[] = [];
let oldest: string | null = null;
let answer: () => Response = () => Response.json({ id: 3 }, { status: 201 });

beforeAll(startTestTexts);
beforeEach(() => {
  sent = [];
  oldest = null;
  answer = () => Response.json({ id: 3 }, { status: 201 });
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(NOW);
  vi.stubGlobal('fetch', async (address: string, options: RequestInit = {}) => {
    if (options.method === 'POST') {
      sent.push({ address, ...JSON.parse(String(options.body)) });
      return answer();
    }
    const device = {
      vehicle: 7,
      registration: 'AB12 CDE',
      last_seen: null,
      live_mode: 'stream',
      cameras: [
        { camera: 1, name: 'Road' },
        { camera: 2, name: 'Cabin' },
      ],
      oldest_footage: oldest,
    };
    return Response.json({ count: 1, results: [device] });
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function show(content: React.ReactNode, user = testUser()): void {
  render(
    <SessionContext.Provider value={{ current: user, records: [], update: () => undefined }}>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </SessionContext.Provider>,
  );
}

const slider = () => screen.getByLabelText<HTMLInputElement>('Duration');
const time = () => screen.getByLabelText<HTMLInputElement>('Time');
const request = (seconds: number) =>
  screen.getByRole<HTMLButtonElement>('button', {
    name: `Request ${seconds} seconds`,
    hidden: true,
  });

async function open(props: Partial<Parameters<typeof RequestVideo>[0]> = {}): Promise<void> {
  show(<RequestVideo vehicle={VEHICLE} onClose={() => undefined} {...props} />);
  await screen.findByLabelText('Duration');
}

describe('the request dialog', () => {
  it('[F-32] [F-33] has its title, and a picker of date and time', async () => {
    await open();
    expect(screen.getByRole('heading', { name: 'Request Video', hidden: true })).toBeTruthy();
    expect(time().value).toBe('12:59:30');
    expect(screen.getByText('05/06/26')).toBeTruthy();
  });

  it('[F-34] [F-35] shows the seconds of its slider on the button', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Cancel', hidden: true })).toBeTruthy();
    expect(request(30).disabled).toBe(false);
    fireEvent.change(slider(), { target: { value: '75' } });
    expect(request(75)).toBeTruthy();
  });

  it('[F-37] [F-38] recorded: 30 to 120 s in steps of 5, by default 30', async () => {
    await open();
    const { min, max, step, value } = slider();
    expect({ min, max, step, value }).toEqual({ min: '30', max: '120', step: '5', value: '30' });
    fireEvent.change(slider(), { target: { value: '60' } });
    expect(request(60)).toBeTruthy();
  });

  it('[F-32] [F-37] [F-39] live: 0 to 30 s, by default 15; at 0 nothing can be requested', async () => {
    await open({ kind: 'live' });
    expect(screen.getByRole('heading', { name: 'Request Live Video', hidden: true })).toBeTruthy();
    const { min, max, step, value } = slider();
    expect({ min, max, step, value }).toEqual({ min: '0', max: '30', step: '5', value: '15' });
    fireEvent.change(slider(), { target: { value: '0' } });
    expect(request(0).disabled).toBe(true);
    fireEvent.change(slider(), { target: { value: '20' } });
    fireEvent.click(request(20));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ start: '2026-06-05T12:00:00Z', duration: 20, live: true });
  });

  it('[F-36] [F-P04] allows times only from the oldest video, else seven days back, to now minus the duration', async () => {
    oldest = '2026-06-05T11:00:00Z';
    await open({ startMs: NOW });
    // The event at this time does not have thirty seconds after it yet.
    expect(time().value).toBe('12:59:30');
    fireEvent.change(time(), { target: { value: '12:59:31' } });
    expect(screen.getByText('Choose a time up to 05/06/26 12:59')).toBeTruthy();
    expect(request(30).disabled).toBe(true);
    fireEvent.change(time(), { target: { value: '11:59:59' } });
    expect(screen.getByText('The oldest footage is of 05/06/26 12:00')).toBeTruthy();
    expect(request(30).disabled).toBe(true);
    fireEvent.change(time(), { target: { value: 'x' } });
    expect(screen.getByText('Enter a time')).toBeTruthy();
    expect(request(30).disabled).toBe(true);
    fireEvent.change(time(), { target: { value: '12:00:00' } });
    expect(request(30).disabled).toBe(false);
    expect(startRange(null, 30, NOW)).toEqual({
      earliestMs: NOW - 7 * DAY_MS,
      latestMs: NOW - 30_000,
    });
  });

  it('[F-40] [V-08] [RP-11] sends start in UTC, duration, vehicle, and the chosen cameras', async () => {
    const onRequested = vi.fn();
    await open({ startMs: NOW - 3_600_000, onRequested });
    fireEvent.click(screen.getByLabelText('Cabin'));
    fireEvent.change(screen.getByLabelText('Reason (optional)'), { target: { value: ' Claim ' } });
    fireEvent.click(screen.getByRole('button', { name: '−10 s', hidden: true }));
    fireEvent.click(request(30));
    await waitFor(() => expect(onRequested).toHaveBeenCalledWith({ id: 3 }));
    expect(sent).toEqual([
      {
        address: '/video-evidence/api/video_requests/',
        start: '2026-06-05T10:59:50Z',
        duration: 30,
        vehicle: 7,
        live: false,
        cameras: [1],
        reason: 'Claim',
      },
    ]);
  });

  it('shows a server error, and the dialog stays open', async () => {
    const onClose = vi.fn();
    answer = () => Response.json({ detail: 'The storage is full.' }, { status: 409 });
    await open({ onClose });
    fireEvent.click(request(30));
    expect(await screen.findByText('The storage is full.')).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('the buttons', () => {
  it('[M-P01] [E-P02] [F-43] are shown only for a vehicle with cameras', async () => {
    show(
      <>
        <LiveVideoButton vehicle={VEHICLE} />
        <RequestVideoButton vehicle={VEHICLE} startMs={() => NOW - 61_000} />
        <RequestVideoButton vehicle={{ id: 8, registration: 'NO CAM' }} />
      </>,
    );
    expect(await screen.findByRole('button', { name: 'Live Video' })).toBeTruthy();
    const buttons = screen.getAllByRole('button', { name: 'Request video' });
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    expect((await screen.findByLabelText<HTMLInputElement>('Time')).value).toBe('12:58:59');
  });

  it('[U-11] are hidden without permission; requesting also needs write permission', async () => {
    const buttons = (
      <>
        <LiveVideoButton vehicle={VEHICLE} />
        <RequestVideoButton vehicle={VEHICLE} />
      </>
    );
    show(buttons, testUser({ modules: ['Track'] }));
    await new Promise((done) => setTimeout(done, 50));
    expect(screen.queryByRole('button')).toBeNull();
    cleanup();
    show(buttons, testUser({ role: 'READONLY' }));
    expect(await screen.findByRole('button', { name: 'Live Video' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Request video' })).toBeNull();
  });
});

describe('times of a zone', () => {
  it('are right on ordinary days and when the clock changes', () => {
    const zone = 'Europe/London';
    for (const moment of ['2026-06-05T11:59:30Z', '2026-03-29T05:00:00Z', '2026-10-25T08:30:01Z']) {
      const { day, time: shown } = wallTime(Date.parse(moment), zone);
      expect(momentAt(day, shown, zone)).toBe(Date.parse(moment));
    }
    expect(momentAt('2026-03-29', '06:00', zone)).toBe(Date.parse('2026-03-29T05:00:00Z'));
    expect(momentAt('2026-06-05', '', zone)).toBeNull();
  });

  it('[S-12] are parsed in common formats', () => {
    expect(
      ['9:05', '09:05:07', ' 23:59:59 ', '12:00 am', '1:30:15 PM', '12:10 p.m.'].map(typedTime),
    ).toEqual(['09:05:00', '09:05:07', '23:59:59', '00:00:00', '13:30:15', '12:10:00']);
    for (const text of ['', '24:00', '9:5', '13:00 pm', '0:00 am', '10:60', 'noon']) {
      expect(typedTime(text)).toBeNull();
    }
  });

  it('[F-37] durations are on the steps of the slider', () => {
    expect(onSlider('recorded', 20)).toBe(30);
    expect(onSlider('recorded', 47)).toBe(45);
    expect(onSlider('recorded', 600)).toBe(120);
    expect(onSlider('live', 12)).toBe(10);
  });
});
