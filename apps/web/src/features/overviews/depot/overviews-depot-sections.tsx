import type { AnswerOf, contract } from '@roadworthy/contract';
import { VEHICLE_STATES } from '@roadworthy/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import type { Column } from '../../../ui/data-table/order.ts';
import { useDisplay } from '../../../ui/display.ts';
import { DriverLink, VehicleLink } from '../../../ui/entity-link/entity-link.tsx';
import { placeText } from '../../../ui/known-text.ts';
import { useAddress } from '../../../ui/use-address.ts';
import { Choice } from '../../records/records-filters.tsx';
import { SECTION_PAGE, SectionList, SectionPages, StatusText } from '../overviews-parts.tsx';

type VehicleRow = AnswerOf<typeof contract.overviews.depotVehicles>['results'][number];
type DriverRow = AnswerOf<typeof contract.overviews.depotDrivers>['results'][number];
type UserRow = AnswerOf<typeof contract.users.forGroup>['results'][number];

const NONE = '–';

/** The vehicles of a depot with their states, all or those of one state. */
export function DepotVehicles({
  id,
  hasStates,
}: {
  readonly id: number;
  readonly hasStates: boolean;
}) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const [address, setAddress] = useAddress();
  const state = hasStates ? VEHICLE_STATES.find((one) => one === address.state) : undefined;
  const page = Number(address.page) || 1;
  const list = useQuery({
    queryKey: ['overview', 'depot', id, 'vehicles', state, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.overviews.depotVehicles({
        params: { id },
        query: { page, pageSize: SECTION_PAGE, ...(state === undefined ? {} : { state }) },
        signal,
      }),
  });
  const columns: readonly Column<VehicleRow>[] = [
    {
      key: 'vehicle',
      label: t('page.vehicle'),
      cell: (vehicle) => <VehicleLink vehicle={vehicle} />,
    },
    { key: 'type', label: t('vehicles.typeLabel'), cell: ({ type }) => t(`vehicles.type.${type}`) },
    {
      key: 'status',
      label: t('page.status'),
      cell: ({ status }) => (status === null ? NONE : <StatusText status={status} />),
    },
    {
      key: 'address',
      label: t('page.address'),
      cell: ({ status }) => (status?.address == null ? NONE : placeText(status.address, t, locale)),
    },
    {
      key: 'driver',
      label: t('page.driver'),
      cell: ({ driver }) => (driver === null ? NONE : <DriverLink driver={driver} />),
    },
  ];
  return (
    <>
      <SectionList
        title={t('page.vehicles')}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={(row) => row.id}
        query={list}
        empty={
          state === undefined
            ? { title: t('page.noVehicles'), text: t('page.noVehiclesText') }
            : { title: t('page.noVehiclesInState'), text: t('page.noVehiclesInStateText') }
        }
        filter={
          hasStates && (
            <Choice
              name="state"
              label={t('page.status')}
              all={t('page.anyStatus')}
              options={VEHICLE_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
              values={{ state }}
              change={(changes) => setAddress({ ...changes, page: undefined })}
            />
          )
        }
      />
      <SectionPages
        page={page}
        count={list.data?.count ?? 0}
        onPage={(next) => setAddress({ page: next === 1 ? undefined : String(next) })}
      />
    </>
  );
}

/** The drivers who are assigned to vehicles of a depot. */
export function DepotDrivers({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['overview', 'depot', id, 'drivers', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.overviews.depotDrivers({
        params: { id },
        query: { page, pageSize: SECTION_PAGE },
        signal,
      }),
  });
  const columns: readonly Column<DriverRow>[] = [
    { key: 'driver', label: t('page.driver'), cell: (driver) => <DriverLink driver={driver} /> },
    {
      key: 'vehicle',
      label: t('page.vehicle'),
      cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
    },
  ];
  return (
    <>
      <SectionList
        title={t('page.drivers')}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={(row) => `${row.id} ${row.vehicle.id}`}
        query={list}
        empty={{ title: t('page.noDrivers'), text: t('page.noDriversText') }}
      />
      <SectionPages page={page} count={list.data?.count ?? 0} onPage={setPage} />
    </>
  );
}

/** The people who can see a depot. */
export function DepotUsers({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['overview', 'depot', id, 'users', page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.users.forGroup({ query: { vehicle_group: id, page, pageSize: SECTION_PAGE }, signal }),
  });
  const columns: readonly Column<UserRow>[] = [
    {
      key: 'name',
      label: t('page.user'),
      cell: ({ first_name: first, last_name: last }) => `${first} ${last}`,
    },
  ];
  return (
    <>
      <SectionList
        title={t('page.users')}
        more={{ label: t('page.allUsers'), to: '/administration/users' }}
        columns={columns}
        rows={list.data?.results ?? []}
        keyOf={(row) => row.id}
        query={list}
        empty={{ title: t('page.noUsers'), text: t('page.noUsersText') }}
      />
      <SectionPages page={page} count={list.data?.count ?? 0} onPage={setPage} />
    </>
  );
}
