import { TYRE_PLACE_KINDS } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { BarChart } from '../../ui/chart/bar-chart.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useOrdered } from '../../ui/data-table/order.ts';
import { DateFilter } from '../../ui/date-field/date-field.tsx';
import { useMoney } from '../../ui/display.ts';
import { FormatMenu } from '../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { look } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Choice, DepotChoice } from '../records/records-filters.tsx';
import { useTyreCostColumns } from './tyre-cost-columns.tsx';
import { TyresBehind } from './tyre-cost-tyres.tsx';
import {
  type AskedTyreCosts,
  type TyreCosts,
  useAskedTyreCosts,
  useTyreCostTexts,
} from './tyre-costs.ts';
import { TYRES_KEY } from './tyres.ts';

const NONE: TyreCosts['results'] = [];

/** Notes on figures that are about a part of the tyres only. */
const NOTES = ['without_purchase_day', 'without_cost', 'without_distance'] as const;

function Controls({
  asked,
  data,
}: {
  readonly asked: AskedTyreCosts;
  readonly data?: TyreCosts | undefined;
}) {
  const { t } = useTranslation();
  const { address, change, query } = asked;
  const bound = { values: address, change };
  const names = (list: readonly string[] = []) => list.map((value) => ({ value, label: value }));
  return (
    <div className={look({ flow: 'row', wrap: true, align: 'center', gap: 2 })}>
      <DateFilter
        label={t('tyres.costs.from')}
        value={query.from}
        onChange={(day) => change({ fromDay: day || undefined })}
      />
      <DateFilter
        label={t('tyres.costs.to')}
        value={query.to}
        onChange={(day) => change({ toDay: day || undefined })}
      />
      <DepotChoice {...bound} />
      <Choice
        {...bound}
        name="place"
        label={t('tyres.costs.place')}
        all={t('tyres.costs.anyPlace')}
        options={TYRE_PLACE_KINDS.map((value) => ({
          value,
          label: t(`tyres.costs.place.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="make"
        label={t('tyres.field.make')}
        all={t('tyres.costs.anyMake')}
        options={names(data?.makes)}
      />
      <Choice
        {...bound}
        name="size"
        label={t('tyres.field.size')}
        all={t('tyres.costs.anySize')}
        options={names(data?.sizes)}
      />
      <span className={look({ grow: true })} />
      <FormatMenu
        save={(format) =>
          saveFrom(
            addressOf(pathOf('tyreCosts', 'export'), { query: { ...query, format } }),
            `tyre-costs.${format}`,
          )
        }
      />
    </div>
  );
}

/** The address without what is not set. */
const addressSearch = (address: AskedTyreCosts['address']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).flatMap(([name, value]): [string, string][] =>
      value === undefined || name === 'rowModel' || name === 'cause' ? [] : [[name, value]],
    ),
  );

/** How the figures are calculated, and what they leave out. */
function Formulas({ data }: { readonly data: TyreCosts }) {
  const { t } = useTranslation();
  const texts = useTyreCostTexts();
  const { totals } = data;
  return (
    <>
      <ul className={look({ margin: 0 })}>
        {NOTES.filter((note) => totals[note] > 0).map((note) => (
          <li key={note}>{t(`tyres.costs.note.${note}`, { count: totals[note] })}</li>
        ))}
        {data.fittings_by_depot_today > 0 && (
          <li>{t('tyres.costs.note.depot', { count: data.fittings_by_depot_today })}</li>
        )}
      </ul>
      <details>
        <summary>{t('tyres.costs.formulas')}</summary>
        <ul>
          {(['run', 'wear', 'perMm', 'cost', 'perThousand', 'bought', 'depot'] as const).map(
            (key) => (
              <li key={key}>{t(`tyres.costs.formula.${key}`, { distance: texts.thousand })}</li>
            ),
          )}
        </ul>
      </details>
    </>
  );
}

/** Distance, wear and cost of tyres by make and model, with the tyres behind each figure. */
export function TyreCostsReport({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const money = useMoney();
  const texts = useTyreCostTexts();
  const asked = useAskedTyreCosts();
  const { query } = asked;
  const read = useQuery({
    queryKey: [TYRES_KEY, 'costs', query],
    queryFn: ({ signal }) => api.tyreCosts.report({ query, signal }),
  });
  const { data } = read;
  const columns = useTyreCostColumns(asked);
  const order = asked.address.order ?? '';
  const rows = useOrdered(data?.results ?? NONE, columns, order);
  return (
    <div className={look({ flow: 'column', height: 'full', ground: 'surface', overflowY: 'auto' })}>
      <div className={look({ rigid: true })}>{tabs}</div>
      <header className={look({ flow: 'stack', gap: 2, paddingY: 3, paddingX: 4 })}>
        <PageTitle title={t('tyres.costs.title')} />
        <Controls asked={asked} data={data} />
      </header>
      <TyresBehind asked={asked} />
      {data !== undefined && (
        <div className={look({ flow: 'stack', gap: 3, paddingY: 3, paddingX: 4 })}>
          <BarChart
            title={t('tyres.costs.chart', { distance: texts.thousand })}
            heading={t('tyres.tyre')}
            empty={t('tyres.costs.chartEmpty')}
            points={data.results.filter(({ cost_per_m }) => cost_per_m !== null)}
            labelOf={({ make, model }) => [make, model].filter(Boolean).join(' ')}
            textOf={money}
            targetOf={({ make, model }) => ({
              to: '/tyres',
              search: {
                ...addressSearch(asked.address),
                figure: 'worn',
                rowMake: make,
                ...(model === '' ? {} : { rowModel: model }),
              },
            })}
            series={[
              {
                key: 'cost',
                label: t('tyres.costs.perThousand', { distance: texts.thousand }),
                tone: 'accent',
                value: ({ cost_per_m: cost }) => (cost ?? 0) * texts.thousandM,
              },
            ]}
          />
          <Formulas data={data} />
        </div>
      )}
      <DataTable
        id="tyre-costs"
        label={t('tyres.costs.title')}
        columns={columns}
        rows={rows}
        order={order}
        onOrder={(next) => asked.change({ order: next === '' ? undefined : next })}
        keyOf={({ make, model }) => `${make} ${model}`}
        state={read}
        empty={{ title: t('tyres.costs.empty'), text: t('tyres.costs.emptyText') }}
      />
    </div>
  );
}
