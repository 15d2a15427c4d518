import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import { cx, look, row } from '../../../ui/look/look.ts';
import styles from './figures.module.css';

/** A day of the trend: checks due, and checks done of these. */
interface TrendDay {
  readonly day: string;
  readonly due: number;
  readonly done: number;
}

/** The heights of a day's bars in per cent of the plot, and whether a check is missing. */
export function barOf({ due, done }: TrendDay, most: number) {
  const part = (count: number) => (most === 0 ? 0 : (count / most) * 100);
  return { due: part(due), done: part(done), isShort: done < due };
}

/**
 * Checks done and due per day: a bar chart, and a list for screen readers. Missing checks are a
 * dashed outline above the bar, so that the colour is not the only sign.
 *
 * @param isSmall without heading and days, for a card that has them
 */
export function ChecksTrend({
  trend,
  isSmall = false,
}: {
  readonly trend: readonly TrendDay[];
  readonly isSmall?: boolean;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const most = Math.max(0, ...trend.map(({ due, done }) => Math.max(due, done)));
  const name = (day: string) => formatDay(day, dates.dateFormat);
  const said = ({ day, due, done }: TrendDay) =>
    t('vehicleCheck.trendDay', { day: name(day), done, due });
  return (
    <figure className={isSmall ? cx(styles.checkTrend, styles.small) : styles.checkTrend}>
      {!isSmall && (
        <figcaption>
          {t('vehicleCheck.trend')}
          <span className={cx(styles.trendKey, styles.done)}>{t('vehicleCheck.trendDone')}</span>
          <span className={cx(styles.trendKey, styles.due)}>{t('vehicleCheck.trendMissing')}</span>
        </figcaption>
      )}
      <ol aria-label={isSmall ? t('vehicleCheck.trend') : undefined}>
        {trend.map((one) => {
          const { due, done, isShort } = barOf(one, most);
          return (
            <li key={one.day} title={said(one)}>
              {isShort && <span className={styles.trendDue} style={{ height: `${due}%` }} />}
              <span
                className={cx(look({ ground: 'strong' }), styles.trendDone)}
                style={{ height: `${done}%` }}
              />
              <span className="visually-hidden">{said(one)}</span>
            </li>
          );
        })}
      </ol>
      {!isSmall && (
        <div
          className={row({ justify: 'between', tone: 'quiet', size: 'small', numeric: true })}
          aria-hidden="true"
        >
          <span>{name(trend[0]?.day ?? '')}</span>
          <span>{name(trend.at(-1)?.day ?? '')}</span>
        </div>
      )}
    </figure>
  );
}
