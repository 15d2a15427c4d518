import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import styles from './behaviour.module.css';
import type { Trend } from './driver-behaviour-kinds.ts';

/**
 * The scale starts at the multiple of ten below the lowest score, so that small changes are
 * visible.
 */
function floorOf(trend: Trend): number {
  const scores = trend.flatMap(({ score }) => score ?? []);
  return Math.min(90, Math.max(0, Math.floor(Math.min(100, ...scores) / 10) * 10 - 10));
}

/** Lines through the days with driving, interrupted by days without. */
function linesOf(trend: Trend, x: (index: number) => number, y: (score: number) => number): string {
  let isOpen = false;
  return trend
    .map(({ score }, index) => {
      if (score === null) {
        isOpen = false;
        return '';
      }
      const step = `${isOpen ? 'L' : 'M'}${x(index)} ${y(score)}`;
      isOpen = true;
      return step;
    })
    .join('');
}

/** The score per day: a line chart, and a list for screen readers. */
export function TrendChart({ trend }: { readonly trend: Trend }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const floor = floorOf(trend);
  const last = Math.max(1, trend.length - 1);
  const x = (index: number) => (index / last) * 100;
  const y = (score: number) => 100 - ((score - floor) / (100 - floor)) * 100;
  const day = (index: number) => formatDay(trend[index]?.date ?? '', dates.dateFormat);
  return (
    <figure className={cx(look({ margin: 0 }), styles.trend)}>
      <figcaption>{t('behaviour.trendTitle')}</figcaption>
      <div className={cx(look({ relative: true }), styles.trendPlot)}>
        <span
          className={cx(look({ tone: 'quiet', size: 'small', numeric: true }), styles.trendTop)}
          aria-hidden="true"
        >
          100
        </span>
        <span
          className={cx(look({ tone: 'quiet', size: 'small', numeric: true }), styles.trendFloor)}
          aria-hidden="true"
        >
          {floor}
        </span>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <path
            d={linesOf(trend, x, y)}
            fill="none"
            stroke="var(--accent)"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <ol>
          {trend.map(({ date, score }, index) => (
            <li
              key={date}
              style={{ left: `${x(index)}%`, top: score === null ? '100%' : `${y(score)}%` }}
              className={score === null ? styles.none : undefined}
              title={`${day(index)}: ${score ?? t('behaviour.noScore')}`}
            >
              <span className="visually-hidden">
                {day(index)}: {score ?? t('behaviour.noScore')}
              </span>
            </li>
          ))}
        </ol>
      </div>
      <div
        className={cx(row({ justify: 'between', tone: 'quiet', size: 'small' }), styles.trendDays)}
        aria-hidden="true"
      >
        <span>{day(0)}</span>
        <span>{day(trend.length - 1)}</span>
      </div>
    </figure>
  );
}
