import { describe, expect, it } from 'vitest';
import {
  DATE_INPUT_FORMAT,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMoment,
  formatTime,
  fromLocalMinute,
  isoWeek,
  startOfDay,
  toApiDate,
  toApiDateTime,
  toLocalMinute,
} from './index.ts';

const AT = Date.UTC(2026, 6, 4, 0, 5, 9);
const LONDON = { timeZone: 'Europe/London', dateFormat: null, timeFormat: null };

describe('dates', () => {
  it('[S-10] the default format is DD/MM/YY', () => {
    expect(formatDate(AT, LONDON)).toBe('04/07/26');
    expect(formatDate(AT, { ...LONDON, dateFormat: 'YYYY-MM-DD' })).toBe('2026-07-04');
  });
  it('[S-11] the zone is the preference, otherwise that of the browser', () => {
    expect(formatTime(AT, { ...LONDON, timeZone: 'America/Sao_Paulo' })).toBe('21:05');
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(formatTime(AT, { ...LONDON, timeZone: null })).toBe(
      formatTime(AT, { ...LONDON, timeZone: own }),
    );
  });
  it('[S-12] HH:mm in 24 hours', () => expect(formatTime(AT, LONDON)).toBe('01:05'));
  it('[S-12] [S-P02] hh:mm a when the preference says 12', () => {
    const twelve = { ...LONDON, timeFormat: '12' };
    expect(formatTime(AT, twelve)).toBe('01:05 am');
    expect(formatTime(Date.UTC(2026, 0, 1, 12, 0), twelve)).toBe('12:00 pm');
    expect(formatTime(Date.UTC(2026, 0, 1, 0, 0), twelve)).toBe('12:00 am');
  });
  it('[S-13] [S-15] [R-003] calls write ISO UTC', () =>
    expect(toApiDateTime(AT)).toBe('2026-07-04T00:05:09Z'));
  it('[S-14] calls write a day of the zone', () => {
    expect(toApiDate(AT, 'Europe/London')).toBe('2026-07-04');
    expect(toApiDate(AT, 'America/Sao_Paulo')).toBe('2026-07-03');
  });
  it('[S-16] DD MMM, HH:mm:ss', () => expect(formatMoment(AT, LONDON)).toBe('04 Jul, 01:05:09'));
  it('[S-16] [A-06] the month is in the language of the reader', () =>
    expect(formatMoment(AT, { ...LONDON, language: 'pt' })).toBe('04 jul, 01:05:09'));
  it('[S-17] date input', () =>
    expect(formatDate(AT, { ...LONDON, dateFormat: DATE_INPUT_FORMAT })).toBe('04/07/2026'));
  it('[S-18] durations are in British English, or in the requested language', () => {
    expect(formatDuration(1)).toBe('1 second');
    expect(formatDuration(2 * 60, 'pt')).toBe('2 minutos');
  });
  it('date and time are joined', () => expect(formatDateTime(AT, LONDON)).toBe('04/07/26 01:05'));
  it.each([
    [2026, 1, 1, 2026, 1],
    [2027, 1, 1, 2026, 53],
    [2024, 12, 30, 2025, 1],
    [2026, 11, 21, 2026, 47],
  ])('[S-19] week of %i-%i-%i', (year, month, day, weekYear, week) =>
    expect(isoWeek(year, month, day)).toEqual({ year: weekYear, week }),
  );
  it('[S-P03] a duration shows its two largest units', () =>
    expect(formatDuration(2 * 86_400 + 3 * 3600 + 59)).toBe('2 days 3 hours'));
  it('[S-20] [S-21] [S-22] years have 365 days, months 30, weeks 7', () => {
    expect(formatDuration(365 * 86_400)).toBe('1 year');
    expect(formatDuration(37 * 86_400)).toBe('1 month 1 week');
    expect(formatDuration(0)).toBe('0 seconds');
  });
  it('[S-P01] a day starts at local midnight, also when the clock changes', () => {
    expect(startOfDay(Date.UTC(2026, 2, 29, 12), 'Europe/London')).toBe(Date.UTC(2026, 2, 29, 0));
    expect(startOfDay(Date.UTC(2026, 9, 25, 12), 'Europe/London')).toBe(Date.UTC(2026, 9, 24, 23));
    expect(startOfDay(AT, 'America/Sao_Paulo')).toBe(Date.UTC(2026, 6, 3, 3));
  });
});

describe('a minute that a person enters', () => {
  it.each([
    ['2026-07-04T01:05', 'Europe/London', '2026-07-04T00:05:00Z'],
    ['2026-01-04T01:05', 'Pacific/Auckland', '2026-01-03T12:05:00Z'],
    ['2026-07-04T01:05', 'America/St_Johns', '2026-07-04T03:35:00Z'],
    ['2026-07-04T01:05', 'UTC', '2026-07-04T01:05:00Z'],
    // The clocks go back at 02:00 summer time: 01:30 comes twice.
    ['2026-10-25T01:30', 'Europe/London', '2026-10-25T00:30:00Z'],
    ['2026-10-25T02:30', 'Europe/London', '2026-10-25T02:30:00Z'],
  ])('%s in %s is %s, and is shown the same again', (minute, timeZone, moment) => {
    const timeMs = fromLocalMinute(minute, timeZone);
    expect(toApiDateTime(timeMs)).toBe(moment);
    expect(toLocalMinute(timeMs, timeZone)).toBe(minute);
  });

  it('that the clocks skip is moved behind the change', () => {
    const timeMs = fromLocalMinute('2026-03-29T01:30', 'Europe/London');
    expect(toLocalMinute(timeMs, 'Europe/London')).toBe('2026-03-29T02:30');
  });
});
