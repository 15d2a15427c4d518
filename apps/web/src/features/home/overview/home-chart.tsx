import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import type { Overview } from './home-cards.ts';
import styles from './home-chart.module.css';

type Days = Overview['days'];
type Series = 'checks' | 'defects_reported' | 'defects_signed_off';

const HEIGHT_PX = 96;
const SLOT_PX = 20;

/** A round number at or above the largest value, so that the scale has a readable end. */
export function scaleEnd(largest: number): number {
  if (largest <= 4) return 4;
  const unit = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 2.5, 5, 10].map((step) => step * unit).find((end) => end >= largest) ?? largest;
}

/** Bars of one or two series by day; the table below it says the same in words. */
function Bars({ days, series }: { readonly days: Days; readonly series: readonly Series[] }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const values = days.flatMap((day) => series.map((name) => day[name] ?? 0));
  const end = scaleEnd(Math.max(0, ...values));
  const barPx = (SLOT_PX - 4) / series.length;
  return (
    <div className={styles.frame}>
      <span className={styles.scale} aria-hidden="true">
        <span>{end}</span>
        <span>{end / 2}</span>
        <span>0</span>
      </span>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${days.length * SLOT_PX} ${HEIGHT_PX}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {[0, HEIGHT_PX / 2, HEIGHT_PX].map((y) => (
          <line key={y} x1={0} x2={days.length * SLOT_PX} y1={y} y2={y} className={styles.grid} />
        ))}
        {days.map((day, at) => (
          <g key={day.date}>
            {series.map((name, index) => {
              const heightPx = ((day[name] ?? 0) / end) * HEIGHT_PX;
              return (
                <rect
                  key={name}
                  className={styles[name]}
                  x={at * SLOT_PX + 2 + index * barPx}
                  y={HEIGHT_PX - heightPx}
                  width={barPx}
                  height={heightPx}
                />
              );
            })}
            <rect
              x={at * SLOT_PX}
              width={SLOT_PX}
              height={HEIGHT_PX}
              fill="transparent"
              className={styles.slot}
            >
              <title>
                {[
                  formatDay(day.date, dates.dateFormat),
                  ...series.map((name) => `${t(`home.chart.${name}`)}: ${day[name] ?? 0}`),
                ].join('\n')}
              </title>
            </rect>
          </g>
        ))}
      </svg>
      <span className={styles.ends} aria-hidden="true">
        <span>{formatDay(days[0]?.date ?? '', dates.dateFormat)}</span>
        <span>{formatDay(days.at(-1)?.date ?? '', dates.dateFormat)}</span>
      </span>
    </div>
  );
}

function Chart({ days, series }: { readonly days: Days; readonly series: readonly Series[] }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const id = useId();
  const isEmpty = days.every((day) => series.every((name) => (day[name] ?? 0) === 0));
  const title = t(series.length === 1 ? 'home.chart.checksTitle' : 'home.chart.defectsTitle');
  return (
    <figure className={styles.chart} aria-labelledby={id}>
      <figcaption>
        <strong id={id}>{title}</strong>
        <ul className={styles.legend}>
          {series.map((name) => (
            <li key={name}>
              <span className={`${styles.key} ${styles[name]}`} aria-hidden="true" />
              {t(`home.chart.${name}`)}
            </li>
          ))}
        </ul>
      </figcaption>
      {isEmpty ? (
        <p className={styles.empty}>{t('home.chart.empty')}</p>
      ) : (
        <Bars days={days} series={series} />
      )}
      <table className="visually-hidden">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('home.chart.day')}</th>
            {series.map((name) => (
              <th key={name} scope="col">
                {t(`home.chart.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{formatDay(day.date, dates.dateFormat)}</th>
              {series.map((name) => (
                <td key={name}>{day[name] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** Checks and defects of the last four weeks, as far as the person may see them. */
export function HomeChart({ days }: { readonly days: Days }) {
  const { t } = useTranslation();
  const hasChecks = days.some(({ checks }) => checks !== null);
  const hasDefects = days.some(({ defects_reported }) => defects_reported !== null);
  return (
    <section className={styles.charts} aria-label={t('home.chart.title')}>
      {hasChecks && <Chart days={days} series={['checks']} />}
      {hasDefects && <Chart days={days} series={['defects_reported', 'defects_signed_off']} />}
    </section>
  );
}
