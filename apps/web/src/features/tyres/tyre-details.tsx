import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type ChartSeries, SeriesChart } from '../../ui/chart/series-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { stack } from '../../ui/look/look.ts';
import { tyrePosition } from '../../ui/tyre-position.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { PressureChart } from './pressure-chart.tsx';
import { TyreReadings } from './tyre-readings.tsx';
import { Findings, placeText, StateBadge, useTyreTexts } from './tyre-words.tsx';
import type { Tyre } from './tyres.ts';

const NONE = '–';
/** The tables show what the panel has read. */
const READ = { isPending: false, error: null, refetch: () => undefined };

type Step = Tyre['history'][number];

function History({ steps }: { readonly steps: readonly Step[] }) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const money = useMoney();
  const columns = useMemo<readonly Column<Step>[]>(
    () => [
      { key: 'at', label: t('tyres.at'), cell: ({ at }) => texts.moment(at) },
      { key: 'kind', label: t('tyres.step'), cell: ({ kind }) => t(`tyres.event.${kind}`) },
      {
        key: 'place',
        label: t('tyres.place'),
        cell: (one) => placeText(one, t),
      },
      {
        key: 'odometer',
        label: t('tyres.odometer'),
        isNumber: true,
        cell: ({ odometer_m }) => (odometer_m === null ? NONE : texts.distance(odometer_m)),
      },
      {
        key: 'tread',
        label: t('tyres.tread'),
        isNumber: true,
        cell: ({ tread_mm }) => (tread_mm === null ? NONE : texts.tread(tread_mm)),
      },
      {
        key: 'note',
        label: t('tyres.note'),
        cell: ({ author, cost, note, undone }) =>
          [
            note,
            cost === null ? '' : money(cost),
            author,
            undone && t('tyres.undone', { by: undone.by, reason: undone.reason }),
          ]
            .filter(Boolean)
            .join(', '),
      },
    ],
    [t, texts, money],
  );
  return (
    <DataTable
      label={t('tyres.history')}
      columns={columns}
      rows={steps}
      keyOf={({ id }) => String(id)}
      state={READ}
      empty={{ title: t('tyres.noHistory'), text: t('tyres.noHistoryText') }}
    />
  );
}

/** The tread over time. */
function TreadChart({ treads }: { readonly treads: Tyre['treads'] }) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const { dates } = useDisplay();
  const times = treads.map(({ at }) => Math.floor(Date.parse(at) / 1000));
  const series = useMemo<ChartSeries>(
    () => ({
      times: treads.map(({ at }) => Math.floor(Date.parse(at) / 1000)),
      values: treads.map(({ tread_mm }) => tread_mm),
      isFlag: false,
    }),
    [treads],
  );
  const [first, last] = [treads[0], treads.at(-1)];
  const [from, to] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined || from === undefined || to === undefined) {
    return null;
  }
  const list = (
    <TyreReadings
      name="tread"
      label={t('tyres.tread')}
      rows={treads}
      columns={[
        { key: 'at', label: t('tyres.at'), cell: ({ at }) => texts.moment(at) },
        {
          key: 'tread',
          label: t('tyres.tread'),
          isNumber: true,
          cell: ({ tread_mm }) => texts.tread(tread_mm),
        },
        {
          key: 'run',
          label: t('tyres.run'),
          isNumber: true,
          cell: ({ run_m }) => (run_m === null ? NONE : texts.distance(run_m)),
        },
        {
          key: 'source',
          label: t('tyres.readingSource'),
          cell: ({ source }) => t(`tyres.readingFrom.${source}`),
        },
      ]}
    />
  );
  if (from === to) return list;
  return (
    <>
      <SeriesChart
        label={t('tyres.chartLabel', {
          from: texts.tread(first.tread_mm),
          to: texts.tread(last.tread_mm),
          since: texts.moment(first.at),
        })}
        caption={t('tyres.chart')}
        series={series}
        range={[from, to]}
        dates={dates}
        group="tyre"
      />
      {list}
    </>
  );
}

/** Where a tyre is, what is due for it, its tread and its history. */
export function TyreDetails({ one }: { readonly one: Tyre }) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const { age_from, change_on, position, retreader, run_m, scrap_reason, tread_at } = one;
  const { tread_mm, vehicle, wear_mm_per_m } = one;
  const place =
    vehicle === null ? (
      [
        one.status === 'at_retreader' ? retreader : one.depot?.name,
        scrap_reason && t(`tyres.reason.${scrap_reason}`),
      ]
        .filter(Boolean)
        .join(', ') || NONE
    ) : (
      <>
        <VehicleLink vehicle={vehicle} /> {position !== null && tyrePosition(position, t)}
      </>
    );
  return (
    <div className={stack({ gap: 4 })}>
      <FactList
        className="details-facts"
        facts={[
          [t('tyres.status'), t(`tyres.status.${one.status}`)],
          [t('tyres.place'), place],
          [t('tyres.state'), <StateBadge key="state" state={one.state} />],
          [
            t('tyres.tread'),
            tread_mm === null || tread_at === null
              ? NONE
              : `${texts.tread(tread_mm)} (${texts.moment(tread_at)})`,
          ],
          [t('tyres.run'), run_m === null ? NONE : texts.distance(run_m)],
          [t('tyres.wear'), wear_mm_per_m === null ? NONE : texts.wear(wear_mm_per_m)],
          [t('tyres.changeOn'), change_on === null ? NONE : texts.day(change_on)],
          [t('tyres.ageFrom'), age_from === null ? NONE : texts.day(age_from)],
        ]}
      />
      {one.status === 'fitted' && (
        <Part title={t('tyres.due')}>
          <Findings findings={one.findings} />
        </Part>
      )}
      <TreadChart treads={one.treads} />
      <PressureChart id={one.id} />
      <Part title={t('tyres.history')}>
        <History steps={one.history} />
      </Part>
    </div>
  );
}
