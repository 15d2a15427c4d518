import type { TracePoint } from '@roadworthy/domain';
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePlayback } from './use-playback.ts';
import { momentOfAddress } from './use-vehicle-days.ts';

const START = Date.UTC(2026, 5, 1, 8);
const trace = {
  points: [0, 60_000, 120_000].map((ms) => ({
    timeMs: START + ms,
    latitudeDeg: 52,
    longitudeDeg: 0,
  })) as unknown as TracePoint[],
  stops: [],
};

it('stands at the time in the address at first, within the trail', () => {
  const at = (text: string | undefined) =>
    renderHook(() => usePlayback(trace, momentOfAddress(text))).result.current.state.get().timeMs;
  expect(at('2026-06-01T08:01:00Z')).toBe(START + 60_000);
  expect(at('2026-06-01T07:00:00Z')).toBe(START);
  expect(at('2026-06-01')).toBe(START);
  expect(at(undefined)).toBe(START);
  expect(at('soon')).toBe(START);
});
