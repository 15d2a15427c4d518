import { afterEach, expect, it, vi } from 'vitest';
import { api } from './client.ts';
import { keptState } from './kept-state.ts';

afterEach(() => vi.unstubAllGlobals());

it('[U-20] kept answers are known by their time until the server answers again', async () => {
  const answers = [{ 'X-Kept-At': '2026-11-27T14:05:00.000Z' }, {}];
  vi.stubGlobal('fetch', async () => new Response('{}', { headers: answers.shift() ?? {} }));
  const heard = vi.fn();
  const stop = keptState.subscribe(heard);
  await api.ownHours.read();
  expect(keptState.get()).toBe('2026-11-27T14:05:00.000Z');
  await api.ownHours.read();
  expect(keptState.get()).toBeNull();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});
