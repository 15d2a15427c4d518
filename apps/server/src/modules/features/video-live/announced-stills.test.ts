import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LiveStill } from '../../../platform/video-hub.ts';
import { AnnouncedStills } from './announced-stills.ts';

const camera = { trackerId: 1, channel: 1 };
const megabytes = (id: string, size: number): LiveStill => ({
  id,
  mediaType: 'image/jpeg',
  data: Buffer.alloc(size * 1024 * 1024),
  takenAtMs: Date.now(),
});

afterEach(() => vi.useRealTimers());

describe('announced stills', () => {
  it('keeps at most 16 MB per camera, the newest ones', async () => {
    vi.useFakeTimers();
    const stills = new AnnouncedStills();
    for (let n = 0; n < 10; n += 1) {
      await stills.announce(camera, async () => megabytes(`s${n}`, 3));
      vi.advanceTimersByTime(1000);
    }
    const kept = Array.from({ length: 10 }, (_, n) => stills.find(camera, `s${n}`) !== undefined);
    expect(kept).toEqual([false, false, false, false, false, true, true, true, true, true]);
    stills.close();
  });

  it('drops a still when its address has expired', async () => {
    vi.useFakeTimers();
    const stills = new AnnouncedStills();
    await stills.announce(camera, async () => megabytes('s', 1));
    vi.advanceTimersByTime(85_000);
    expect(stills.find(camera, 's')).toBeDefined();
    vi.advanceTimersByTime(15_000);
    expect(stills.find(camera, 's')).toBeUndefined();
    stills.close();
  });

  it('makes no second still of a camera within half a second, however many viewers there are', async () => {
    vi.useFakeTimers();
    const stills = new AnnouncedStills();
    const newest = vi.fn(async () => megabytes('s', 1));
    const first = await stills.announce(camera, newest);
    expect(await stills.announce(camera, newest)).toBe(first);
    expect(newest).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(600);
    await stills.announce(camera, newest);
    expect(newest).toHaveBeenCalledTimes(2);
    stills.close();
  });

  it('a still that stays the newest gets a new address while the old one is valid', async () => {
    vi.useFakeTimers();
    const stills = new AnnouncedStills();
    const frame = megabytes('s', 1);
    const untilMs = async () => (await stills.announce(camera, async () => frame))?.untilMs ?? 0;
    const first = await untilMs();
    vi.advanceTimersByTime(20_000);
    expect(await untilMs()).toBe(first);
    vi.advanceTimersByTime(20_000);
    expect(await untilMs()).toBeGreaterThan(first);
    stills.close();
  });
});
