import { formatTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { momentsOf } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import styles from './timesheets.module.css';
import type { TimesheetDay } from './use-timesheet.ts';

interface Part {
  readonly kind: 'work' | 'break';
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * The time between first start and last stop, divided by the breaks; empty for a day without work.
 */
export function partsOf({ first_start, last_stop, breaks }: TimesheetDay): Part[] {
  if (first_start === null || last_stop === null) return [];
  const parts: Part[] = [];
  let fromMs = Date.parse(first_start);
  for (const { start, end } of breaks) {
    parts.push({ kind: 'work', startMs: fromMs, endMs: Date.parse(start) });
    parts.push({ kind: 'break', startMs: Date.parse(start), endMs: Date.parse(end) });
    fromMs = Date.parse(end);
  }
  parts.push({ kind: 'work', startMs: fromMs, endMs: Date.parse(last_stop) });
  return parts.filter(({ startMs, endMs }) => endMs > startMs);
}

/** A day from midnight to midnight as a bar with the breaks as gaps, and as text. */
export function Course({ day }: { readonly day: TimesheetDay }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { start, end } = momentsOf({ from: day.date, to: day.date }, dates.timeZone);
  const [dayMs, lengthMs] = [Date.parse(start), Date.parse(end) - Date.parse(start)];
  const parts = partsOf(day);
  const time = (utc: string | null) => (utc === null ? '' : formatTime(Date.parse(utc), dates));
  return (
    <span className={look({ flow: 'block' })}>
      <span className={styles['course-bar']} aria-hidden="true">
        {parts.map(({ kind, startMs, endMs }) => (
          <span
            key={startMs}
            className={styles[`course-${kind}`]}
            style={{
              left: `${((startMs - dayMs) / lengthMs) * 100}%`,
              width: `${((endMs - startMs) / lengthMs) * 100}%`,
            }}
          />
        ))}
      </span>
      <span className="visually-hidden">
        {parts.length === 0
          ? t('timesheets.restDay')
          : t('timesheets.courseText', {
              from: time(day.first_start),
              to: time(day.last_stop),
              breaks: t('timesheets.breaks', { count: day.breaks.length }),
            })}
      </span>
    </span>
  );
}
