import type { AnswerOf, contract } from '@roadworthy/contract';
import { CO2_KG, formatDistance, formatNumber, type TRIP_CO2_BASES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, pathOf } from '../../api/client.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import {
  FigureControls,
  FigureTiles,
  useFigureName,
  useFiguresAsked,
  useNameColumn,
} from './cost-figures-controls.tsx';
import { COSTS_KEY } from './costs.ts';
import { CostsPage } from './costs-page.tsx';
import { RecordsLink, recordsTarget } from './records-link.tsx';

type Figures = AnswerOf<typeof contract.costCo2.figures>;
type Figure = Figures['results'][number];
/** How the CO2 of trips is known. */
type Basis = (typeof TRIP_CO2_BASES)[number];
type Query = ReturnType<typeof useFiguresAsked>['query'];

/** Rows of the table; a larger fleet exports the figures. */
const ROWS = 400;

/** Kilograms with their unit. */
function useKg() {
  const { locale } = useDisplay();
  return (kg: number) => `${formatNumber(kg, locale, 0)} kg`;
}

function useColumns(query: Query): readonly Column<Figure>[] {
  const { by, depot, from, to } = query;
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const nameColumn = useNameColumn(by);
  const kg = useKg();
  /** A number that opens the trips behind it. */
  const opening = (text: (one: Figure) => string, basis?: Basis) => (one: Figure) => (
    <RecordsLink
      list="co2-trips"
      asked={{
        fromMonth: by === 'month' ? one.key : from,
        toMonth: by === 'month' ? one.key : to,
        depot,
        ...(by === 'month' ? {} : { [by]: one.key }),
        basis,
      }}
    >
      {text(one)}
    </RecordsLink>
  );
  const amount = (
    key: 'co2_kg' | 'measured_kg' | 'estimated_kg',
    label: string,
    basis?: Basis,
  ) => ({
    key,
    label,
    isNumber: true,
    cell: opening((one) => kg(one[key]), basis),
  });
  return [
    nameColumn,
    amount('co2_kg', t('costs.co2')),
    amount('measured_kg', t('costs.co2Measured'), 'measured'),
    amount('estimated_kg', t('costs.co2Estimated'), 'estimated'),
    {
      key: 'trips',
      label: t('costs.co2Trips'),
      isNumber: true,
      cell: opening(({ trips }) => formatNumber(trips, locale)),
    },
    {
      key: 'unknown_trips',
      label: t('costs.co2Unknown'),
      isNumber: true,
      cell: opening((one) => formatNumber(one.unknown_trips, locale), 'unknown'),
    },
    {
      key: 'distance',
      label: t('costs.distance'),
      isNumber: true,
      cell: opening(({ distance }) => formatDistance(distance, unit, locale, 0)),
    },
  ];
}

function Totals({
  query: { depot, from, to },
  totals,
}: {
  readonly query: Query;
  readonly totals: Figures['totals'];
}) {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const kg = useKg();
  const link = (text: string, basis?: Basis) => (
    <RecordsLink list="co2-trips" asked={{ fromMonth: from, toMonth: to, depot, basis }}>
      {text}
    </RecordsLink>
  );
  return (
    <FigureTiles
      tiles={[
        [t('costs.co2'), link(kg(totals.co2_kg))],
        [t('costs.co2Measured'), link(kg(totals.measured_kg), 'measured')],
        [t('costs.co2Estimated'), link(kg(totals.estimated_kg), 'estimated')],
        [t('costs.distance'), link(formatDistance(totals.distance, unit, locale, 0))],
      ]}
    />
  );
}

/** The CO2 of trips by month, vehicle, type or depot, with the method by which it is calculated. */
export function CostCo2Screen({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const kg = useKg();
  const asked = useFiguresAsked();
  const { query } = asked;
  const { by } = query;
  const figuresOf = (grouping: Query['by']) => ({
    queryKey: [COSTS_KEY, 'co2', { ...query, by: grouping }],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.costCo2.figures({
        query: {
          ...query,
          by: grouping,
          pageSize: ROWS,
          ordering: grouping === 'month' ? '' : '-co2_kg',
        },
        signal,
      }),
  });
  const read = useQuery(figuresOf(by));
  const months = useQuery(figuresOf('month'));
  const columns = useColumns(query);
  const monthName = useFigureName('month');
  const factor = (value: number) => formatNumber(value, locale, 5);
  return (
    <CostsPage
      tabs={tabs}
      controls={
        <FigureControls
          file={{ path: pathOf('costCo2', 'exportFigures'), stem: 'co2' }}
          asked={asked}
        />
      }
    >
      <div className={look({ flow: 'stack', gap: 3, paddingY: 3, paddingX: 4 })}>
        {read.data !== undefined && <Totals query={query} totals={read.data.totals} />}
        <p className={look({ tone: 'quiet' })}>
          {t('costs.co2Method', {
            diesel: factor(CO2_KG.diesel_l),
            petrol: factor(CO2_KG.petrol_l),
            electricity: factor(CO2_KG.electricity_kwh),
            year: CO2_KG.year,
          })}
        </p>
        {months.data !== undefined && (
          <BarChart
            title={t('costs.co2Chart')}
            heading={t('costs.by.month')}
            empty={t('costs.co2Empty')}
            points={months.data.results}
            labelOf={monthName}
            textOf={kg}
            targetOf={({ key }, basis) =>
              recordsTarget(
                { fromMonth: key, toMonth: key, depot: query.depot, basis },
                'co2-trips',
              )
            }
            series={[
              {
                key: 'measured',
                label: t('costs.co2Measured'),
                tone: 'accent',
                value: ({ measured_kg }) => measured_kg,
              },
              {
                key: 'estimated',
                label: t('costs.co2Estimated'),
                tone: 'hollow',
                value: ({ estimated_kg }) => estimated_kg,
              },
            ]}
          />
        )}
      </div>
      <DataTable
        id={`costs-co2-${by}`}
        label={t('costs.co2Title')}
        columns={columns}
        rows={read.data?.results ?? []}
        keyOf={({ key }) => key}
        state={read}
        empty={{ title: t('costs.co2Empty'), text: t('costs.co2EmptyText') }}
      />
    </CostsPage>
  );
}
