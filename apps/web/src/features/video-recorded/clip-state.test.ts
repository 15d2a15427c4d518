import { describe, expect, it } from 'vitest';
import { formatLength, pauseMs, phaseOf } from './clip-state.ts';

describe('the state of a clip', () => {
  it('[F-P01] [F-P03] queued, device offline, transferring, ready, failed', () => {
    expect(phaseOf({ state: 'requested', error: null })).toBe('queued');
    expect(phaseOf({ state: 'requested', error: 'device_offline' })).toBe('offline');
    expect(phaseOf({ state: 'requested', error: 'device_busy' })).toBe('queued');
    expect(phaseOf({ state: 'uploading', error: null })).toBe('transferring');
    expect(phaseOf({ state: 'ready', error: null })).toBe('ready');
    expect(phaseOf({ state: 'failed', error: 'no_recording' })).toBe('failed');
    expect(phaseOf({ state: 'failed', error: 'cancelled' })).toBe('cancelled');
  });

  it('[F-P03] is polled more often the sooner it changes', () => {
    const clip = (state: 'requested' | 'uploading' | 'ready') => ({
      state,
      burnt_in: 'none' as const,
    });
    const waiting = pauseMs([clip('ready'), clip('requested')]);
    expect(pauseMs([clip('requested'), clip('uploading')])).toBeLessThan(waiting);
    expect(waiting).toBeLessThan(pauseMs([clip('ready')]));
    expect(pauseMs([{ state: 'ready', burnt_in: 'making' }])).toBe(waiting);
  });

  it('formats durations', () => {
    expect(formatLength(30)).toBe('0:30');
    expect(formatLength(125)).toBe('2:05');
  });
});
