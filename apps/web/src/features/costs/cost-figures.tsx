import { COST_KINDS, type DistanceUnit, formatDistance, formatNumber } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api, pathOf } from '../../api/client.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { look } from '../../ui/look/look.ts';
import {
  FigureControls,
  FigureTiles,
  useFigureName,
  useFiguresAsked,
  useNameColumn,
} from './cost-figures-controls.tsx';
import { COSTS_KEY, type CostFigure, type CostFigures } from './costs.ts';
import { CostsPage } from './costs-page.tsx';
import { type RecordsAsked, RecordsLink, recordsTarget } from './records-link.tsx';

const NONE = '–';
/** Rows of the table; a larger fleet exports the figures. */
const ROWS = 400;
const UNIT_M: Readonly<Record<DistanceUnit, number>> = { MLS: 1609.344, KMS: 1000 };

type Query = ReturnType<typeof useFiguresAsked>['query'];
type Sums = CostFigures['totals'];

/** Money for each mile or kilometre. */
function usePerDistance() {
  const money = useMoney();
  const { unit } = useDisplay();
  return ({ total, distance }: Pick<Sums, 'total' | 'distance'>) =>
    distance < UNIT_M[unit] ? NONE : money(total / (distance / UNIT_M[unit]));
}

/** What the records of a row are asked by. */
const recordsOf = (
  { by, depot, from, to }: Query,
  { key }: Pick<CostFigure, 'key'>,
): RecordsAsked => ({
  fromMonth: by === 'month' ? key : from,
  toMonth: by === 'month' ? key : to,
  depot,
  ...(by === 'month' ? {} : { [by]: key }),
});

function useColumns(query: Query, totals: Sums | undefined): readonly Column<CostFigure>[] {
  const { by } = query;
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const money = useMoney();
  const nameColumn = useNameColumn(by);
  const perDistance = usePerDistance();
  const kinds = COST_KINDS.filter((kind) => totals?.amounts[kind] !== undefined);
  return [
    nameColumn,
    {
      key: 'total',
      label: t('costs.total'),
      isNumber: true,
      cell: (one) => (
        <RecordsLink asked={recordsOf(query, one)}>
          <strong>{money(one.total)}</strong>
        </RecordsLink>
      ),
    },
    {
      key: 'perDistance',
      label: t(unit === 'MLS' ? 'costs.perMile' : 'costs.perKm'),
      isNumber: true,
      cell: (one) => <RecordsLink asked={recordsOf(query, one)}>{perDistance(one)}</RecordsLink>,
    },
    ...kinds.map(
      (kind): Column<CostFigure> => ({
        key: kind,
        label: t(`costs.kind.${kind}`),
        isNumber: true,
        cell: (one) =>
          one.amounts[kind] === undefined ? (
            NONE
          ) : (
            <RecordsLink asked={{ ...recordsOf(query, one), kind }}>
              {money(one.amounts[kind])}
            </RecordsLink>
          ),
      }),
    ),
    {
      key: 'distance',
      label: t('costs.distance'),
      isNumber: true,
      cell: (one) => (
        <RecordsLink list="co2-trips" asked={recordsOf(query, one)}>
          {formatDistance(one.distance, unit, locale, 0)}
        </RecordsLink>
      ),
    },
    {
      key: 'co2',
      label: t('costs.co2'),
      isNumber: true,
      cell: (one) =>
        one.co2_kg === 0 ? (
          NONE
        ) : (
          <RecordsLink asked={{ ...recordsOf(query, one), kind: 'fuel' }}>
            {`${formatNumber(one.co2_kg, locale, 0)} kg`}
          </RecordsLink>
        ),
    },
  ];
}

function Totals({ query, totals }: { readonly query: Query; readonly totals: Sums }) {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const money = useMoney();
  const perDistance = usePerDistance();
  const asked = { fromMonth: query.from, toMonth: query.to, depot: query.depot };
  const link = (text: string) => <RecordsLink asked={asked}>{text}</RecordsLink>;
  const tiles = [
    [t('costs.total'), link(money(totals.total))],
    [t(unit === 'MLS' ? 'costs.perMile' : 'costs.perKm'), link(perDistance(totals))],
    [
      t('costs.distance'),
      <RecordsLink key="distance" list="co2-trips" asked={asked}>
        {formatDistance(totals.distance, unit, locale, 0)}
      </RecordsLink>,
    ],
    [
      t('costs.co2'),
      <RecordsLink key="co2" asked={{ ...asked, kind: 'fuel' }}>
        {`${formatNumber(totals.co2_kg, locale, 0)} kg`}
      </RecordsLink>,
    ],
  ] as const;
  return <FigureTiles tiles={tiles} />;
}

/** Costs, distance and CO2 by month, vehicle, type or depot. */
export function CostFiguresScreen({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const money = useMoney();
  const asked = useFiguresAsked();
  const { query } = asked;
  const { by } = query;
  const read = useQuery({
    queryKey: [COSTS_KEY, 'figures', query],
    queryFn: ({ signal }) =>
      api.costs.figures({
        query: {
          ...query,
          pageSize: ROWS,
          ordering: by === 'month' ? '' : '-total',
        },
        signal,
      }),
  });
  const months = useQuery({
    queryKey: [COSTS_KEY, 'figures', { ...query, by: 'month' }],
    queryFn: ({ signal }) =>
      api.costs.figures({ query: { ...query, by: 'month', pageSize: ROWS, ordering: '' }, signal }),
  });
  const { data } = read;
  const columns = useColumns(query, data?.totals);
  const monthName = useFigureName('month');
  return (
    <CostsPage
      tabs={tabs}
      controls={
        <FigureControls
          file={{ path: pathOf('costs', 'exportFigures'), stem: 'cost-figures' }}
          asked={asked}
        />
      }
    >
      <div className={look({ flow: 'stack', gap: 3, paddingY: 3, paddingX: 4 })}>
        {data !== undefined && <Totals query={query} totals={data.totals} />}
        {months.data !== undefined && (
          <BarChart
            title={t('costs.chart')}
            heading={t('costs.by.month')}
            empty={t('costs.figuresEmpty')}
            points={months.data.results}
            labelOf={monthName}
            textOf={money}
            targetOf={({ key }) =>
              recordsTarget({ fromMonth: key, toMonth: key, depot: query.depot })
            }
            series={[
              {
                key: 'total',
                label: t('costs.total'),
                tone: 'accent',
                value: ({ total }) => total,
              },
            ]}
          />
        )}
      </div>
      <DataTable
        id={`costs-${by}`}
        label={t('costs.figures')}
        columns={columns}
        rows={data?.results ?? []}
        keyOf={({ key }) => key}
        state={read}
        empty={{ title: t('costs.figuresEmpty'), text: t('costs.figuresEmptyText') }}
      />
    </CostsPage>
  );
}
