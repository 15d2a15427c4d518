import type { AnswerOf, contract } from '@roadworthy/contract';
import { type AttributeUnit, inUnitOf, type TracePoint } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useAttributeName } from '../../ui/attribute-text.ts';
import { Button } from '../../ui/button/button.tsx';
import { type ChartSeries, SeriesChart } from '../../ui/chart/series-chart.tsx';
import { columnsOf } from '../../ui/chart/speed-options.ts';
import type { Display } from '../../ui/display.ts';
import { MultiSelect } from '../../ui/multi-select/multi-select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { saveSensors } from './sensors-csv.ts';
import type { Playback } from './trace-playback.ts';
import styles from './trace-sensors.module.css';
import type { MomentRange } from './use-trace.ts';

type Answer = AnswerOf<typeof contract.sensors.series>;
type Series = Answer['series'][number];

/** The call answers with at most this many. */
const MOST = 8;
const GROUP = 'trace-sensors';
/** A longer interval without values is a gap in the line. */
const GAP_S = 3600;

/** A series in the person's unit, with gaps where nothing was reported. */
export function shownSeries(series: Series, display: Pick<Display, 'unit'>) {
  const unit = series.unit as AttributeUnit | null;
  const times: number[] = [];
  const values: (number | null)[] = [];
  series.times.forEach((timeS, n) => {
    const before = times.at(-1);
    if (before !== undefined && timeS - before > GAP_S) {
      times.push(before + 1);
      values.push(null);
    }
    times.push(timeS);
    values.push(inUnitOf(series.values[n] ?? 0, unit, display.unit).value);
  });
  return {
    times,
    values,
    isFlag: series.kind === 'flag',
    unit: inUnitOf(1, unit, display.unit).unit,
  };
}

function useSensorSeries(vehicleId: number | null, range: MomentRange | null, names: string) {
  return useQuery({
    queryKey: ['sensor-series', vehicleId, range?.start, range?.end, names],
    enabled: vehicleId !== null && range !== null,
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.sensors.series({
        query: {
          vehicle: vehicleId ?? 0,
          start: range?.start ?? '',
          end: range?.end ?? '',
          names,
        },
        signal,
        quiet: true,
      }),
  });
}

function Message({ text, onRetry }: { readonly text: string; readonly onRetry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.message} role={onRetry === undefined ? 'status' : 'alert'}>
      <p>{text}</p>
      {onRetry !== undefined && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </div>
  );
}

/** The charts of sensors under that of the speed, in the same time range. */
function Charts({
  points,
  series,
  range,
  playback,
  display,
}: {
  readonly points: readonly TracePoint[];
  readonly series: readonly Series[];
  readonly range: MomentRange;
  readonly playback: Playback;
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const nameOf = useAttributeName();
  const { unit, dates } = display;
  const speed = useMemo((): ChartSeries => {
    const [times, values] = columnsOf(points, unit);
    return { times, values, isFlag: false, leastSpan: 20 };
  }, [points, unit]);
  const shown = useMemo(
    () => series.map((one) => ({ name: one.name, ...shownSeries(one, { unit }) })),
    [series, unit],
  );
  const common = {
    range: [Date.parse(range.start) / 1000, Date.parse(range.end) / 1000] as const,
    dates,
    group: GROUP,
    position: playback.position,
    onPick: (timeMs: number) => playback.seek(timeMs),
  };
  const speedText = t(unit === 'KMS' ? 'trace.chart.kmh' : 'trace.chart.mph');
  return (
    <>
      {points.length > 0 && (
        <SeriesChart
          {...common}
          series={speed}
          caption={speedText}
          label={t('trace.chart.label')}
        />
      )}
      {shown.map((one) => (
        <SeriesChart
          key={one.name}
          {...common}
          series={one}
          caption={one.unit === '' ? nameOf(one.name) : `${nameOf(one.name)} (${one.unit})`}
          label={t('trace.sensors.chart', { name: nameOf(one.name) })}
        />
      ))}
    </>
  );
}

/** The panel of sensors of a trace: select any, and see them under the speed. */
export function TraceSensors({
  vehicleId,
  registration,
  range,
  points,
  playback,
  display,
}: {
  readonly vehicleId: number | null;
  readonly registration: string;
  readonly range: MomentRange | null;
  readonly points: readonly TracePoint[];
  readonly playback: Playback;
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const nameOf = useAttributeName();
  const [{ sensors: names = '' }, setAddress] = useAddress();
  const query = useSensorSeries(vehicleId, range, names);
  const chosen = useMemo(() => new Set(names.split(',').filter(Boolean)), [names]);
  const answer = query.data;
  if (query.error !== null) {
    return <Message text={t('trace.sensors.failed')} onRetry={() => void query.refetch()} />;
  }
  if (answer === undefined || range === null) {
    return <Message text={t(range === null ? 'trace.choose' : 'trace.sensors.loading')} />;
  }
  if (answer.available.length === 0) return <Message text={t('trace.sensors.none')} />;
  const options = answer.available.map(({ name, group }) => ({
    value: name,
    label: nameOf(name),
    group: t(`attributeGroup.${group}`),
  }));
  return (
    <div className={styles.panel} aria-busy={query.isFetching}>
      <div className={styles.head}>
        <MultiSelect
          label={t('trace.sensors.choose')}
          options={options}
          chosen={chosen}
          none={t('trace.sensors.nothingChosen')}
          fault={chosen.size > MOST ? t('trace.sensors.most', { count: MOST }) : null}
          onChange={(values) => setAddress({ sensors: values.join(',') || undefined })}
        />
        <Button
          disabled={answer.series.length === 0}
          onClick={() =>
            saveSensors(answer.series, {
              registration,
              day: range.start.slice(0, 10),
              time: t('trace.sensors.time'),
              nameOf,
              unit: display.unit,
            })
          }
        >
          {t('trace.sensors.csv')}
        </Button>
      </div>
      {chosen.size === 0 ? (
        <Message text={t('trace.sensors.chooseText')} />
      ) : (
        <Charts
          points={points}
          series={answer.series}
          range={range}
          playback={playback}
          display={display}
        />
      )}
    </div>
  );
}
