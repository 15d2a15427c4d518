import { formatTime } from '@roadworthy/domain';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { typedTime } from '../../../ui/date-field/typed-time.ts';
import { formatDay, today } from '../../../ui/date-range/calendar.ts';
import { CalendarSign } from '../../../ui/date-range/calendar-sign.tsx';
import { Month } from '../../../ui/date-range/month.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { cx, look, row } from '../../../ui/look/look.ts';
import { Popover } from '../../../ui/popover/popover.tsx';
import styles from './moment-field.module.css';
import { momentAt, wallTime } from './request-rules.ts';

const STEP_MS = 10_000;

/**
 * Selects a time in the user's time zone, to the second: a day, a time, and steps of
 * ten seconds, because the relevant part often started a little earlier.
 *
 * @param fault the error; null if valid
 */
export function MomentField({
  label,
  valueMs,
  fault,
  onChange,
}: {
  readonly label: string;
  /** ms since 1970 UTC; null while the time is incomplete. */
  readonly valueMs: number | null;
  readonly fault: string | null;
  readonly onChange: (timeMs: number | null) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const id = useId();
  const now = today(dates.timeZone);
  // While the time is incomplete there is no value, but the day stays.
  const [heldDay, setHeldDay] = useState(now);
  const { day, time } =
    valueMs === null ? { day: heldDay, time: '' } : wallTime(valueMs, dates.timeZone);
  // Keep incomplete input as typed.
  const [typed, setTyped] = useState<string | null>(null);
  const set = (ofDay: string, ofTime: string | null) => {
    setHeldDay(ofDay);
    onChange(ofTime === null ? null : momentAt(ofDay, ofTime, dates.timeZone));
  };
  const step = (byMs: number) => {
    setTyped(null);
    if (valueMs !== null) onChange(valueMs + byMs);
  };
  return (
    <fieldset
      className={cx(
        look({ minWidth: 0, margin: 0, padding: 0, border: 'none' }),
        styles.momentField,
      )}
    >
      <legend>{label}</legend>
      <div className={cx(row({ wrap: true, gap: 2, marginTop: 1 }), styles.momentRow)}>
        <Popover
          label={t('videoRequest.day')}
          className="button"
          button={
            <>
              <CalendarSign />
              {formatDay(day, dates.dateFormat)}
            </>
          }
        >
          {(close) => (
            <Month
              start={day}
              range={{ from: day, to: day }}
              last={now}
              onPick={(picked) => {
                set(picked, time === '' ? '00:00:00' : time);
                close();
              }}
            />
          )}
        </Popover>
        <input
          autoComplete="off"
          aria-label={t('videoRequest.time')}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-fault`}
          value={typed ?? (valueMs === null ? '' : formatTime(valueMs, dates, true))}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            set(day, typedTime(value));
          }}
          onBlur={() => valueMs !== null && setTyped(null)}
        />
        <Button title={t('videoRequest.earlier')} onClick={() => step(-STEP_MS)}>
          {t('videoRequest.minus')}
        </Button>
        <Button title={t('videoRequest.later')} onClick={() => step(STEP_MS)}>
          {t('videoRequest.plus')}
        </Button>
      </div>
      <p id={`${id}-fault`} className="field-fault" role="alert">
        {fault}
      </p>
    </fieldset>
  );
}
