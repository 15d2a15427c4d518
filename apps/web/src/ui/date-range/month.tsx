import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocale } from '../display.ts';
import {
  addDays,
  addMonths,
  type Day,
  type DayRange,
  mondayOf,
  weekNumber,
  weeksOfMonth,
} from './calendar.ts';
import './date-range.css';

/** Movement of the active day by key. */
function moved(day: Day, key: string): Day | null {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    case 'Home':
      return mondayOf(day);
    case 'End':
      return addDays(mondayOf(day), 6);
    default:
      return null;
  }
}

/**
 * A month for selecting a day: Monday first, no day after the last allowed one (requirements P-112,
 * P-114). Arrow keys, Home, End, Page Up and Page Down move; Enter selects.
 *
 * @param range the selected range
 * @param first the first selectable day; default no limit
 * @param last the last selectable day, such as today
 * @param now the day marked as today; default the last selectable day
 * @param hasWeeks shows ISO week numbers
 */
export function Month({
  start,
  range,
  first = '',
  last,
  now = last,
  hasWeeks = false,
  onPick,
}: {
  readonly start: Day;
  readonly range: DayRange | null;
  readonly first?: Day;
  readonly last: Day;
  readonly now?: Day;
  readonly hasWeeks?: boolean;
  readonly onPick: (day: Day) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const within = (day: Day) => (day > last ? last : day < first ? first : day);
  const [active, setActive] = useState(within(start));
  const grid = useRef<HTMLTableElement>(null);
  const moves = useRef(false);
  const name = (day: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
  const weeks = weeksOfMonth(active);

  useEffect(() => {
    if (!moves.current) return;
    moves.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus();
  }, [active]);

  const onKeyDown = (event: React.KeyboardEvent) => {
    const next = moved(active, event.key);
    if (next === null) return;
    event.preventDefault();
    moves.current = true;
    setActive(within(next));
  };
  const turn = (months: number) => {
    setActive(within(addMonths(active, months)));
  };
  const isLastMonth = active.slice(0, 7) >= last.slice(0, 7);

  return (
    <div className="month">
      <div className="month-head">
        <button
          type="button"
          className="icon-button"
          aria-label={t('date.previousMonth')}
          disabled={active.slice(0, 7) <= first.slice(0, 7)}
          onClick={() => turn(-1)}
        >
          <span aria-hidden="true">‹</span>
        </button>
        <strong aria-live="polite">{name(active, { month: 'long', year: 'numeric' })}</strong>
        <button
          type="button"
          className="icon-button"
          aria-label={t('date.nextMonth')}
          disabled={isLastMonth}
          onClick={() => turn(1)}
        >
          <span aria-hidden="true">›</span>
        </button>
      </div>
      <table
        ref={grid}
        aria-label={name(active, { month: 'long', year: 'numeric' })}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {hasWeeks && <th scope="col">{t('date.week')}</th>}
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={name(day, { weekday: 'long' })}>
                {name(day, { weekday: 'short' }).slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {hasWeeks && <th scope="row">{weekNumber(week[0] ?? active)}</th>}
              {week.map((day) => {
                const isIn = range !== null && day >= range.from && day <= range.to;
                const isEnd = range !== null && (day === range.from || day === range.to);
                const classes = [
                  isIn && 'in',
                  isEnd && 'end',
                  day.slice(0, 7) !== active.slice(0, 7) && 'other',
                  day === now && 'today',
                ].filter((one) => one !== false);
                return (
                  <td key={day} className={classes.join(' ')}>
                    <button
                      type="button"
                      data-day={day}
                      {...(day === active ? { 'data-start': '' } : {})}
                      tabIndex={day === active ? 0 : -1}
                      aria-label={name(day, {
                        weekday: 'long',
                        day: 'numeric',
                        month: 'long',
                        year: 'numeric',
                      })}
                      aria-pressed={isIn}
                      aria-current={day === now ? 'date' : undefined}
                      disabled={day > last || day < first}
                      onClick={() => {
                        setActive(day);
                        onPick(day);
                      }}
                    >
                      {Number(day.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
