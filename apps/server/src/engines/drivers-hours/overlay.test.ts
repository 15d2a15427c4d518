import { expect, it } from 'vitest';
import { overlay } from './overlay.ts';

const part = (startMs: number, endMs: number, name = 'card') => ({ startMs, endMs, name });
const shown = (parts: readonly ReturnType<typeof part>[]) =>
  parts.map(({ startMs, endMs, name }) => `${name} ${startMs}-${endMs}`).join(', ');

it.each([
  ['inside', [part(0, 10)], [part(3, 5, 'by hand')], 'card 0-3, by hand 3-5, card 5-10'],
  ['over the end', [part(0, 10)], [part(8, 12, 'by hand')], 'card 0-8, by hand 8-12'],
  ['over the start', [part(5, 10)], [part(3, 7, 'by hand')], 'by hand 3-7, card 7-10'],
  ['over all', [part(5, 10)], [part(0, 20, 'by hand')], 'by hand 0-20'],
  ['beside', [part(5, 10)], [part(10, 12, 'by hand')], 'card 5-10, by hand 10-12'],
  [
    'two in one',
    [part(0, 10)],
    [part(1, 2, 'by hand'), part(4, 5, 'by hand')],
    'card 0-1, by hand 1-2, card 2-4, by hand 4-5, card 5-10',
  ],
  ['none', [part(0, 10)], [], 'card 0-10'],
])('a correction %s', (_name, records, corrections, expected) => {
  expect(shown(overlay(records, corrections))).toBe(expected);
});
