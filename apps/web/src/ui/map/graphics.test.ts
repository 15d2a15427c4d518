import { afterEach, describe, expect, it, vi } from 'vitest';

/** The worker of the last call, answered by the test. */
let worker: FakeWorker | undefined;

class FakeWorker {
  onmessage: (() => void) | null = null;
  onerror: (() => void) | null = null;
  isEnded = false;
  constructor() {
    worker = this;
  }
  terminate(): void {
    this.isEnded = true;
  }
}

async function prepared() {
  vi.resetModules();
  const { prepareGraphics } = await import('./graphics.ts');
  let isReady = false;
  const ready = prepareGraphics().then(() => {
    isReady = true;
  });
  return { ready, again: prepareGraphics, isReady: () => isReady };
}

afterEach(() => {
  worker = undefined;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the graphics process', () => {
  const withWorkers = () => {
    vi.stubGlobal('Worker', FakeWorker);
    vi.stubGlobal('OffscreenCanvas', class {});
  };

  it('is ready when the worker has its context; one worker serves every map', async () => {
    withWorkers();
    // The time limit must not end the wait.
    vi.useFakeTimers();
    const graphics = await prepared();
    const first = worker;
    await Promise.resolve();
    expect(graphics.isReady()).toBe(false);
    first?.onmessage?.();
    await graphics.ready;
    await graphics.again();
    expect([first?.isEnded, worker]).toEqual([true, first]);
  });

  it('does not block a map if the worker fails or does not answer', async () => {
    withWorkers();
    const failing = await prepared();
    worker?.onerror?.();
    await failing.ready;
    vi.useFakeTimers();
    const silent = await prepared();
    await vi.advanceTimersByTimeAsync(3000);
    await silent.ready;
    expect(worker?.isEnded).toBe(true);
  });

  it('is ready immediately if the browser has no such worker', async () => {
    await (await prepared()).ready;
    expect(worker).toBeUndefined();
  });
});
