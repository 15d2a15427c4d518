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

/** Formats parts of a day in the person's language. */
function useName() {
  const locale = useLocale();
  return (day: Day, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(day));
}

/** The name of the month, between buttons that turn to the previous and the next one. */
function MonthHead({
  active,
  isFirst,
  isLast,
  onTurn,
}: {
  readonly active: Day;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onTurn: (months: 1 | -1) => void;
}) {
  const { t } = useTranslation();
  const name = useName();
  return (
    <div className="month-head">
      <button
        type="button"
        className="icon-button"
        aria-label={t('date.previousMonth')}
        disabled={isFirst}
        onClick={() => onTurn(-1)}
      >
        <span aria-hidden="true">‹</span>
      </button>
      <strong aria-live="polite">{name(active, { month: 'long', year: 'numeric' })}</strong>
      <button
        type="button"
        className="icon-button"
        aria-label={t('date.nextMonth')}
        disabled={isLast}
        onClick={() => onTurn(1)}
      >
        <span aria-hidden="true">›</span>
      </button>
    </div>
  );
}

/**
 * A day of the month.
 *
 * @param active the day that the keyboard is on; its month is shown
 */
function DayCell({
  day,
  active,
  range,
  now,
  isDisabled,
  onPick,
}: {
  readonly day: Day;
  readonly active: Day;
  readonly range: DayRange | null;
  readonly now: Day;
  readonly isDisabled: boolean;
  readonly onPick: () => void;
}) {
  const name = useName();
  const isIn = range !== null && day >= range.from && day <= range.to;
  const isEnd = range !== null && (day === range.from || day === range.to);
  const classes = [
    isIn && 'in',
    isEnd && 'end',
    day.slice(0, 7) !== active.slice(0, 7) && 'other',
    day === now && 'today',
  ].filter((one) => one !== false);
  return (
    <td className={classes.join(' ')}>
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
        disabled={isDisabled}
        onClick={onPick}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  );
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
  const within = (day: Day) => (day > last ? last : day < first ? first : day);
  const [active, setActive] = useState(within(start));
  const grid = useRef<HTMLTableElement>(null);
  const moves = useRef(false);
  const name = useName();
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
  return (
    <div className="month">
      <MonthHead
        active={active}
        isFirst={active.slice(0, 7) <= first.slice(0, 7)}
        isLast={active.slice(0, 7) >= last.slice(0, 7)}
        onTurn={(months) => setActive(within(addMonths(active, months)))}
      />
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
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  active={active}
                  range={range}
                  now={now}
                  isDisabled={day > last || day < first}
                  onPick={() => {
                    setActive(day);
                    onPick(day);
                  }}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
