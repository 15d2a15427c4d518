import { expect, it } from 'vitest';
import { CommitHealth } from './commit-health.ts';

it('[RP-07] a failed commit counts until the next one succeeds, or for a minute', () => {
  const health = new CommitHealth();
  expect(health.isFailing()).toBe(false);
  health.failed(1000);
  expect(health.isFailing(60_999)).toBe(true);
  expect(health.isFailing(61_000)).toBe(false);
  health.failed(100_000);
  health.succeeded();
  expect(health.isFailing(100_001)).toBe(false);
});
