import { useTranslation } from 'react-i18next';
import { BarChart } from '../../../ui/chart/bar-chart.tsx';
import type { BarTarget } from '../../../ui/chart/bar-links.tsx';
import { formatDay } from '../../../ui/date-range/calendar.ts';
import { useDisplay } from '../../../ui/display.ts';
import type { Overview } from './home-card.ts';
import styles from './home-overview.module.css';

type Days = Overview['days'];

const SERIES = [
  ['checks', 'accent'],
  ['defects_reported', 'bad'],
  ['defects_signed_off', 'hollow'],
] as const;
type Name = (typeof SERIES)[number][0];

/** The list of what a bar counts. */
const LISTS: Readonly<Record<Name, (day: string) => BarTarget>> = {
  checks: (day) => ({ to: '/vehiclecheck/region', search: { fleet: 'checks', day } }),
  defects_reported: (day) => ({ to: '/defects', search: { start_date: day, end_date: day } }),
  defects_signed_off: (day) => ({
    to: '/defects',
    search: { signed_off_from: day, signed_off_to: day },
  }),
};

function Chart({ days, names }: { readonly days: Days; readonly names: readonly Name[] }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    <BarChart
      title={t(names.length === 1 ? 'home.chart.checksTitle' : 'home.chart.defectsTitle')}
      heading={t('home.chart.day')}
      empty={t('home.chart.empty')}
      points={days}
      labelOf={({ date }) => formatDay(date, dates.dateFormat)}
      series={SERIES.filter(([name]) => names.includes(name)).map(([name, tone]) => ({
        key: name,
        label: t(`home.chart.${name}`),
        tone,
        value: (day: Days[number]) => day[name] ?? 0,
      }))}
      targetOf={({ date }, name) => LISTS[name as Name](date)}
    />
  );
}

/** Checks and defects of the last four weeks, as far as the person may see them. */
export function HomeChart({ days }: { readonly days: Days }) {
  const { t } = useTranslation();
  const hasChecks = days.some(({ checks }) => checks !== null);
  const hasDefects = days.some(({ defects_reported }) => defects_reported !== null);
  return (
    <section className={styles.charts} aria-label={t('home.chart.title')}>
      {hasChecks && <Chart days={days} names={['checks']} />}
      {hasDefects && <Chart days={days} names={['defects_reported', 'defects_signed_off']} />}
    </section>
  );
}
