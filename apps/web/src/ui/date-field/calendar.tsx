import { DayPicker } from 'react-day-picker';
import { enGB } from 'react-day-picker/locale/en-GB';
import { pt } from 'react-day-picker/locale/pt';
import type { Day } from '../date-range/calendar.ts';
import type { Texts } from './date-input.tsx';
import 'react-day-picker/style.css';
import './date-field.css';

/** Monday (requirements G-40, P-114, S-19). */
const FIRST_WEEKDAY = 1;

/** The library uses local dates of the browser; noon is on the same day in every zone. */
function dateOf(day: Day): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
}

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (date: Date): Day =>
  `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The calendar of a date field: arrow keys, Page Up and Page Down move; Enter selects. */
export function Calendar({
  value,
  now,
  min,
  max,
  language,
  onPick,
}: {
  readonly value: Day | null;
  /** Today in the person's zone. */
  readonly now: Day;
  readonly min: Day | undefined;
  readonly max: Day | undefined;
  readonly language: string;
  /** Texts of the page, for the failure to load the calendar. */
  readonly t: Texts;
  readonly onPick: (day: Day) => void;
}) {
  const within = max !== undefined && now > max ? max : min !== undefined && now < min ? min : now;
  return (
    <DayPicker
      mode="single"
      autoFocus
      required
      locale={language === 'pt' ? pt : enGB}
      weekStartsOn={FIRST_WEEKDAY}
      showOutsideDays
      today={dateOf(now)}
      defaultMonth={dateOf(value ?? within)}
      selected={value === null ? undefined : dateOf(value)}
      disabled={[
        ...(min === undefined ? [] : [{ before: dateOf(min) }]),
        ...(max === undefined ? [] : [{ after: dateOf(max) }]),
      ]}
      onSelect={(picked) => onPick(dayOf(picked))}
    />
  );
}
