import { ASSET_KINDS, VEHICLE_TYPES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { DepotLink, EntityLink } from '../../ui/entity-link/entity-link.tsx';
import { missing } from '../../ui/field/required.ts';
import { cx, look } from '../../ui/look/look.ts';
import type { Resource, ResourceColumn } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { VehicleTypeIcon } from '../../ui/vehicle-type-icon.tsx';
import { RequestPositionsDialog } from '../device-commands/request-positions-dialog.tsx';
import { BulkDialog } from './bulk-dialog.tsx';
import styles from './vehicles.module.css';
import {
  plateFaults,
  type Vehicle,
  type VehicleDraft,
  vehicleBody,
  vehicleDraft,
} from './vehicles.ts';
import { VehicleFields } from './vehicles-fields.tsx';
import { Fittings } from './vehicles-fittings.tsx';

type Vehicles = Resource<Vehicle, VehicleDraft>;

const NONE = '–';
const COMMAND = { kind: 'module', anyOf: ['Device Commands'], write: true } as const;

function useColumns(): readonly ResourceColumn<Vehicle>[] {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  return useMemo(() => {
    const owner: ResourceColumn<Vehicle> = {
      key: 'customer',
      label: t('organisation.customer'),
      cell: ({ names }) => names.customer,
    };
    return [
      {
        key: 'registration',
        label: t('vehicles.registration'),
        isOrdered: true,
        cell: (vehicle) => (
          <span
            className={cx(
              look({ flow: 'inlineRow', align: 'center', gap: 2, nowrap: true }),
              styles.vehicleCell,
            )}
          >
            <VehicleTypeIcon vehicle={{ type: vehicle.type }} />
            {vehicle.registration}
          </span>
        ),
      },
      {
        key: 'type',
        label: t('vehicles.typeLabel'),
        isOrdered: true,
        cell: ({ type }) => t(`vehicles.type.${type}`),
      },
      {
        key: 'kind',
        label: t('vehicles.kindLabel'),
        cell: ({ kind }) => t(`vehicles.kind.${kind}`),
      },
      {
        key: 'manufacturer_model',
        label: t('vehicles.model'),
        isOrdered: true,
        cell: ({ manufacturer_model: model }) => model?.name ?? NONE,
      },
      { key: 'vin', label: t('vehicles.vin'), isOrdered: true, cell: ({ vin }) => vin ?? NONE },
      ...(seesAll ? [owner] : []),
      {
        key: 'depots',
        label: t('vehicles.depots'),
        cell: ({ vehicle_groups: ids, names }) =>
          ids.length === 0
            ? NONE
            : ids.map((id, n) => (
                <span key={id}>
                  {n > 0 && ', '}
                  <DepotLink depot={{ id, name: names.vehicle_groups[n] ?? '' }} />
                </span>
              )),
      },
      {
        key: 'driver',
        label: t('vehicles.driver'),
        cell: ({ driver, names }) =>
          driver === null ? (
            NONE
          ) : (
            <EntityLink kind="driver" id={driver}>
              {names.driver}
            </EntityLink>
          ),
      },
      {
        key: 'tracker',
        label: t('vehicles.trackers'),
        cell: ({ trackers }) => trackers.map(({ tracker }) => tracker).join(', ') || NONE,
      },
    ];
  }, [t, seesAll]);
}

const Filters: NonNullable<Vehicles['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  const { data: depots = [] } = useQuery({
    queryKey: ['vehicle-choices', 'depots'],
    queryFn: ({ signal }) => api.vehicleFile.depots({ signal }),
  });
  return (
    <>
      <Select
        aria-label={t('vehicles.typeLabel')}
        value={values.type ?? ''}
        onChange={({ currentTarget }) => change({ type: currentTarget.value || undefined })}
      >
        <option value="">{t('vehicles.anyType')}</option>
        {VEHICLE_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(`vehicles.type.${type}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('vehicles.kindLabel')}
        value={values.kind ?? ''}
        onChange={({ currentTarget }) => change({ kind: currentTarget.value || undefined })}
      >
        <option value="">{t('vehicles.anyKind')}</option>
        {ASSET_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {t(`vehicles.kind.${kind}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('vehicles.depot')}
        value={values.depot ?? ''}
        onChange={({ currentTarget }) => change({ depot: currentTarget.value || undefined })}
      >
        <option value="">{t('vehicles.anyDepot')}</option>
        {depots.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
};

/** The devices of the vehicle and their fitting dates. */
function Details({ one }: { readonly one: Vehicle }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery({
    queryKey: ['vehicle', 'fittings', one.id],
    queryFn: ({ signal }) => api.vehicles.fittings({ params: { id: one.id }, signal }),
  });
  return (
    <>
      <p>
        <EntityLink kind="vehicle" id={one.id}>
          {t('page.open')}
        </EntityLink>
      </p>
      <Fittings
        title={t('vehicles.fittings')}
        fittings={data.map((row) => ({
          ...row,
          key: `${row.tracker} ${row.fitted_at}`,
          name: row.number,
        }))}
      />
    </>
  );
}

function useVehicles(): Vehicles {
  const { t } = useTranslation();
  const columns = useColumns();
  const mayCommand = may(useSession().current, COMMAND);
  return useMemo(
    () => ({
      kind: 'vehicle',
      texts: 'vehicles',
      list: (query, signal) => api.vehicles.list({ query: query as object, signal }),
      read: (id, signal) => api.vehicles.read({ params: { id }, signal }),
      nameOf: ({ registration }) => registration,
      columns,
      form: {
        draftOf: vehicleDraft,
        Fields: VehicleFields,
        check: (draft, words) => ({
          ...missing(draft, ['registration'], words),
          ...plateFaults(draft, words),
        }),
        save: (draft, one) =>
          one === null
            ? api.vehicles.create({ body: vehicleBody(draft) })
            : api.vehicles.change({ params: { id: one.id }, body: vehicleBody(draft) }),
      },
      Details,
      archive: {
        change: (ids, archived) => api.vehicles.archive({ body: { ids: [...ids], archived } }),
        text: t('vehicles.archiveText'),
      },
      bulk: [
        { key: 'change', label: t('vehicles.change'), Dialog: BulkDialog },
        ...(mayCommand
          ? [
              {
                key: 'positions',
                label: t('deviceCommands.requestPositions'),
                Dialog: RequestPositionsDialog,
              },
            ]
          : []),
      ],
      filters: { names: ['type', 'kind', 'depot'], Controls: Filters },
      exportAddress: (query) => addressOf(pathOf('vehicles', 'exportList'), { query }),
    }),
    [t, columns, mayCommand],
  );
}

/** Screen /administration/vehicles (requirements O-17, O-P04). */
export function VehiclesScreen() {
  return <ResourceScreen resource={useVehicles()} />;
}
