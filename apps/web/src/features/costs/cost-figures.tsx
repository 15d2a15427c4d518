import {
  COST_GROUPINGS,
  COST_KINDS,
  type CostGrouping,
  type DistanceUnit,
  formatDistance,
  formatNumber,
} from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { addMonths, today } from '../../ui/date-range/calendar.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { FormatMenu } from '../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { EntityLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { MonthSelect } from '../../ui/select/month-select.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { DepotChoice } from '../records/records-filters.tsx';
import { CONTROL, COSTS_KEY, type CostFigure, type CostFigures } from './costs.ts';
import { type RecordsAsked, RecordsLink } from './records-link.tsx';
import { useMonthName } from './use-month-name.ts';

const NONE = '–';
const MONTHS = 12;
/** Rows of the table; a larger fleet exports the figures. */
const ROWS = 400;
const UNIT_M: Readonly<Record<DistanceUnit, number>> = { MLS: 1609.344, KMS: 1000 };

type Sums = CostFigures['totals'];

/** The range and grouping in the address. */
function useAsked() {
  const [address, change] = useAddress();
  const { timeZone } = useDisplay().dates;
  const thisMonth = today(timeZone).slice(0, 7);
  const by = COST_GROUPINGS.find((one) => one === address.by) ?? 'month';
  const query = {
    from: address.fromMonth ?? addMonths(`${thisMonth}-01`, 1 - MONTHS).slice(0, 7),
    to: address.toMonth ?? thisMonth,
    by,
    ...(address.depot === undefined ? {} : { depot: Number(address.depot) }),
  };
  return { address, change, query, thisMonth };
}

/** Money for each mile or kilometre. */
function usePerDistance() {
  const money = useMoney();
  const { unit } = useDisplay();
  return ({ total, distance }: Pick<Sums, 'total' | 'distance'>) =>
    distance < UNIT_M[unit] ? NONE : money(total / (distance / UNIT_M[unit]));
}

function useName(by: CostGrouping): (figure: Pick<CostFigure, 'key' | 'name'>) => string {
  const { t } = useTranslation();
  const monthName = useMonthName();
  if (by === 'vehicle_type') return ({ key }) => t(`vehicles.type.${key as 'VAN'}`);
  return by === 'month' ? ({ key }) => monthName(key) : ({ name }) => name;
}

/** What the records of a row are asked by. */
const recordsOf = (
  { by, depot, from, to }: ReturnType<typeof useAsked>['query'],
  { key }: Pick<CostFigure, 'key'>,
): RecordsAsked => ({
  fromMonth: by === 'month' ? key : from,
  toMonth: by === 'month' ? key : to,
  depot,
  ...(by === 'month' ? {} : { [by]: key }),
});

function useColumns(
  query: ReturnType<typeof useAsked>['query'],
  totals: Sums | undefined,
): readonly Column<CostFigure>[] {
  const { by } = query;
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const money = useMoney();
  const nameOf = useName(by);
  const perDistance = usePerDistance();
  const kinds = COST_KINDS.filter((kind) => totals?.amounts[kind] !== undefined);
  return [
    {
      key: 'name',
      label: t(`costs.by.${by}`),
      cell: (one) =>
        by === 'vehicle' || by === 'depot' ? (
          <EntityLink kind={by} id={Number(one.key)}>
            {one.name}
          </EntityLink>
        ) : (
          nameOf(one)
        ),
    },
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
      cell: perDistance,
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
      cell: ({ distance }) => formatDistance(distance, unit, locale, 0),
    },
    {
      key: 'co2',
      label: t('costs.co2'),
      isNumber: true,
      cell: ({ co2_kg }) => (co2_kg === 0 ? NONE : `${formatNumber(co2_kg, locale, 0)} kg`),
    },
  ];
}

function Totals({ totals }: { readonly totals: Sums }) {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const money = useMoney();
  const perDistance = usePerDistance();
  const tiles = [
    [t('costs.total'), money(totals.total)],
    [t(unit === 'MLS' ? 'costs.perMile' : 'costs.perKm'), perDistance(totals)],
    [t('costs.distance'), formatDistance(totals.distance, unit, locale, 0)],
    [t('costs.co2'), `${formatNumber(totals.co2_kg, locale, 0)} kg`],
  ] as const;
  return (
    <dl className={look({ flow: 'row', wrap: true, gap: 3, margin: 0 })}>
      {tiles.map(([label, value]) => (
        <div
          key={label}
          className={look({
            paddingY: 2,
            paddingX: 3,
            ground: 'ground',
            border: 'line',
            radius: 'medium',
          })}
        >
          <dt className={look({ size: 'small', tone: 'quiet' })}>{label}</dt>
          <dd className={look({ margin: 0, size: 'lead', weight: 'strong', numeric: true })}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Controls({ asked }: { readonly asked: ReturnType<typeof useAsked> }) {
  const { t } = useTranslation();
  const { address, change, query, thisMonth } = asked;
  return (
    <div className={look({ flow: 'row', wrap: true, align: 'center', gap: 2 })}>
      <MonthSelect
        className={CONTROL}
        aria-label={t('costs.fromMonth')}
        value={query.from}
        last={thisMonth}
        onMonth={(month) => change({ fromMonth: month })}
      />
      <MonthSelect
        className={CONTROL}
        aria-label={t('costs.toMonth')}
        value={query.to}
        last={thisMonth}
        onMonth={(month) => change({ toMonth: month })}
      />
      <Select
        className={CONTROL}
        aria-label={t('costs.groupBy')}
        value={query.by}
        onChange={({ currentTarget }) => change({ by: currentTarget.value })}
      >
        {COST_GROUPINGS.map((by) => (
          <option key={by} value={by}>
            {t(`costs.groupBy.${by}`)}
          </option>
        ))}
      </Select>
      <DepotChoice className={CONTROL} values={address} change={change} />
      <span className={look({ grow: true })} />
      <FormatMenu
        save={(format) =>
          saveFrom(
            addressOf(pathOf('costs', 'exportFigures'), { query: { ...query, format } }),
            `cost-figures.${format}`,
          )
        }
      />
    </div>
  );
}

/** Costs, distance and CO2 by month, vehicle, type or depot. */
export function CostFiguresScreen({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const money = useMoney();
  const asked = useAsked();
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
  const monthName = useName('month');
  return (
    <div className={look({ flow: 'column', height: 'full', ground: 'surface', overflowY: 'auto' })}>
      <div className={look({ rigid: true })}>{tabs}</div>
      <header className={look({ flow: 'stack', gap: 2, paddingY: 3, paddingX: 4 })}>
        <PageTitle title={t('costs.title')} />
        <Controls asked={asked} />
      </header>
      <div className={look({ flow: 'stack', gap: 3, paddingY: 3, paddingX: 4 })}>
        {data !== undefined && <Totals totals={data.totals} />}
        {months.data !== undefined && (
          <BarChart
            title={t('costs.chart')}
            heading={t('costs.by.month')}
            empty={t('costs.figuresEmpty')}
            points={months.data.results}
            labelOf={monthName}
            textOf={money}
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
    </div>
  );
}
