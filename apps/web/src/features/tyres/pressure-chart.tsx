import type { AnswerOf, contract } from '@roadworthy/contract';
import { formatDateTime, formatTemperature } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type ChartSeries, SeriesChart } from '../../ui/chart/series-chart.tsx';
import { useDisplay } from '../../ui/display.ts';
import { stack } from '../../ui/look/look.ts';
import { ChoiceField } from '../../ui/resource/bound-fields.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { TyreReadings } from './tyre-readings.tsx';
import { useTyreTexts } from './tyre-words.tsx';
import { TYRES_KEY } from './tyres.ts';

type Pressures = AnswerOf<typeof contract.tyres.pressures>['pressures'];
const DAYS = ['7', '31', '91', '396'] as const;

function Chart({ pressures }: { readonly pressures: Pressures }) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const { dates, locale } = useDisplay();
  const series = useMemo<ChartSeries>(
    () => ({
      times: pressures.map(({ at }) => Math.floor(Date.parse(at) / 1000)),
      values: pressures.map(({ pressure_kpa }) => pressure_kpa),
      isFlag: false,
      leastSpan: 100,
    }),
    [pressures],
  );
  const [from, to] = [series.times[0], series.times.at(-1)];
  const last = pressures.at(-1);
  if (from === undefined || to === undefined || last === undefined) {
    return <p>{t('tyres.noPressures')}</p>;
  }
  const lowest = Math.min(...pressures.map(({ pressure_kpa }) => pressure_kpa));
  const label = t('tyres.pressureLabel', {
    last: texts.pressure(last.pressure_kpa),
    day: texts.moment(last.at),
    lowest: texts.pressure(lowest),
  });
  return (
    <>
      {from < to && (
        <SeriesChart
          label={label}
          caption={t('tyres.pressureChart')}
          series={series}
          range={[from, to]}
          dates={dates}
          group="tyre-pressure"
        />
      )}
      <p>{label}</p>
      <TyreReadings
        name="pressure"
        label={t('tyres.pressure')}
        rows={pressures}
        columns={[
          {
            key: 'at',
            label: t('tyres.at'),
            cell: ({ at }) => formatDateTime(Date.parse(at), dates),
          },
          {
            key: 'pressure',
            label: t('tyres.pressure'),
            isNumber: true,
            cell: ({ pressure_kpa }) => texts.pressure(pressure_kpa),
          },
          {
            key: 'temperature',
            label: t('track.temperature'),
            isNumber: true,
            cell: ({ temperature_c: celsius }) =>
              celsius === null ? '–' : formatTemperature(celsius, locale),
          },
          {
            key: 'source',
            label: t('tyres.readingSource'),
            cell: ({ source }) => t(`tyres.readingFrom.${source}`),
          },
        ]}
      />
    </>
  );
}

/** The pressures of a tyre over time. */
export function PressureChart({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress();
  const days = DAYS.find((one) => one === address.pressureDays) ?? '31';
  const { data, error } = useQuery({
    queryKey: [TYRES_KEY, 'pressures', id, days],
    queryFn: ({ signal }) => api.tyres.pressures({ params: { id }, query: { days }, signal }),
  });
  const form = {
    draft: { days },
    faults: {},
    change: (changes: { readonly days?: (typeof DAYS)[number] }) =>
      setAddress({ pressureDays: changes.days }),
  };
  return (
    <Part title={t('tyres.pressure')}>
      <div className={stack({ gap: 2 })}>
        <ChoiceField
          form={form}
          name="days"
          label={t('tyres.pressureDays')}
          isRequired
          options={DAYS.map((value) => ({
            value,
            label: t('tyres.lastDays', { count: Number(value) }),
          }))}
        />
        {error !== null && <p role="alert">{error.message}</p>}
        {data !== undefined && <Chart pressures={data.pressures} />}
      </div>
    </Part>
  );
}
