import { describe, expect, it } from 'vitest';
import { HttpError } from './errors.ts';
import { rangeOf } from './range.ts';

const london = { timeZone: 'Europe/London' };
const nowhere = { timeZone: null };

function refusal(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof HttpError) return [error.statusCode, error.detail, error.extra.errors];
    throw error;
  }
  return null;
}

describe('the range of a read call', () => {
  it('[R-P05] cuts dates in the zone of the user, else of the browser, else in UTC', () => {
    const day = { start: '2026-07-04', end: '2026-07-04' };
    const start = (viewer: { timeZone: string | null }, time_zone?: string) =>
      rangeOf(viewer, { ...day, time_zone }).start.toISOString();
    expect(start(london, 'Asia/Tokyo')).toBe('2026-07-03T23:00:00.000Z');
    expect(start(nowhere, 'Asia/Tokyo')).toBe('2026-07-03T15:00:00.000Z');
    expect(start(nowhere)).toBe('2026-07-04T00:00:00.000Z');
  });

  it('may be an hour longer for a browser in an unknown zone, whose clocks go back', () => {
    const start = '2026-10-23T23:00:00Z';
    const range = (end: string) => () => rangeOf(nowhere, { start, end });
    expect(range('2026-11-24T00:00:00Z')().end.toISOString()).toBe('2026-11-24T00:00:00.000Z');
    expect(refusal(range('2026-11-24T00:00:01Z'))?.[0]).toBe(400);
  });

  it('[M-P06] may be 31 days, also where the clocks go back between them', () => {
    const october = { start: '2026-10-01', end: '2026-10-31' };
    const { start, end } = rangeOf(london, october);
    expect((end.getTime() - start.getTime()) / 3_600_000).toBe(31 * 24 + 1);
    const text = { code: 'validation.range_too_long', params: { most: 31 } };
    for (const end of ['2026-11-01', '2036-10-01', '2026-11-01T00:00:01Z']) {
      expect(refusal(() => rangeOf(london, { ...october, end }))).toEqual([
        400,
        text,
        { end: [text] },
      ]);
    }
  });

  it('[R-P05] that is empty, reversed or without a valid zone is refused with a code', () => {
    const start = '2026-06-02T00:00:00Z';
    const text = 'validation.end_not_after_start';
    for (const end of [start, '2026-06-01', '2016-06-02T00:00:00Z']) {
      expect(refusal(() => rangeOf(nowhere, { start, end }))).toEqual([400, text, { end: [text] }]);
    }
    const years = { code: 'validation.year_between', params: { first: 1970, last: 2199 } };
    expect(refusal(() => rangeOf(nowhere, { start: '0000-01-01', end: '0000-01-02' }))).toEqual([
      400,
      years,
      { start: [years] },
    ]);
    expect(refusal(() => rangeOf(nowhere, { start, end: '9999-12-31' }))?.[2]).toEqual({
      end: [years],
    });
    const day = { start: '2026-06-02', end: '2026-06-02', time_zone: 'Nowhere/Town' };
    expect(refusal(() => rangeOf(nowhere, day))?.[0]).toBe(400);
  });
});
