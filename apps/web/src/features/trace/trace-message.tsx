import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { addDays, type DayRange } from '../../ui/date-range/calendar.ts';
import { cx, stack } from '../../ui/look/look.ts';
import styles from './trace-message.module.css';

const MESSAGE = cx(
  stack({
    items: 'center',
    gap: 2,
    paddingY: 6,
    paddingX: 8,
    text: 'center',
    ground: 'raised',
    border: 'line',
    radius: 'large',
    shadow: 'high',
  }),
  styles.traceMessage,
);

/** The message over the map if there is no line: no vehicle, no data, or an error. */
export function TraceMessage({
  hasVehicle,
  error,
  isEmpty,
  days,
  onRetry,
  onDays,
}: {
  readonly hasVehicle: boolean;
  readonly error: Error | null;
  readonly isEmpty: boolean;
  readonly days: DayRange;
  readonly onRetry: () => void;
  readonly onDays: (days: DayRange) => void;
}) {
  const { t } = useTranslation();
  if (error !== null) {
    const isOurs = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return (
      <div data-part="trace-message" className={MESSAGE} role="alert">
        <h2>{t('trace.failed')}</h2>
        {/* A refused question says what was wrong with it; anything else is no text for people. */}
        {isOurs && <p>{error.message}</p>}
        <Button onClick={onRetry}>{t('action.retry')}</Button>
      </div>
    );
  }
  if (!hasVehicle) {
    return (
      <p data-part="trace-message" className={MESSAGE} role="status">
        {t('trace.choose')}
      </p>
    );
  }
  if (!isEmpty) return null;
  const before = addDays(days.from, -1);
  return (
    <div data-part="trace-message" className={MESSAGE} role="status">
      <h2>{t('trace.nothing')}</h2>
      <p>{t('trace.nothingHint')}</p>
      <Button onClick={() => onDays({ from: before, to: before })}>{t('trace.dayBefore')}</Button>
    </div>
  );
}
