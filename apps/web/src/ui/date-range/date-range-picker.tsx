import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../display.ts';
import { Popover } from '../popover/popover.tsx';
import {
  addDays,
  addMonths,
  countDays,
  type Day,
  type DayRange,
  formatDay,
  parseDay,
  today,
  weekOf,
} from './calendar.ts';
import { CalendarSign } from './calendar-sign.tsx';
import { holdDay } from './held-day.ts';
import { Month } from './month.tsx';

/** Maximum range of a trace, trips and events (requirement M-P06). */
const MAX_DAYS = 31;

/** Predefined ranges, none after today. */
function presets(now: Day): readonly (readonly [key: string, range: DayRange])[] {
  const month = `${now.slice(0, 7)}-01`;
  const upToNow = ({ from, to }: DayRange) => ({ from, to: to > now ? now : to });
  return [
    ['date.today', { from: now, to: now }],
    ['date.yesterday', { from: addDays(now, -1), to: addDays(now, -1) }],
    ['date.last7', { from: addDays(now, -7), to: now }],
    ['date.thisWeek', upToNow(weekOf(now))],
    ['date.lastWeek', weekOf(addDays(now, -7))],
    ['date.thisMonth', { from: month, to: now }],
    ['date.lastMonth', { from: addMonths(month, -1), to: addDays(month, -1) }],
  ];
}

/** A typed date in the person's format; shows its error when left. */
function DateField({
  label,
  day,
  isInvalid,
  describedBy,
  onType,
}: {
  readonly label: string;
  readonly day: Day;
  readonly isInvalid: boolean;
  readonly describedBy: string;
  readonly onType: (text: string) => void;
}) {
  const { dates } = useDisplay();
  const shown = formatDay(day, dates.dateFormat);
  const [text, setText] = useState(shown);
  const [before, setBefore] = useState(shown);
  if (shown !== before) {
    setBefore(shown);
    setText(shown);
  }
  const take = () => {
    if (text !== shown || isInvalid) onType(text);
  };
  return (
    <input
      className="date-field"
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      autoComplete="off"
      inputMode="numeric"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take();
      }}
    />
  );
}

/** Two clicks select a range; the first day is marked until the second click. */
function RangeMonth({
  value,
  last,
  onRange,
}: {
  readonly value: DayRange;
  readonly last: Day;
  readonly onRange: (range: DayRange) => void;
}) {
  const { t } = useTranslation();
  const [first, setFirst] = useState<Day | null>(null);
  const pick = (day: Day) => {
    if (first === null) setFirst(day);
    else onRange(day < first ? { from: day, to: first } : { from: first, to: day });
  };
  return (
    <div>
      <Month
        start={value.to}
        range={first === null ? value : { from: first, to: first }}
        last={last}
        onPick={pick}
      />
      <p className="month-hint" role="status">
        {t(first === null ? 'date.pickFirst' : 'date.pickLast')}
      </p>
    </div>
  );
}

/**
 * A range of days: typed, selected in a calendar, or a predefined range. No day after
 * today (G-39, P-112), weeks from Monday (G-40, P-114), dates in the person's format (G-41, P-113).
 *
 * @param maxDays the longest range; default 31 days (M-P06)
 */
export function DateRangePicker({
  value,
  maxDays = MAX_DAYS,
  label,
  onChange,
}: {
  readonly value: DayRange;
  readonly maxDays?: number;
  readonly label?: string;
  readonly onChange: (range: DayRange) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const id = useId();
  const [fault, setFault] = useState<{ field: 'from' | 'to' | 'both'; text: string } | null>(null);
  const now = today(dates.timeZone);
  const take = (range: DayRange, field: 'from' | 'to' | 'both') => {
    if (countDays(range) > maxDays) {
      setFault({ field, text: t('date.tooLong', { days: String(maxDays) }) });
      return;
    }
    setFault(null);
    holdDay(range, dates.timeZone);
    onChange(range);
  };
  const type = (field: 'from' | 'to', text: string) => {
    const day = parseDay(text, dates.dateFormat);
    if (day === null) {
      const example = formatDay(now, dates.dateFormat);
      setFault({ field, text: t('date.invalid', { example }) });
    } else if (day > now) setFault({ field, text: t('date.future') });
    else if (field === 'from') take({ from: day, to: value.to < day ? day : value.to }, field);
    else take({ from: value.from > day ? day : value.from, to: day }, field);
  };
  const isWrong = (field: 'from' | 'to') => fault?.field === field || fault?.field === 'both';
  return (
    <fieldset className="date-range">
      <legend>{label ?? t('date.range')}</legend>
      <div className="date-range-fields">
        <DateField
          label={t('date.from')}
          day={value.from}
          isInvalid={isWrong('from')}
          describedBy={id}
          onType={(text) => type('from', text)}
        />
        <span aria-hidden="true">–</span>
        <DateField
          label={t('date.to')}
          day={value.to}
          isInvalid={isWrong('to')}
          describedBy={id}
          onType={(text) => type('to', text)}
        />
        <Popover
          label={t('date.range')}
          className="icon-button date-open"
          buttonLabel={t('date.open')}
          button={<CalendarSign />}
        >
          {(close) => (
            <div className="date-panel">
              <ul className="date-presets">
                {presets(now).map(([key, range]) => (
                  <li key={key}>
                    <button
                      type="button"
                      aria-pressed={range.from === value.from && range.to === value.to}
                      onClick={() => {
                        take(range, 'both');
                        close();
                      }}
                    >
                      {t(key)}
                    </button>
                  </li>
                ))}
              </ul>
              <RangeMonth
                value={value}
                last={now}
                onRange={(range) => {
                  take(range, 'both');
                  close();
                }}
              />
            </div>
          )}
        </Popover>
      </div>
      <p id={id} className="field-fault" role="alert">
        {fault?.text}
      </p>
    </fieldset>
  );
}
