import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { BarLinks } from '../../ui/chart/bar-links.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import { EVENTS_ACCESS, eventsTarget } from '../events/events-target.ts';
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

/** The days with events, each as a link to them. */
function DayLinks({
  trend,
  codes,
  groupId,
  day,
}: {
  readonly trend: Trend;
  readonly codes: readonly number[];
  readonly groupId: number | null;
  readonly day: (index: number) => string;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  if (!may(current, EVENTS_ACCESS)) return null;
  const widthPercent = 100 / trend.length;
  const figure = t('figure.numerator', {
    figure: t('behaviour.score'),
    records: t('behaviour.theEvents'),
  });
  const links = trend.flatMap(({ date, events, score }, index) =>
    events === 0
      ? []
      : {
          key: date,
          label: t('figure.of', { figure, what: day(index), value: score ?? t('track.unknown') }),
          target: eventsTarget({
            depot: groupId ?? undefined,
            days: { from: date, to: date },
            codes,
          }),
          startPercent: index * widthPercent,
          widthPercent,
        },
  );
  return links.length === 0 ? null : <BarLinks label={t('behaviour.trendLinks')} links={links} />;
}

/** The score per day: a line chart, and a list for screen readers. A day opens its events. */
export function TrendChart({
  trend,
  codes,
  groupId,
}: {
  readonly trend: Trend;
  /** The counted types of events. */
  readonly codes: readonly number[];
  readonly groupId: number | null;
}) {
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
              className={cx(styles.day, score === null && styles.none)}
              title={`${day(index)}: ${score ?? t('behaviour.noScore')}`}
            >
              <span className="visually-hidden">
                {day(index)}: {score ?? t('behaviour.noScore')}
              </span>
            </li>
          ))}
        </ol>
        <DayLinks trend={trend} codes={codes} groupId={groupId} day={day} />
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
