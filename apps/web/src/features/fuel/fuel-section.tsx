import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatMoment, formatNumber } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import type { BarTarget } from '../../ui/chart/bar-links.tsx';
import { type ChartSeries, SeriesChart } from '../../ui/chart/series-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { addDays, momentsOf, today } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { DriverLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { FigureLink } from '../../ui/figure-link/figure-link.tsx';
import { placeText } from '../../ui/known-text.ts';
import { Select } from '../../ui/select/select.tsx';
import { TRIPS_ACCESS, tripsTarget } from '../trips/trips-target.ts';
import styles from './fuel.module.css';
import { saveFuelEvents } from './fuel-csv.ts';
import { consumptionText } from './fuel-text.ts';

type Answer = AnswerOf<typeof contract.fuel.vehicle>;
type FuelEvent = Answer['events'][number];

const DAYS = [1, 7, 31] as const;
const NONE = '–';

/** Litres or per cent, as people read them. */
function useVolume(): (volume: number, unit: 'L' | '%') => string {
  const { locale } = useDisplay();
  return (volume, unit) => `${formatNumber(volume, locale, unit === 'L' ? 1 : 0)} ${unit}`;
}

function useColumns(): readonly Column<FuelEvent>[] {
  const { t } = useTranslation();
  const { dates, locale } = useDisplay();
  const volumeOf = useVolume();
  return [
    {
      key: 'time',
      label: t('fuel.time'),
      cell: ({ timestamp }) => formatMoment(Date.parse(timestamp), dates),
    },
    {
      key: 'kind',
      label: t('fuel.kind'),
      cell: ({ kind }) => (
        <Badge tone={kind === 'drain' ? 'bad' : undefined}>{t(`fuel.kind.${kind}`)}</Badge>
      ),
    },
    {
      key: 'volume',
      label: t('fuel.volume'),
      isNumber: true,
      cell: ({ volume, unit }) => volumeOf(volume, unit),
    },
    {
      key: 'levels',
      label: t('fuel.levels'),
      isNumber: true,
      cell: ({ before, after, unit }) => `${volumeOf(before, unit)} → ${volumeOf(after, unit)}`,
    },
    {
      key: 'address',
      label: t('fuel.address'),
      cell: ({ address }) => (address === null ? NONE : placeText(address, t, locale)),
    },
    {
      key: 'driver',
      label: t('fuel.driver'),
      cell: ({ driver }) => (driver === null ? NONE : <DriverLink driver={driver} />),
    },
  ];
}

/** Figures of a period; those from trips open them. */
function Totals({
  answer: { summary, unit },
  target,
}: {
  readonly answer: Answer;
  /** The trips of the period. */
  readonly target: BarTarget;
}) {
  const { t } = useTranslation();
  const display = useDisplay();
  const volumeOf = useVolume();
  const { used, used_distance: distance, refuelled, drained } = summary;
  const consumption =
    used === null ? null : consumptionText(used, distance, display.unit, display.locale);
  const ofTrips = (text: string) => (
    <FigureLink count={1} access={TRIPS_ACCESS} target={target}>
      {text}
    </FigureLink>
  );
  return (
    <FactList
      className={styles.totals as string}
      facts={[
        [t('fuel.used'), used === null ? NONE : ofTrips(volumeOf(used, 'L'))],
        [t('fuel.consumption'), consumption === null ? NONE : ofTrips(consumption)],
        [t('fuel.refuelled'), unit === null ? NONE : volumeOf(refuelled, unit)],
        [t('fuel.drained'), unit === null ? NONE : volumeOf(drained, unit)],
      ]}
    />
  );
}

function LevelChart({
  answer: { level, events, unit },
  range,
}: {
  readonly answer: Answer;
  readonly range: { readonly start: string; readonly end: string };
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const series = useMemo(
    (): ChartSeries => ({
      ...level,
      isFlag: false,
      leastSpan: 10,
      marks: events.map(({ timestamp, kind }) => ({
        timeS: Date.parse(timestamp) / 1000,
        tone: kind === 'drain' ? 'bad' : 'good',
      })),
    }),
    [level, events],
  );
  return (
    <div className={styles.chart}>
      <SeriesChart
        series={series}
        range={[Date.parse(range.start) / 1000, Date.parse(range.end) / 1000]}
        dates={dates}
        group="fuel"
        caption={
          <>
            {t('fuel.level', { unit: unit ?? '' })}
            <span className={styles.refuelKey}>{t('fuel.kind.refuel')}</span>
            <span className={styles.drainKey}>{t('fuel.kind.drain')}</span>
          </>
        }
        label={t('fuel.chart')}
      />
    </div>
  );
}

/** The fuel of a vehicle over some days: level, fillings, suspected thefts, consumption. */
export function FuelSection({
  vehicle,
}: {
  readonly vehicle: { readonly id: number; readonly registration: string };
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const [days, setDays] = useState<number>(7);
  const to = today(dates.timeZone);
  const range = useMemo(
    () => momentsOf({ from: addDays(to, 1 - days), to }, dates.timeZone),
    [to, days, dates.timeZone],
  );
  const query = useQuery({
    queryKey: ['fuel', vehicle.id, range],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.fuel.vehicle({ params: { id: vehicle.id }, query: range, signal, quiet: true }),
  });
  const columns = useColumns();
  const answer = query.data;
  const isEmpty =
    answer !== undefined &&
    answer.unit === null &&
    answer.events.length === 0 &&
    answer.summary.used === null;
  return (
    <section className={styles.fuel} aria-busy={query.isFetching}>
      <div className={styles.head}>
        <h2>{t('fuel.title')}</h2>
        <label className={styles.days}>
          <span>{t('fuel.period')}</span>
          <Select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {t('fuel.days', { count })}
              </option>
            ))}
          </Select>
        </label>
        <Button
          disabled={answer === undefined || answer.events.length === 0}
          onClick={() =>
            answer !== undefined &&
            saveFuelEvents(answer.events, {
              registration: vehicle.registration,
              day: to,
              textOf: (key) => t(`fuel.csv.${key}`),
              kindOf: (kind) => t(`fuel.kind.${kind}`),
            })
          }
        >
          {t('fuel.csv')}
        </Button>
      </div>
      {isEmpty ? (
        <div className={styles.empty}>
          <p>{t('fuel.none')}</p>
          <p>{t('fuel.noneText')}</p>
        </div>
      ) : (
        <>
          {answer !== undefined && (
            <Totals
              answer={answer}
              target={tripsTarget(vehicle.id, { from: addDays(to, 1 - days), to })}
            />
          )}
          {answer !== undefined && answer.level.times.length > 0 && (
            <LevelChart answer={answer} range={range} />
          )}
          <div className={styles.table}>
            <DataTable
              label={t('fuel.events')}
              columns={columns}
              rows={answer?.events ?? []}
              keyOf={({ id }) => id}
              state={query}
              empty={{ title: t('fuel.noEvents'), text: t('fuel.noEventsText') }}
            />
          </div>
        </>
      )}
    </section>
  );
}
