import { formatDistance, formatTime } from '@roadworthy/domain';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/data-table/order.ts';
import { type Day, formatDay } from '../../ui/date-range/calendar.ts';
import type { Display } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { hoursText } from '../tracking/tracking-hours.ts';
import { Course } from './timesheets-course.tsx';
import type { TimesheetDay, TimesheetTotals } from './use-timesheet.ts';

/** The date in a language, as "Mon 16/11/26". */
export function dayText(day: Day, dateFormat: string | null, language: string): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return `${weekday.format(Date.parse(day))} ${formatDay(day, dateFormat)}`;
}

/** Columns of a timesheet with the totals of the week below them (requirement M-P09). */
export function timesheetColumns(
  totals: TimesheetTotals | undefined,
  isByDriver: boolean,
  { unit, dates, locale }: Display,
  t: TFunction,
  language: string,
): readonly Column<TimesheetDay>[] {
  const none = t('track.unknown');
  const time = (utc: string | null) => (utc === null ? none : formatTime(Date.parse(utc), dates));
  /** A value of a day; empty for a day without work. */
  const figure =
    (value: (day: TimesheetDay) => string) =>
    (day: TimesheetDay): string =>
      day.first_start === null ? none : value(day);
  const hours = (key: 'driving' | 'idle' | 'stopped'): Column<TimesheetDay> => {
    const field = `${key}_time` as const;
    return {
      key,
      label: t(`timesheets.${key}`),
      unit: t('timesheets.hours'),
      isNumber: true,
      cell: figure((day) => hoursText(day[field])),
      foot: totals === undefined ? undefined : hoursText(totals[field]),
    };
  };
  return [
    {
      key: 'day',
      label: t('timesheets.day'),
      cell: ({ date }) => dayText(date, dates.dateFormat, language),
      foot: t('timesheets.total'),
    },
    {
      key: 'course',
      label: t('timesheets.course'),
      widthPx: 200,
      cell: (day) => <Course day={day} />,
    },
    {
      key: 'firstStart',
      label: t('timesheets.firstStart'),
      isNumber: true,
      cell: ({ first_start }) => time(first_start),
    },
    {
      key: 'lastStop',
      label: t('timesheets.lastStop'),
      isNumber: true,
      cell: ({ last_stop, in_progress }) =>
        in_progress ? <em>{t('timesheets.onRoad')}</em> : time(last_stop),
    },
    hours('driving'),
    hours('idle'),
    hours('stopped'),
    {
      key: 'distance',
      label: t('timesheets.distance'),
      isNumber: true,
      cell: figure(({ distance }) => formatDistance(distance, unit, locale, 1)),
      foot: totals === undefined ? undefined : formatDistance(totals.distance, unit, locale, 1),
    },
    {
      key: 'trips',
      label: t('timesheets.trips'),
      isNumber: true,
      cell: figure(({ trips }) => String(trips)),
      foot: totals === undefined ? undefined : String(totals.trips),
    },
    isByDriver
      ? {
          key: 'vehicle',
          label: t('timesheets.vehicle'),
          cell: ({ vehicle }) => vehicle?.registration ?? none,
        }
      : {
          key: 'driver',
          label: t('timesheets.driver'),
          cell: ({ driver }) => (driver === null ? none : <DriverLink driver={driver} />),
        },
  ];
}
