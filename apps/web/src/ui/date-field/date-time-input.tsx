import { useState } from 'react';
import { DateInput, type DateInputProps } from './date-input.tsx';
import { TimeInput } from './time-input.tsx';

/**
 * A day and a time of day; its value is YYYY-MM-DDTHH:mm in the zone of the screen, and empty until both
 * are set. If the day is selected first, the time is midnight.
 */
export function DateTimeInput({
  value,
  dates,
  onChange,
  ...props
}: Omit<DateInputProps, 'min' | 'onBlur'>) {
  const { t } = props;
  const [parts, setParts] = useState({ day: value.slice(0, 10), time: value.slice(11, 16) });
  // A changed value of the form replaces typed text.
  const isOurs = value === '' || value === `${parts.day}T${parts.time}`;
  const { day, time } = isOurs ? parts : { day: value.slice(0, 10), time: value.slice(11, 16) };
  const change = (next: { day: string; time: string }) => {
    setParts(next);
    const whole = next.day === '' || next.time === '' ? '' : `${next.day}T${next.time}`;
    if (whole !== value) onChange(whole);
  };
  return (
    <div className="date-time-input">
      <DateInput
        {...props}
        value={day}
        dates={dates}
        onChange={(next) => change({ day: next, time: time === '' ? '00:00' : time })}
      />
      <TimeInput
        aria-label={t('date.timeOf', { label: props.label })}
        value={time}
        timeFormat={dates.timeFormat}
        t={t}
        onChange={(next) => change({ day, time: next })}
      />
    </div>
  );
}
