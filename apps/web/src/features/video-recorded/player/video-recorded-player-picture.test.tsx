import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestTexts } from '../../../test-texts.ts';
import { ClipPlayback } from './clip-playback.ts';
import { Picture } from './video-recorded-player-picture.tsx';
import { Stamp } from './video-recorded-player-stamp.tsx';

const START_MS = Date.parse('2026-11-20T08:00:00Z');
const film = (address: string) => ({
  camera: 1,
  name: 'Front',
  address,
  startMs: START_MS,
  endMs: START_MS + 30_000,
});
const DISPLAY = {
  unit: 'MLS' as const,
  locale: 'en-GB',
  currency: 'GBP',
  dates: { timeZone: 'Europe/London', dateFormat: 'DD/MM/YY', timeFormat: 'HH:mm' },
};

function Player({ address, isStamped }: { readonly address: string; readonly isStamped: boolean }) {
  const file = film(address);
  const playback = new ClipPlayback([file]);
  return (
    <Picture
      file={file}
      playback={playback}
      isHeard={false}
      isLarge={false}
      stamp={
        isStamped ? <Stamp playback={playback} registration="BE26 NCH" display={DISPLAY} /> : null
      }
      onChoose={null}
      onLost={() => undefined}
    />
  );
}
const source = () => screen.getByLabelText(/Front/).getAttribute('src');

beforeAll(startTestTexts);
afterEach(cleanup);

describe('the video of a camera', () => {
  it('[P-189] [P-191] plays an mp4, and another one when its source changes', () => {
    const { rerender } = render(<Player address="/clips/a.mp4" isStamped={false} />);
    expect(source()).toBe('/clips/a.mp4');
    rerender(<Player address="/clips/b.mp4" isStamped={false} />);
    expect(source()).toBe('/clips/b.mp4');
  });

  it('[P-190] [V-43] shows a data overlay and the text of its tag, if enabled', () => {
    const { container, rerender } = render(<Player address="/a.mp4" isStamped />);
    const stamp = () => container.querySelector('figcaption');
    expect(stamp()?.textContent).toContain('BE26 NCH');
    expect(stamp()?.textContent).toContain('20/11/26 08:00:00');
    rerender(<Player address="/a.mp4" isStamped={false} />);
    expect(stamp()).toBeNull();
  });
});
