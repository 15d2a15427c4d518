import { ACTIVITY_KINDS } from '@roadworthy/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Activity, MINUTE_MS } from './activity.ts';
import { analyseDriversHours } from './index.ts';
import { analysed, MONDAY_MS, RULES } from './test-plan.ts';

const activity = fc
  .record({
    kind: fc.constantFrom(...ACTIVITY_KINDS),
    startMin: fc.integer({ min: 0, max: 30 * 24 * 60 }),
    lengthMin: fc.integer({ min: 0, max: 30 * 60 }),
    isCrew: fc.boolean(),
    isFerry: fc.boolean(),
    isOutOfScope: fc.boolean(),
  })
  .map(
    ({ lengthMin, startMin, ...rest }): Activity => ({
      ...rest,
      startMs: MONDAY_MS + startMin * MINUTE_MS,
      endMs: MONDAY_MS + (startMin + lengthMin) * MINUTE_MS,
    }),
  );
const NOW_MS = MONDAY_MS + 40 * 24 * 60 * MINUTE_MS;

it('any records give finite figures, and their sequence does not matter', () => {
  fc.assert(
    fc.property(fc.array(activity, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (all, keys) => {
      const distinct = [...new Map(all.map((one) => [one.startMs, one])).values()];
      const shuffled = distinct
        .map((one) => ({ one, key: keys.next().value }))
        .sort((a, b) => Number(a.key) - Number(b.key))
        .map(({ one }) => one);
      const result = analyseDriversHours(distinct, RULES, NOW_MS);
      expect(analyseDriversHours(shuffled, RULES, NOW_MS)).toEqual(result);
      for (const { actualMs, endMs, limitMs, startMs } of result.infringements) {
        expect(Number.isFinite(actualMs) && actualMs >= 0 && limitMs > 0).toBe(true);
        expect(endMs).toBeGreaterThan(startMs);
      }
    }),
    { numRuns: 200 },
  );
});

it('activities cut into pieces give the same result', () => {
  const whole = 'D4:30 R0:45 D4:30 R9 D5 W8 R11 D4c A3c R24 D8 R45 D1';
  const pieces = 'D2 D2:30 R0:40 R0:05 D4 D0:30 R4 R5 D5 W4 W4 R11 D4c A1c A2c R20 R4 D8 R45 D1';
  expect(analysed(pieces)).toEqual(analysed(whole));
});

it('a lawful month has no infringement', () => {
  const day = (rest: number) => `W0:30 D4:30 R0:45 D4:30 W0:15 R0:30 R${rest}`;
  const week = `4x(${day(13)}) ${day(13)} R48`;
  expect(analysed(`${week} ${week} ${week} ${week}`).infringements).toEqual([]);
});

it('lists infringements in sequence of time with their paragraph', () => {
  const { infringements } = analysed('D6 R0:45 D6 R8 D4 R11 D1');
  expect(infringements.map(({ paragraph, rule }) => `${rule} ${paragraph}`)).toEqual([
    'break 561/2006 Art. 7',
    'daily_driving 561/2006 Art. 6(1)',
    'daily_rest 561/2006 Art. 8(2)',
    'break 561/2006 Art. 7',
  ]);
});
