import type { AnswerOf, contract } from '@roadworthy/contract';
import type { VehicleType } from '@roadworthy/domain';
import { VEHICLE_LISTS } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../../api/client.ts';
import { useSession } from '../../../session/context.ts';
import { missing } from '../../../ui/field/required.ts';
import { ListTabs, useListTab } from '../../../ui/list-tabs/list-tabs.tsx';
import { ChoiceField, TextField } from '../../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource, ResourceColumn } from '../../../ui/resource/resource.ts';
import { ResourceScreen } from '../../../ui/resource/resource-screen.tsx';
import { CustomerField } from '../../customers/customer-field.tsx';
import { useTypes } from '../../vehicles/vehicles-choices.ts';

type Entry = AnswerOf<typeof contract.vehicleLists.read>;
type Kind = Entry['kind'];

/** Form values of an entry; only a model has a manufacturer and a type. */
interface EntryDraft {
  readonly customer: number | null;
  readonly name: string;
  readonly manufacturer: number | null;
  readonly vehicle_type: VehicleType | null;
}

function NameFields(form: FormProps<EntryDraft, Entry>) {
  const { t } = useTranslation();
  return (
    <>
      <CustomerField form={form} />
      <TextField form={form} name="name" label={t('vehicleLists.name')} isRequired maxLength={60} />
    </>
  );
}

function ModelFields(form: FormProps<EntryDraft, Entry>) {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  const customer = seesAll ? (form.one?.customer ?? form.draft.customer) : null;
  const { data: manufacturers = [] } = useQuery({
    queryKey: ['vehicle-choices', 'manufacturer', customer],
    queryFn: ({ signal }) =>
      api.vehicles.manufacturers({ query: customer === null ? {} : { customer }, signal }),
  });
  return (
    <>
      <CustomerField form={form} />
      <ChoiceField
        form={form}
        name="manufacturer"
        label={t('vehicles.manufacturer')}
        isRequired
        options={manufacturers.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextField form={form} name="name" label={t('vehicles.model')} isRequired maxLength={60} />
      <ChoiceField
        form={form}
        name="vehicle_type"
        label={t('vehicles.typeLabel')}
        isRequired
        options={useTypes()}
      />
    </>
  );
}

function useColumns(kind: Kind): readonly ResourceColumn<Entry>[] {
  const { t } = useTranslation();
  const { is_global_admin: seesAll } = useSession().current.user;
  return useMemo(() => {
    const ofModel: readonly ResourceColumn<Entry>[] = [
      {
        key: 'manufacturer',
        label: t('vehicles.manufacturer'),
        cell: ({ manufacturer }) => manufacturer?.name ?? '',
      },
      {
        key: 'vehicle_type',
        label: t('vehicles.typeLabel'),
        cell: ({ vehicle_type: type }) => (type === null ? '' : t(`vehicles.type.${type}`)),
      },
    ];
    const owner: ResourceColumn<Entry> = {
      key: 'customer',
      label: t('organisation.customer'),
      cell: ({ customer_name: name }) => name,
    };
    const vehicles: ResourceColumn<Entry> = {
      key: 'vehicles',
      label: t('vehicles.title'),
      isNumber: true,
      cell: ({ vehicle_count: count }) => count,
    };
    return [
      { key: 'name', label: t('vehicleLists.name'), isOrdered: true, cell: ({ name }) => name },
      ...(kind === 'model' ? ofModel : []),
      ...(seesAll ? [owner] : []),
      ...(kind === 'driver_category' ? [] : [vehicles]),
    ];
  }, [t, kind, seesAll]);
}

function useList(kind: Kind): Resource<Entry, EntryDraft> {
  const { t } = useTranslation();
  const columns = useColumns(kind);
  return useMemo(
    () => ({
      kind,
      texts: `vehicleLists.${kind}`,
      list: (query, signal) =>
        api.vehicleLists.list({ params: { kind }, query: query as object, signal }),
      read: (id, signal) => api.vehicleLists.read({ params: { kind, id }, signal }),
      nameOf: ({ name }) => name,
      columns,
      form: {
        draftOf: (one) => ({
          customer: null,
          name: one?.name ?? '',
          manufacturer: one?.manufacturer?.id ?? null,
          vehicle_type: one?.vehicle_type ?? null,
        }),
        Fields: kind === 'model' ? ModelFields : NameFields,
        check: (draft, words) =>
          missing(
            draft,
            kind === 'model' ? ['manufacturer', 'name', 'vehicle_type'] : ['name'],
            words,
          ),
        save: ({ customer, ...draft }, one) => {
          const body = { ...draft, ...(customer === null ? {} : { customer }) };
          return one === null
            ? api.vehicleLists.create({ params: { kind }, body })
            : api.vehicleLists.change({ params: { kind, id: one.id }, body });
        },
      },
      archive: {
        change: (ids, archived) =>
          api.vehicleLists.archive({ params: { kind }, body: { ids: [...ids], archived } }),
        text: t('vehicleLists.archiveText'),
      },
      importKind: kind,
      exportAddress: (query) =>
        addressOf(pathOf('vehicleLists', 'exportList'), { params: { kind }, query }),
    }),
    [t, kind, columns],
  );
}

/**
 * Screen /administration/vehicle-lists: the lists that describe vehicles and drivers (requirement
 * O-23).
 */
export function VehicleListsScreen() {
  const { t } = useTranslation();
  const kind = useListTab(VEHICLE_LISTS);
  const tabs = (
    <ListTabs
      label={t('vehicleLists.lists')}
      current={kind}
      tabs={VEHICLE_LISTS.map((key) => ({ key, label: t(`vehicleLists.${key}.title`) }))}
    />
  );
  return <ResourceScreen key={kind} resource={useList(kind)} tabs={tabs} />;
}
