import { formatTime } from '@roadworthy/domain';
import { useId, useState } from 'react';
import type { Texts } from './date-input.tsx';
import { typedTime } from './typed-time.ts';
import './date-field.css';

/** A time of day without zone, with 12 or 24 hours by preference. */
const shownTime = (value: string, timeFormat: string | null) =>
  formatTime(Date.parse(`1970-01-01T${value}Z`), { timeZone: 'UTC', dateFormat: null, timeFormat });

export interface TimeInputProps {
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: true;
  /** HH:mm; empty for none. */
  readonly value: string;
  readonly timeFormat: string | null;
  readonly t: Texts;
  readonly onChange: (value: string) => void;
}

/** A time of day, typed with 12 or 24 hours; its value is HH:mm. An invalid time counts as empty. */
export function TimeInput({ value, timeFormat, t, onChange, ...props }: TimeInputProps) {
  const faultId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setIsLeft] = useState(false);
  const isFault = typed !== null && typed.trim() !== '' && typedTime(typed) === null;
  const example = shownTime('14:30', timeFormat);
  return (
    <div className="time-input">
      <input
        {...props}
        type="text"
        autoComplete="off"
        placeholder={timeFormat?.includes('12') === true ? 'hh:mm am' : 'hh:mm'}
        aria-describedby={[props['aria-describedby'], faultId].filter(Boolean).join(' ')}
        aria-invalid={props['aria-invalid'] === true || (isFault && isLeft)}
        value={typed ?? (value === '' ? '' : shownTime(value, timeFormat))}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setIsLeft(false);
          const time = typedTime(currentTarget.value)?.slice(0, 5) ?? '';
          if (time !== value) onChange(time);
        }}
        onBlur={() => {
          setIsLeft(true);
          if (!isFault) setTyped(null);
        }}
      />
      <span id={faultId} className="field-fault" role="alert">
        {isFault && isLeft && t('date.invalidTime', { example })}
      </span>
    </div>
  );
}
