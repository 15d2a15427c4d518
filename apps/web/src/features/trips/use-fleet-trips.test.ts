import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const listMany = vi.hoisted(() => vi.fn());
vi.mock('../../api/client.ts', () => ({ api: { trips: { listMany } } }));

const { useFleetTrips } = await import('./use-fleet-trips.ts');

const LINE_COUNT = 60;
const IDS = Array.from({ length: LINE_COUNT }, (_, index) => index + 1);
const RANGE = { start: '2026-11-20T00:00:00Z', end: '2026-11-21T00:00:00Z' };

/** Answers each call with the lines that the test sends. */
function serve() {
  let controller: ReadableStreamDefaultController<unknown> | undefined;
  listMany.mockImplementation(
    () =>
      new ReadableStream({
        start: (started) => {
          controller = started;
        },
      }),
  );
  const settle = (change: () => void) =>
    act(async () => {
      change();
      await new Promise((resolve) => setImmediate(resolve));
    });
  return {
    send: (id: number) =>
      settle(() => controller?.enqueue({ vehicle: { id, registration: `AB${id} CAR` } })),
    end: () => settle(() => controller?.close()),
    breakOff: () => settle(() => controller?.error(new Error('network error'))),
  };
}

/** The hook with a count of its renders. */
function render() {
  let renders = 0;
  const hook = renderHook(() => {
    renders += 1;
    return useFleetTrips(IDS, RANGE);
  });
  return { current: () => hook.result.current, renders: () => renders, unmount: hook.unmount };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('the trips of several vehicles', () => {
  it('[M-P07] render once for all lines of 100 ms, and lose none at the end', async () => {
    const server = serve();
    const hook = render();
    const before = hook.renders();
    for (const id of IDS.slice(0, -1)) await server.send(id);
    expect(hook.renders()).toBe(before);
    act(() => void vi.advanceTimersByTime(100));
    expect(hook.renders()).toBe(before + 1);
    expect(hook.current().lines.size).toBe(LINE_COUNT - 1);
    await server.send(LINE_COUNT);
    await server.end();
    expect(hook.renders()).toBe(before + 2);
    expect(hook.current().lines.has(LINE_COUNT)).toBe(true);
    expect(hook.current().isRunning).toBe(false);
  });

  it('[M-P07] keep the lines that arrived before an error', async () => {
    const server = serve();
    const hook = render();
    await server.send(1);
    await server.breakOff();
    expect([...hook.current().lines.keys()]).toEqual([1]);
    expect(hook.current().error?.message).toBe('network error');
  });

  it('[M-P07] keep the lines that arrived before a stop, and none from a call that was replaced', async () => {
    const server = serve();
    const hook = render();
    await server.send(1);
    act(() => hook.current().stop());
    expect([...hook.current().lines.keys()]).toEqual([1]);
    act(() => hook.current().reload());
    await server.send(2);
    act(() => hook.current().reload());
    await server.send(3);
    act(() => void vi.advanceTimersByTime(100));
    expect([...hook.current().lines.keys()]).toEqual([3]);
  });

  it('[M-P07] leave no timer behind', async () => {
    const server = serve();
    const hook = render();
    await server.send(1);
    hook.unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});
