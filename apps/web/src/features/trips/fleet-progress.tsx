import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, row } from '../../ui/look/look.ts';
import styles from './trips.module.css';
import type { FleetTrips } from './use-fleet-trips.ts';

/**
 * The number of vehicles whose trips have arrived, with a stop button, and a button to load the
 * rest.
 */
export function FleetProgress({
  trips: { lines, isRunning, error, missing, stop, resume },
  count,
}: {
  readonly trips: FleetTrips;
  readonly count: number;
}) {
  const { t } = useTranslation();
  const text = t('trips.progress', { done: count - missing.length, count });
  return (
    <div
      className={cx(
        row({ wrap: true, align: 'center', rowGap: 2, columnGap: 3, numeric: true }),
        styles.tripsProgress,
      )}
    >
      {isRunning && <progress aria-label={text} max={count} value={lines.size} />}
      {/* Each step would interrupt a screen reader; the end is announced. */}
      <span aria-live={isRunning ? 'off' : 'polite'}>{text}</span>
      {error !== null && <span role="alert">{error.message}</span>}
      {isRunning && <Button onClick={stop}>{t('trips.stopLoading')}</Button>}
      {!isRunning && missing.length > 0 && (
        <Button onClick={resume}>{t('trips.loadRest', { count: missing.length })}</Button>
      )}
    </div>
  );
}
