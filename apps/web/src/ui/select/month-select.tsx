import { addMonths } from '../date-range/calendar.ts';
import { useLocale } from '../display.ts';
import { Select } from './select.tsx';

/** Months in the list: five years. */
const MONTHS = 60;

interface MonthSelectProps extends Omit<React.ComponentProps<'select'>, 'value' | 'onChange'> {
  /** The selected month, as YYYY-MM. */
  readonly value: string;
  /** The newest month of the list, as YYYY-MM. */
  readonly last: string;
  readonly onMonth: (month: string) => void;
}

/** A choice of one of the last 60 months, the newest first. */
export function MonthSelect({ value, last, onMonth, ...rest }: MonthSelectProps) {
  const locale = useLocale();
  const format = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const first = `${last}-01`;
  return (
    <Select {...rest} value={value} onChange={(event) => onMonth(event.currentTarget.value)}>
      {Array.from({ length: MONTHS }, (_, back) => addMonths(first, -back)).map((day) => (
        <option key={day} value={day.slice(0, 7)}>
          {format.format(Date.parse(day))}
        </option>
      ))}
    </Select>
  );
}
