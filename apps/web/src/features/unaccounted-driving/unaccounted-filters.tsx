import { UNACCOUNTED_FILTERS, UNACCOUNTED_STATES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { type Bound, Choice, DepotChoice, PeriodFilter } from '../records/records-filters.tsx';
import { DOWNLOADS_KEY, ownerOf } from '../tachograph-downloads/tachograph-downloads.ts';

/** Names of the filters in the address and in the query of the call. */
export const FILTERS = [
  'kind',
  'state',
  'vehicle',
  'driver',
  'depot',
  'least_km',
  'least_minutes',
  'from',
  'to',
] as const;

const LEAST = { least_km: [1, 5, 10, 50, 100], least_minutes: [5, 15, 30, 60, 120] } as const;
/** As many as a call answers; the search finds the others. */
const MOST = 400;

/** The vehicles or drivers with a tachograph, which are all that can have gaps. */
function useOwners(kind: 'driver_card' | 'vehicle_unit') {
  const { data } = useQuery({
    queryKey: [DOWNLOADS_KEY, 'owners', kind],
    queryFn: ({ signal }) =>
      api.tachographDownloads.list({ query: { kind, pageSize: MOST }, signal, quiet: true }),
  });
  return (data?.results ?? [])
    .flatMap((row) => {
      const id = (row.driver ?? row.vehicle)?.id;
      return id === undefined ? [] : [{ value: String(id), label: ownerOf(row) }];
    })
    .sort((one, other) => one.label.localeCompare(other.label));
}

/** The filters of the list. */
export function UnaccountedFilters(bound: Bound) {
  const { t } = useTranslation();
  const vehicles = useOwners('vehicle_unit');
  const drivers = useOwners('driver_card');
  return (
    <>
      <Choice
        {...bound}
        name="kind"
        label={t('unaccounted.kind')}
        all={t('unaccounted.anyKind')}
        options={UNACCOUNTED_FILTERS.map((value) => ({
          value,
          label: t(`unaccounted.kind.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="state"
        label={t('unaccounted.state')}
        all={t('unaccounted.anyState')}
        options={UNACCOUNTED_STATES.map((value) => ({
          value,
          label: t(`unaccounted.state.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="vehicle"
        label={t('unaccounted.vehicle')}
        all={t('unaccounted.anyVehicle')}
        options={vehicles}
      />
      <Choice
        {...bound}
        name="driver"
        label={t('unaccounted.driver')}
        all={t('unaccounted.anyDriver')}
        options={drivers}
      />
      <DepotChoice {...bound} />
      {(['least_km', 'least_minutes'] as const).map((name) => (
        <Choice
          key={name}
          {...bound}
          name={name}
          label={t(`unaccounted.${name}`)}
          all={t(`unaccounted.${name}Any`)}
          options={LEAST[name].map((value) => ({
            value: String(value),
            label: t(`unaccounted.${name}Value`, { value }),
          }))}
        />
      ))}
      <PeriodFilter {...bound} />
    </>
  );
}
