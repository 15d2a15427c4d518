import type { contract, RequestOf } from '@roadworthy/contract';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { EntityLink } from '../../ui/entity-link/entity-link.tsx';
import { missing } from '../../ui/field/required.ts';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import type { Resource, ResourceColumn, ResourceForm } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useCustomerColumn } from '../customers/customer-column.ts';
import {
  type DepotDraft,
  depotBody,
  depotDraft,
  type ListedGroup,
  type RegionDraft,
  regionBody,
  regionDraft,
  type VehicleGroup,
} from './depots.ts';
import { DepotFields, RegionFields, useRegions } from './depots-fields.tsx';
import { MoveDialog } from './move-dialog.tsx';

type Depots = Resource<ListedGroup, DepotDraft, VehicleGroup>;
type Regions = Resource<ListedGroup, RegionDraft, VehicleGroup>;

/** Common fields of depots and regions. */
function callsOf(isRegion: boolean) {
  const kind = isRegion ? ('true' as const) : ('false' as const);
  return {
    list: (query: object, signal: AbortSignal) =>
      api.depots.list({ query: { ...query, is_region: kind, brief: 'true' }, signal }),
    read: (id: number, signal: AbortSignal) => api.depots.read({ params: { id }, signal }),
    nameOf: ({ name }: { readonly name: string }) => name,
    archive: {
      change: (ids: readonly number[], archived: boolean) =>
        api.depots.archive({ body: { ids: [...ids], archived } }),
    },
    importKind: isRegion ? ('region' as const) : ('depot' as const),
    exportAddress: (query: object) =>
      addressOf(pathOf('depots', 'exportList'), { query: { ...query, is_region: kind } }),
  };
}

/** Form of a depot or region. */
function formOf<Draft extends { readonly name: string }>(
  draftOf: (one: VehicleGroup | null) => Draft,
  Fields: ResourceForm<Draft, VehicleGroup>['Fields'],
  bodyOf: (draft: Draft) => RequestOf<typeof contract.depots.create>['body'],
): ResourceForm<Draft, VehicleGroup> {
  return {
    draftOf,
    Fields,
    check: (draft, words) => missing(draft, ['name'], words),
    save: (draft, one) =>
      one === null
        ? api.depots.create({ body: bodyOf(draft) })
        : api.depots.change({ params: { id: one.id }, body: bodyOf(draft) }),
  };
}

/** The page of the depot. */
function PageOfDepot({ one }: { readonly one: VehicleGroup }) {
  const { t } = useTranslation();
  return (
    <p>
      <EntityLink kind="depot" id={one.id}>
        {t('page.open')}
      </EntityLink>
    </p>
  );
}

const vehicleCount = (t: TFunction): ResourceColumn<ListedGroup> => ({
  key: 'vehicle_count',
  label: t('depots.vehicles'),
  isOrdered: true,
  isNumber: true,
  cell: ({ vehicle_count: count }) => count,
});

const RegionFilter: NonNullable<Depots['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  const regions = useRegions();
  return (
    <Select
      aria-label={t('depots.region')}
      value={values.region ?? ''}
      onChange={({ currentTarget }) => change({ region: currentTarget.value || undefined })}
    >
      <option value="">{t('depots.allRegions')}</option>
      {regions.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </Select>
  );
};

function useDepots(): Depots {
  const { t } = useTranslation();
  const owner = useCustomerColumn<ListedGroup>();
  return useMemo(
    () => ({
      ...callsOf(false),
      Details: PageOfDepot,
      kind: 'depot',
      texts: 'depots',
      columns: [
        { key: 'name', label: t('depots.name'), isOrdered: true, cell: ({ name }) => name },
        {
          key: 'region',
          label: t('depots.region'),
          isOrdered: true,
          cell: ({ region }) => region?.name ?? '–',
        },
        ...owner,
        vehicleCount(t),
      ],
      form: formOf(depotDraft, DepotFields, depotBody),
      bulk: [{ key: 'move', label: t('depots.move'), Dialog: MoveDialog }],
      filters: { names: ['region'], Controls: RegionFilter },
    }),
    [t, owner],
  );
}

function useRegionResource(): Regions {
  const { t } = useTranslation();
  const owner = useCustomerColumn<ListedGroup>();
  return useMemo(
    () => ({
      ...callsOf(true),
      kind: 'region',
      texts: 'regions',
      columns: [
        { key: 'name', label: t('regions.name'), isOrdered: true, cell: ({ name }) => name },
        {
          key: 'depots',
          label: t('regions.depots'),
          cell: ({ vehicle_groups: depots }) => depots.map(({ name }) => name).join(', '),
        },
        ...owner,
        vehicleCount(t),
      ],
      form: formOf(regionDraft, RegionFields, regionBody),
    }),
    [t, owner],
  );
}

const LISTS = ['depots', 'regions'] as const;

/** Depots and regions (requirements O-18, O-P05). */
export function DepotsScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const depots = useDepots();
  const regions = useRegionResource();
  const tabs = (
    <ListTabs
      label={t('depots.lists')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`${key}.title`) }))}
    />
  );
  return current === 'regions' ? (
    <ResourceScreen key="regions" resource={regions} tabs={tabs} />
  ) : (
    <ResourceScreen key="depots" resource={depots} tabs={tabs} />
  );
}
