import { useTranslation } from 'react-i18next';
import { addDays, type Day, type DayRange, formatDay, today } from '../date-range/calendar.ts';
import { CalendarSign } from '../date-range/calendar-sign.tsx';
import { holdDay } from '../date-range/held-day.ts';
import { Month } from '../date-range/month.tsx';
import { useDisplay } from '../display.ts';
import { Popover } from '../popover/popover.tsx';
import './day-picker.css';

/** Requirements M-16, P-115, OP-015. */
export const isDayTogglingOff = (path: string) => path.includes('/timesheet');

/**
 * Selects today, yesterday or a calendar day, with buttons for the previous and next day (G-36, G-37, E-16,
 * E-17). It sets both ends of a range to one day (OP-028); the buttons start from the first or last day of
 * the range and never pass today.
 */
export function DayPicker({
  value,
  onChange,
}: {
  readonly value: DayRange;
  readonly onChange: (range: DayRange) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const now = today(dates.timeZone);
  const yesterday = addDays(now, -1);
  const isDay = (day: Day) => value.from === day && value.to === day;
  const isCustom = !isDay(now) && !isDay(yesterday);
  const isOff = isDayTogglingOff(location.pathname);
  const choose = (day: Day) => {
    const range = { from: day, to: day };
    holdDay(range, dates.timeZone);
    onChange(range);
  };
  const custom =
    isCustom && value.from === value.to
      ? formatDay(value.from, dates.dateFormat)
      : t('date.custom');
  return (
    <fieldset className="day-picker">
      <legend className="visually-hidden">{t('date.day')}</legend>
      {!isOff && (
        <button
          type="button"
          className="day-step"
          aria-label={t('date.previousDay')}
          onClick={() => choose(addDays(value.from, -1))}
        >
          <span aria-hidden="true">‹</span>
        </button>
      )}
      <button type="button" aria-pressed={isDay(now)} onClick={() => choose(now)}>
        {t('date.today')}
      </button>
      <button type="button" aria-pressed={isDay(yesterday)} onClick={() => choose(yesterday)}>
        {t('date.yesterday')}
      </button>
      <Popover
        label={t('date.custom')}
        className={isCustom ? 'day-custom chosen' : 'day-custom'}
        button={
          <>
            <CalendarSign />
            {custom}
          </>
        }
      >
        {(close) => (
          <Month
            start={value.to}
            range={value}
            last={now}
            onPick={(day) => {
              choose(day);
              close();
            }}
          />
        )}
      </Popover>
      {!isOff && (
        <button
          type="button"
          className="day-step"
          aria-label={t('date.nextDay')}
          disabled={value.to >= now}
          onClick={() => choose(addDays(value.to, 1))}
        >
          <span aria-hidden="true">›</span>
        </button>
      )}
    </fieldset>
  );
}
