import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { answerCalls, openScreen } from '../../test-screen.tsx';
import { startTestTexts } from '../../test-texts.ts';
import { testUser } from '../../test-user.ts';

const SILENT = {
  vehicle: { id: 5, registration: 'N2 BBB' },
  cameras: [
    { camera: 1, name: 'Road' },
    { camera: 2, name: 'Cab' },
  ],
  last_seen: null,
  state: 'offline',
  oldest_footage: null,
};

beforeAll(startTestTexts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('[F-P02] lists vehicles with their cameras, filters those offline, and leads to the clips', async () => {
  const asked: URL[] = [];
  answerCalls({
    '/video-evidence/api/camera_states/': (url) => {
      asked.push(url);
      return { count: 1, results: [SILENT] };
    },
  });
  await openScreen('/video/cameras', testUser({ modules: ['videos'] }));
  const row = (await screen.findByText('N2 BBB')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Offline')).toBeTruthy();
  expect(within(row).getByText('Road, Cab')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Offline');
  await vi.waitFor(() => expect(asked.at(-1)?.searchParams.get('state')).toBe('offline'));
  await userEvent.click(await screen.findByText('N2 BBB'));
  const clips = await screen.findByRole('link', { name: 'Show the clips' });
  expect(clips.getAttribute('href')).toBe('/video/historic?vehicleId=5');
});
