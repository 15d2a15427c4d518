import { describe, expect, it } from 'vitest';
import { addDays, today } from '../../ui/date-range/calendar.ts';
import { asking, codesText, searchOf } from './video-recorded-selection.ts';

const LONDON = 'Europe/London';

describe('what clips are searched by', () => {
  it('[F-41] [F-P01] the last seven days of all vehicles where the address says nothing', () => {
    const now = today(LONDON);
    expect(searchOf({}, LONDON)).toMatchObject({
      vehicleId: null,
      groupId: null,
      days: { from: addDays(now, -6), to: now },
      camera: null,
      codes: [],
      state: null,
      clipId: null,
      momentMs: null,
      page: 1,
      pageSize: 50,
    });
  });

  it('[F-P01] vehicle, depot, days, camera, events, state and page of the address', () => {
    const search = searchOf(
      {
        vehicleId: '12',
        groupId: '3',
        startDate: '2026-11-03',
        endDate: '2026-11-05',
        camera: '2',
        event: '41,50',
        state: 'failed',
        kind: 'event',
        tag: 'claim',
        kept: '1',
        page: '2',
        pageSize: '25',
        order: 'start',
        clipId: '77',
      },
      LONDON,
    );
    expect(search).toMatchObject({
      vehicleId: 12,
      groupId: 3,
      days: { from: '2026-11-03', to: '2026-11-05' },
      camera: 2,
      codes: [41, 50],
      state: 'failed',
      kind: 'event',
      tag: 'claim',
      isKept: true,
      page: 2,
      pageSize: 25,
      isOldestFirst: true,
      clipId: 77,
    });
  });

  it('[E-P02] a moment that another screen led here with is its day, and the place on the time line', () => {
    const search = searchOf({ vehicleId: '12', startDate: '2026-07-03T23:30:00Z' }, LONDON);
    // Summer time: it is the next day in London already.
    expect(search.days).toEqual({ from: '2026-07-04', to: '2026-07-04' });
    expect(search.momentMs).toBe(Date.parse('2026-07-03T23:30:00Z'));
  });

  it('leaves open what is no id, no state and no page', () => {
    expect(
      searchOf(
        { vehicleId: 'all', camera: '-1', state: 'gone', page: '0', pageSize: '7', event: 'x,,41' },
        LONDON,
      ),
    ).toMatchObject({ vehicleId: null, camera: null, state: null, page: 1, codes: [41] });
  });

  it('[M-P06] never asks for more than 31 days, nor for days that run backwards', () => {
    expect(searchOf({ startDate: '2026-01-01', endDate: '2026-12-31' }, LONDON).days).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    });
    expect(searchOf({ startDate: '2026-01-05', endDate: '2026-01-01' }, LONDON).days).toEqual({
      from: '2026-01-05',
      to: '2026-01-05',
    });
  });

  it('another search begins at the first page, with no clip open', () => {
    expect(asking({ camera: '2' })).toEqual({ camera: '2', page: undefined, clipId: undefined });
    expect(codesText([])).toBeUndefined();
    expect(codesText([41, 50])).toBe('41,50');
  });
});
