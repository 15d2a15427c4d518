import { DATE_INPUT_FORMAT, type DatePreferences } from '@roadworthy/domain';
import { useId, useState } from 'react';
import { type Day, formatDay, parseDay, today } from '../date-range/calendar.ts';
import { CalendarSign } from '../date-range/calendar-sign.tsx';
import { type Failed, partsWith } from '../later/parts.tsx';
import type { PopoverProps } from '../popover/popover.tsx';
import './date-field.css';

/** Text function of the page; public pages have separate texts. */
export type Texts = (key: string, values: Readonly<Record<string, string>>) => string;

/** Shown if the calendar does not load: the day can be typed, or loading retried. */
const CalendarFailed: Failed<{ readonly t: Texts }> = ({ retry, part }) => (
  <div role="alert">
    <p>{part.t('action.loadFailed', {})}</p>
    <button type="button" className="button" onClick={retry}>
      {part.t('action.retry', {})}
    </button>
  </div>
);

const { Part: Calendar, prefetch } = partsWith(CalendarFailed)(
  async () => (await import('./calendar.tsx')).Calendar,
);

export interface DateInputProps {
  readonly id?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: true;
  /** Subject of the day; label of the calendar. */
  readonly label: string;
  /** YYYY-MM-DD; empty for none. */
  readonly value: string;
  readonly min?: Day;
  readonly max?: Day;
  readonly dates: DatePreferences;
  readonly t: Texts;
  /** The button with the calendar: `Popover`, or on small pages `NativePopover`. */
  readonly Opener: React.ComponentType<PopoverProps>;
  readonly onChange: (value: string) => void;
  readonly onBlur?: (() => void) | undefined;
  /**
   * The day when the person has finished it: picked it, left the field, or pressed Enter. For a field
   * that saves by itself, because `onChange` also reports days on the way, such as 30/11/20.
   */
  readonly onEnd?: ((value: string) => void) | undefined;
}

/** The person's format with a whole year, so that a day of another century can be typed (S-10, S-17). */
const inputFormat = ({ dateFormat }: DatePreferences) =>
  dateFormat === null ? DATE_INPUT_FORMAT : dateFormat.replace(/\bYY\b/, 'YYYY');

/** The error of a typed day: the key of its text and the day in it; null if valid. */
function faultOf(typed: string, { min, max, dates }: DateInputProps) {
  if (typed.trim() === '') return null;
  const day = parseDay(typed, inputFormat(dates));
  if (day === null) return { key: 'date.invalidDay', day: '' };
  if (max !== undefined && day > max) return { key: 'date.tooLate', day: max };
  if (min !== undefined && day < min) return { key: 'date.tooEarly', day: min };
  return null;
}

/**
 * A day, typed in the person's format or selected in a calendar; its value is an ISO date. An invalid day,
 * or one outside the limits, counts as empty and shows an error when the field is left.
 */
export function DateInput(props: DateInputProps) {
  const faultId = useId();
  const { label, value, min, max, dates, t, Opener, onChange, onBlur, onEnd } = props;
  const format = inputFormat(dates);
  /** Text while typing; null while the value is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const fault = typed === null ? null : faultOf(typed, props);
  const isFaultShown = fault !== null && isLeft;
  const type = (text: string) => {
    setTyped(text);
    setIsLeft(false);
    const day = faultOf(text, props) === null ? (parseDay(text, format) ?? '') : '';
    if (day !== value) onChange(day);
  };
  return (
    <div className="date-input">
      <input
        id={props.id}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder={format}
        aria-describedby={[props['aria-describedby'], faultId].filter(Boolean).join(' ')}
        aria-invalid={props['aria-invalid'] === true || isFaultShown}
        aria-required={props['aria-required']}
        value={typed ?? (value === '' ? '' : formatDay(value, format))}
        onFocus={() => void prefetch()}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          setIsLeft(true);
          // A valid day is shown in the person's format.
          if (fault === null) setTyped(null);
          onBlur?.();
          if (typed !== null && fault === null) onEnd?.(value);
        }}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && typed !== null && fault === null) onEnd?.(value);
        }}
      />
      <Opener
        label={label}
        className="icon-button"
        button={<CalendarSign />}
        buttonLabel={t('date.choose', { label })}
      >
        {(close) => (
          <Calendar
            value={value === '' ? null : value}
            now={today(dates.timeZone)}
            min={min}
            max={max}
            language={dates.language ?? 'en'}
            t={t}
            onPick={(day: Day) => {
              setTyped(null);
              onChange(day);
              onEnd?.(day);
              close();
            }}
          />
        )}
      </Opener>
      <span id={faultId} className="field-fault" role="alert">
        {isFaultShown &&
          t(fault.key, {
            format,
            day: fault.day === '' ? '' : formatDay(fault.day, format),
          })}
      </span>
    </div>
  );
}
