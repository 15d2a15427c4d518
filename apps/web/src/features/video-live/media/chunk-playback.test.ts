import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChunkPlayback } from './chunk-playback.ts';
import { ChunkQueue } from './chunk-queue.ts';

const chunk = (number: number) => ({ url: `/c/${number}.mp4`, endMs: number * 8000 });
const named = (...numbers: number[]) => numbers.map(chunk);

function drain(queue: ChunkQueue): (string | undefined)[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next.url);
  return taken;
}

describe('the queue of chunks', () => {
  it('[F-16] returns each chunk once, oldest first, even if it is listed repeatedly', () => {
    const queue = new ChunkQueue();
    queue.add(named(1));
    queue.add(named(1, 3, 2));
    queue.add(named(2, 3));
    expect(drain(queue)).toEqual(['/c/1.mp4', '/c/2.mp4', '/c/3.mp4']);
  });

  it('starts with the last chunk of the first response, and drops the oldest of too many', () => {
    const queue = new ChunkQueue();
    queue.add(named(1, 2, 3));
    expect(drain(queue)).toEqual(['/c/3.mp4']);
    queue.add(named(4, 5, 6, 7, 8, 9));
    expect(drain(queue)).toEqual(['/c/6.mp4', '/c/7.mp4', '/c/8.mp4', '/c/9.mp4']);
  });
});

describe('playing chunks', () => {
  const playing: HTMLVideoElement[] = [];
  afterEach(() => {
    vi.restoreAllMocks();
    playing.length = 0;
  });

  function start() {
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (
      this: HTMLMediaElement,
    ) {
      playing.push(this as HTMLVideoElement);
      return Promise.resolve();
    });
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
    const queue = new ChunkQueue();
    const videos = [document.createElement('video'), document.createElement('video')] as const;
    const onShown = vi.fn();
    const playback = new ChunkPlayback(videos, queue, onShown);
    const shown = () => new URL(playing.at(-1)?.src ?? 'x:', 'http://localhost').pathname;
    const end = () => playing.at(-1)?.dispatchEvent(new Event('ended'));
    return { queue, videos, playback, onShown, shown, end };
  }

  it('[F-16] plays the next chunk at the end of each, in the element that preloaded it', () => {
    const { queue, videos, shown, end, playback } = start();
    queue.add(named(1));
    expect(shown()).toBe('/c/1.mp4');
    queue.add(named(2, 3));
    // The next chunk is preloaded while the first plays.
    expect(videos.map(({ src }) => src).join()).toContain('/c/2.mp4');
    expect(playing).toHaveLength(1);
    end();
    expect(shown()).toBe('/c/2.mp4');
    expect(playing[1]).not.toBe(playing[0]);
    end();
    expect(shown()).toBe('/c/3.mp4');
    playback.close();
  });

  it('[F-17] with an empty queue it waits, and starts on the arrival of the next chunk', () => {
    const { queue, shown, end, playback } = start();
    queue.add(named(1));
    end();
    expect(playing).toHaveLength(1);
    queue.add(named(2));
    expect(shown()).toBe('/c/2.mp4');
    playback.close();
    queue.add(named(3));
    expect(playing).toHaveLength(2);
  });

  it('skips a broken chunk', () => {
    const { queue, shown, playback } = start();
    queue.add(named(1));
    queue.add(named(2));
    playing[0]?.dispatchEvent(new Event('error'));
    expect(shown()).toBe('/c/2.mp4');
    playback.close();
  });
});
