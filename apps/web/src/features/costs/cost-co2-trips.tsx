import type { AnswerOf, contract } from '@roadworthy/contract';
import {
  formatDateTime,
  formatDistance,
  formatNumber,
  TRIP_CO2_BASES,
  toApiDate,
  VEHICLE_TYPES,
} from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { FixedPager } from '../../ui/data-table/pager.tsx';
import { today } from '../../ui/date-range/calendar.ts';
import { accessOf, destination } from '../../ui/destinations.ts';
import { useDisplay } from '../../ui/display.ts';
import linkStyles from '../../ui/entity-link/entity-link.module.css';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { look } from '../../ui/look/look.ts';
import { useAddress } from '../../ui/use-address.ts';
import { Choice } from '../records/records-filters.tsx';
import { RecordsControls } from './cost-records-controls.tsx';
import { COSTS_KEY } from './costs.ts';
import { CostsPage } from './costs-page.tsx';

type Trip = AnswerOf<typeof contract.costCo2.trips>['results'][number];

const PAGE = 50;
const NONE = '–';

function useColumns(): readonly Column<Trip>[] {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  const { current } = useSession();
  const trace = destination('trace');
  const mayTrace = may(current, accessOf(trace));
  return [
    {
      key: 'started_at',
      label: t('costs.co2Started'),
      cell: (one) => {
        const text = formatDateTime(Date.parse(one.started_at), dates);
        if (!mayTrace) return text;
        return (
          <Link
            className={linkStyles.link}
            to={trace.path}
            search={{
              vehicleId: one.vehicle.id,
              startDate: one.started_at,
              endDate: toApiDate(Date.parse(one.ended_at), dates.timeZone),
            }}
          >
            {text}
          </Link>
        );
      },
    },
    {
      key: 'vehicle',
      label: t('costs.vehicle'),
      cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
    },
    {
      key: 'distance',
      label: t('costs.distance'),
      isNumber: true,
      cell: ({ distance }) => formatDistance(distance, unit, locale, 1),
    },
    {
      key: 'fuel',
      label: t('costs.co2Fuel'),
      isNumber: true,
      cell: ({ fuel_used: litres }) =>
        litres === null ? NONE : `${formatNumber(litres, locale, 2)} L`,
    },
    {
      key: 'co2',
      label: t('costs.co2'),
      isNumber: true,
      cell: ({ co2_kg: kg }) => (kg === null ? NONE : `${formatNumber(kg, locale, 2)} kg`),
    },
    {
      key: 'basis',
      label: t('costs.co2Basis'),
      cell: ({ basis }) => t(`costs.co2Basis.${basis}`),
    },
  ];
}

/** The trips behind a figure of CO2. */
export function CostCo2TripsScreen({ tabs }: { readonly tabs: React.ReactNode }) {
  const { t } = useTranslation();
  const [address, change] = useAddress();
  const { dates, locale, unit } = useDisplay();
  const thisMonth = today(dates.timeZone).slice(0, 7);
  const page = Number(address.page ?? 1);
  const basis = TRIP_CO2_BASES.find((one) => one === address.basis);
  const type = VEHICLE_TYPES.find((one) => one === address.vehicle_type);
  const query = {
    from: address.fromMonth ?? thisMonth,
    to: address.toMonth ?? thisMonth,
    ...(address.vehicle === undefined ? {} : { vehicle: Number(address.vehicle) }),
    ...(address.depot === undefined ? {} : { depot: Number(address.depot) }),
    ...(type === undefined ? {} : { vehicle_type: type }),
    ...(basis === undefined ? {} : { basis }),
  };
  const read = useQuery({
    queryKey: [COSTS_KEY, 'co2-trips', query, page],
    queryFn: ({ signal }) =>
      api.costCo2.trips({ query: { ...query, page, pageSize: PAGE }, signal }),
  });
  const columns = useColumns();
  const asked = { address, change, query, thisMonth };
  return (
    <CostsPage
      tabs={tabs}
      controls={
        <RecordsControls
          file={{ path: pathOf('costCo2', 'exportTrips'), stem: 'co2-trips' }}
          asked={asked}
        >
          {(bound) => (
            <Choice
              {...bound}
              name="basis"
              label={t('costs.co2Basis')}
              all={t('costs.co2AnyBasis')}
              options={TRIP_CO2_BASES.map((value) => ({
                value,
                label: t(`costs.co2Basis.${value}`),
              }))}
            />
          )}
        </RecordsControls>
      }
    >
      <p role="status" className={look({ paddingX: 4, weight: 'strong' })}>
        {read.data !== undefined &&
          t('costs.co2TripsTotal', {
            count: read.data.count,
            distance: formatDistance(read.data.distance, unit, locale, 0),
            kg: formatNumber(read.data.co2_kg, locale, 0),
          })}
      </p>
      <DataTable
        id="co2-trips"
        label={t('costs.co2Trips')}
        columns={columns}
        rows={read.data?.results ?? []}
        keyOf={({ id }) => id}
        state={read}
        empty={{ title: t('costs.co2Empty'), text: t('costs.co2EmptyText') }}
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
