import { useTranslation } from 'react-i18next';
import {
  addDays,
  type Day,
  formatDay,
  mondayOf,
  today,
  weekNumber,
  weekOf,
} from '../date-range/calendar.ts';
import { CalendarSign } from '../date-range/calendar-sign.tsx';
import { Month } from '../date-range/month.tsx';
import { useDisplay } from '../display.ts';
import { Popover } from '../popover/popover.tsx';
import './week-picker.css';

/**
 * Selects a week, Monday to Sunday, with its ISO number (requirement M-P09), up to the current one.
 *
 * @param monday the first day of the selected week
 */
export function WeekPicker({
  monday,
  onChange,
}: {
  readonly monday: Day;
  readonly onChange: (monday: Day) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const now = today(dates.timeZone);
  const { from, to } = weekOf(monday);
  const name = t('date.weekNumber', { week: String(weekNumber(monday)) });
  return (
    <fieldset className="week-picker">
      <legend className="visually-hidden">{t('date.chooseWeek')}</legend>
      <button
        type="button"
        className="icon-button"
        aria-label={t('date.previousWeek')}
        onClick={() => onChange(addDays(monday, -7))}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <Popover
        label={t('date.chooseWeek')}
        className="week-now"
        button={
          <>
            <CalendarSign />
            <span>
              <strong>{name}</strong>
              <span>
                {formatDay(from, dates.dateFormat)} – {formatDay(to, dates.dateFormat)}
              </span>
            </span>
          </>
        }
      >
        {(close) => (
          <Month
            start={to}
            range={{ from, to }}
            last={now}
            hasWeeks
            onPick={(day) => {
              onChange(mondayOf(day));
              close();
            }}
          />
        )}
      </Popover>
      <button
        type="button"
        className="icon-button"
        aria-label={t('date.nextWeek')}
        disabled={to >= now}
        onClick={() => onChange(addDays(monday, 7))}
      >
        <span aria-hidden="true">›</span>
      </button>
    </fieldset>
  );
}
