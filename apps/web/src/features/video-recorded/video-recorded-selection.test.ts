import { describe, expect, it } from 'vitest';
import { addDays, today } from '../../ui/date-range/calendar.ts';
import { asking, codesText, searchOf } from './video-recorded-selection.ts';

const LONDON = 'Europe/London';

describe('the filters of clips', () => {
  it('[F-41] [F-P01] default to the last seven days of all vehicles', () => {
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

  it('[F-P01] vehicle, depot, days, camera, events, state and page are in the URL', () => {
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

  it('[E-P02] a time in a link from another screen sets the day, and the position of the timeline', () => {
    const search = searchOf({ vehicleId: '12', startDate: '2026-07-03T23:30:00Z' }, LONDON);
    // Summer time: it is already the next day in London.
    expect(search.days).toEqual({ from: '2026-07-04', to: '2026-07-04' });
    expect(search.momentMs).toBe(Date.parse('2026-07-03T23:30:00Z'));
  });

  it('ignore invalid ids, states and pages', () => {
    expect(
      searchOf(
        { vehicleId: 'all', camera: '-1', state: 'gone', page: '0', pageSize: '7', event: 'x,,41' },
        LONDON,
      ),
    ).toMatchObject({ vehicleId: null, camera: null, state: null, page: 1, codes: [41] });
  });

  it('[M-P06] never exceed 31 days, and are never reversed', () => {
    expect(searchOf({ startDate: '2026-01-01', endDate: '2026-12-31' }, LONDON).days).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    });
    expect(searchOf({ startDate: '2026-01-05', endDate: '2026-01-01' }, LONDON).days).toEqual({
      from: '2026-01-05',
      to: '2026-01-05',
    });
  });

  it('another search starts at the first page, with no clip open', () => {
    expect(asking({ camera: '2' })).toEqual({ camera: '2', page: undefined, clipId: undefined });
    expect(codesText([])).toBeUndefined();
    expect(codesText([41, 50])).toBe('41,50');
  });
});
