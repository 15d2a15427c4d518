import { COST_KINDS, type CostKind, type CostSource, formatDate } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, pathOf } from '../../api/client.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { FixedPager } from '../../ui/data-table/pager.tsx';
import { today } from '../../ui/date-range/calendar.ts';
import { useDisplay, useMoney } from '../../ui/display.ts';
import linkStyles from '../../ui/entity-link/entity-link.module.css';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import { useAddress } from '../../ui/use-address.ts';
import { Choice } from '../records/records-filters.tsx';
import { RecordsControls } from './cost-records-controls.tsx';
import { COSTS_KEY, type CostRecord } from './costs.ts';
import { CostsPage } from './costs-page.tsx';

const PAGE = 50;

/** Where a record is shown. */
const PLACES: Readonly<Record<CostSource, (id: string) => { to: string; search: object }>> = {
  entry: (open) => ({ to: '/costs', search: { open } }),
  plan: (open) => ({ to: '/costs', search: { list: 'plans', open } }),
  defect: (open) => ({ to: '/defects', search: { open } }),
  work_order: (open) => ({ to: '/work-orders', search: { open } }),
  tyre: (open) => ({ to: '/tyres', search: { open } }),
};

function useColumns(): readonly Column<CostRecord>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  return [
    {
      key: 'record',
      label: t('costs.record'),
      cell: ({ id, name, source }) => {
        const { search, to } = PLACES[source](String(id));
        return (
          <Link className={linkStyles.link} to={to as string} search={search as never}>
            {name === '' ? t(`costs.source.${source}`) : `${t(`costs.source.${source}`)}: ${name}`}
          </Link>
        );
      },
    },
    {
      key: 'vehicle',
      label: t('costs.vehicle'),
      cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
    },
    { key: 'kind', label: t('costs.category'), cell: ({ kind }) => t(`costs.kind.${kind}`) },
    {
      key: 'day',
      label: t('costs.day'),
      cell: ({ day }) => formatDate(Date.parse(day), { ...dates, timeZone: 'UTC' }),
    },
    {
      key: 'amount',
      label: t('costs.counted'),
      isNumber: true,
      cell: ({ amount }) => money(amount),
    },
  ];
}

function useAsked() {
  const [address, change] = useAddress();
  const { timeZone } = useDisplay().dates;
  const thisMonth = today(timeZone).slice(0, 7);
  const query = {
    from: address.fromMonth ?? thisMonth,
    to: address.toMonth ?? thisMonth,
    ...(address.kind === undefined ? {} : { kind: address.kind as CostKind }),
    ...(address.vehicle === undefined ? {} : { vehicle: Number(address.vehicle) }),
    ...(address.depot === undefined ? {} : { depot: Number(address.depot) }),
    ...(address.vehicle_type === undefined ? {} : { vehicle_type: address.vehicle_type as 'VAN' }),
  };
  return { address, change, query, thisMonth };
}

/** The records behind a figure; their amounts add up to it. */
export function CostRecordsScreen({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const money = useMoney();
  const asked = useAsked();
  const { address, change, query } = asked;
  const page = Number(address.page ?? 1);
  const read = useQuery({
    queryKey: [COSTS_KEY, 'records', query, page],
    queryFn: ({ signal }) =>
      api.costs.records({ query: { ...query, page, pageSize: PAGE, ordering: '-amount' }, signal }),
  });
  const columns = useColumns();
  return (
    <CostsPage
      tabs={tabs}
      controls={
        <RecordsControls
          file={{ path: pathOf('costs', 'exportRecords'), stem: 'cost-records' }}
          asked={asked}
        >
          {(bound) => (
            <Choice
              {...bound}
              name="kind"
              label={t('costs.category')}
              all={t('costs.anyCategory')}
              options={COST_KINDS.map((value) => ({ value, label: t(`costs.kind.${value}`) }))}
            />
          )}
        </RecordsControls>
      }
    >
      <p role="status" className={look({ paddingX: 4, weight: 'strong' })}>
        {read.data === undefined
          ? ''
          : t('costs.recordsTotal', { count: read.data.count, total: money(read.data.total) })}
      </p>
      <DataTable
        id="cost-records"
        label={t('costs.records')}
        columns={columns}
        rows={read.data?.results ?? []}
        keyOf={({ id, source }) => `${source} ${id}`}
        state={read}
        empty={{ title: t('costs.figuresEmpty'), text: t('costs.figuresEmptyText') }}
      />
      <FixedPager
        page={page}
        pageSize={PAGE}
        count={read.data?.count ?? 0}
        onPage={(next) => change({ page: String(next) })}
      />
    </CostsPage>
  );
}
