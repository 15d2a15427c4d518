import { describe, expect, it } from 'vitest';
import { barOf } from '../figures/checks-trend.tsx';
import { percentOf } from '../figures/vehicle-check-figures-tiles.tsx';
import { daysOf, listOf, listTypeOf, queryOf, tabOf, tabsOf } from './list-query.ts';

const NOW = '2026-11-21';
const list = (
  address: Record<string, string> = {},
  area: 'vehiclecheck' | 'audit_survey' = 'vehiclecheck',
) => listOf(address, area, NOW);

describe('the lists of a depot', () => {
  it('[L-P03] has the tabs in order', () =>
    expect(tabsOf('vehiclecheck')).toEqual([
      'STD',
      'AUD',
      'HND',
      'DRV',
      'DMG',
      'GTC',
      'VEH',
      'NOT',
    ]));
  it('[L-P05] the other area starts with the audits, and opens their surveys', () => {
    expect(tabsOf('audit_survey')[0]).toBe('AUD');
    expect([...tabsOf('audit_survey')].sort()).toEqual([...tabsOf('vehiclecheck')].sort());
    expect(tabOf(listTypeOf({}, 'audit_survey'))).toBe('AUD');
    expect(listTypeOf({}, 'audit_survey')).toBe('SRV');
  });
  it('[L-14] [L-P03] defaults to the standard checks, also for an unknown type', () => {
    expect(list().type).toBe('STD');
    expect(list({ type: 'XXX' }).type).toBe('STD');
    expect(list({ type: 'SRV' }).type).toBe('SRV');
  });
});

describe('the query of a URL', () => {
  it('[L-13] carries type, days, order, direction, page, its size and the search', () =>
    expect(
      queryOf(
        list({
          type: 'HND',
          start_date: '2026-11-01',
          end_date: '2026-11-10',
          ordering: '-registration',
          page: '3',
          pageSize: '25',
          search: 'ab12',
          result: 'fail',
        }),
        'Europe/London',
      ),
    ).toEqual({
      type: 'HND',
      start_date: '2026-11-01',
      end_date: '2026-11-10',
      ordering: 'registration',
      orderingDirection: 'desc',
      page: 3,
      pageSize: 25,
      search: 'ab12',
      time_zone: 'Europe/London',
      result: 'fail',
    }));
  it('[L-13] defaults to four weeks, the first page of 50 and the default order of the list', () =>
    expect(queryOf(list(), 'UTC')).toEqual({
      type: 'STD',
      start_date: '2026-10-25',
      end_date: '2026-11-21',
      ordering: '',
      orderingDirection: '',
      page: 1,
      pageSize: 50,
      search: '',
      time_zone: 'UTC',
    }));
  it('[L-13] omits values that the server would reject', () => {
    const wild = list({
      type: 'DMG',
      ordering: 'driver; drop',
      page: '-4',
      pageSize: '9999',
      result: 'fail',
      state: 'gone',
    });
    expect(wild).toMatchObject({ ordering: '', page: 1, pageSize: 50, filter: undefined });
    expect(list({ type: 'DMG', ordering: '-severity', state: 'open' })).toMatchObject({
      ordering: '-severity',
      filter: 'open',
    });
  });
  it('[L-20] damaged vehicles are the current ones, without days', () =>
    expect(queryOf(list({ type: 'VEH', start_date: '2026-11-01' }), 'UTC')).not.toHaveProperty(
      'start_date',
    ));
  it('[L-11] [R-126] requests audit surveys by their type', () =>
    expect(queryOf(list({ type: 'SRV' }), 'UTC').type).toBe('AUD'));

  it.each([
    [{}, '2026-10-25', '2026-11-21'],
    [{ start_date: '2026-11-20', end_date: '2026-11-18' }, '2026-11-18', '2026-11-18'],
    [{ start_date: '2020-01-01', end_date: '2026-11-21' }, '2026-08-22', '2026-11-21'],
    [{ start_date: '2026-02-31', end_date: '2031-01-01' }, '2026-10-25', '2026-11-21'],
  ])('[R-072] the days of %o', (address, from, to) =>
    expect(daysOf(address, NOW)).toEqual({ from, to }),
  );
});

describe('figures', () => {
  it('[L-P02] an undefined percentage is a dash', () => {
    expect(percentOf(null, 'en-GB')).toBe('–');
    expect(percentOf(0.747, 'en-GB')).toBe('75 %');
  });
  it('[L-P02] bars are relative to the busiest day, and mark missing checks', () => {
    expect(barOf({ day: '', due: 8, done: 4 }, 16)).toEqual({ due: 50, done: 25, isShort: true });
    expect(barOf({ day: '', due: 0, done: 0 }, 0)).toEqual({ due: 0, done: 0, isShort: false });
  });
});
