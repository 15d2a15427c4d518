import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { EntityLink, VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { missing } from '../../ui/field/required.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { useCustomerColumn } from '../customers/customer-column.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { type Driver, type DriverDraft, driverBody, driverDraft } from './drivers.ts';
import { Expiry } from './drivers-expiry.tsx';
import { DriverFields, useCategories } from './drivers-fields.tsx';
import { privacyActions } from './privacy-actions.ts';

type Drivers = Resource<Driver, DriverDraft>;

const Filters: NonNullable<Drivers['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  const categories = useCategories();
  return (
    <>
      <Select
        aria-label={t('drivers.category')}
        value={values.category ?? ''}
        onChange={({ currentTarget }) => change({ category: currentTarget.value || undefined })}
      >
        <option value="">{t('drivers.allCategories')}</option>
        {categories.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('drivers.documents')}
        value={values.expiring ?? ''}
        onChange={({ currentTarget }) => change({ expiring: currentTarget.value || undefined })}
      >
        <option value="">{t('drivers.allDocuments')}</option>
        <option value="true">{t('drivers.expiring')}</option>
      </Select>
    </>
  );
};

/** The page of the driver. */
function PageOfDriver({ one }: { readonly one: Driver }) {
  const { t } = useTranslation();
  return (
    <p>
      <EntityLink kind="driver" id={one.id}>
        {t('page.open')}
      </EntityLink>
    </p>
  );
}

function useDrivers(): Drivers {
  const { t } = useTranslation();
  const owner = useCustomerColumn<Driver>();
  return useMemo(
    () => ({
      kind: 'driver',
      texts: 'drivers',
      list: (query, signal) => api.drivers.list({ query: { ...query } as object, signal }),
      read: (id, signal) => api.drivers.read({ params: { id }, signal }),
      nameOf: ({ first_name, surname }) => `${first_name} ${surname}`,
      columns: [
        {
          key: 'surname',
          label: t('drivers.name'),
          isOrdered: true,
          cell: ({ first_name, surname }) => `${surname}, ${first_name}`,
        },
        {
          key: 'category',
          label: t('drivers.category'),
          isOrdered: true,
          cell: ({ category_name: name }) => name ?? '–',
        },
        {
          key: 'vehicle',
          label: t('drivers.vehicle'),
          isOrdered: true,
          cell: ({ vehicle, vehicle_registration: registration }) =>
            vehicle === null || registration === null ? (
              '–'
            ) : (
              <VehicleLink vehicle={{ id: vehicle, registration }} />
            ),
        },
        ...owner,
        {
          key: 'driver_id',
          label: t('drivers.ibutton'),
          cell: ({ driver_id, rfid_number }) => driver_id ?? rfid_number ?? '–',
        },
        {
          key: 'licence_expires_on',
          label: t('drivers.licenceExpires'),
          isOrdered: true,
          cell: ({ licence_expires_on: day }) => <Expiry day={day} />,
        },
        {
          key: 'tachograph_card_expires_on',
          label: t('drivers.tachographCardExpires'),
          isOrdered: true,
          cell: ({ tachograph_card_expires_on: day }) => <Expiry day={day} />,
        },
        {
          key: 'cpc_expires_on',
          label: t('drivers.cpcExpires'),
          isOrdered: true,
          cell: ({ cpc_expires_on: day }) => <Expiry day={day} />,
        },
      ],
      Details: PageOfDriver,
      form: {
        draftOf: driverDraft,
        Fields: DriverFields,
        check: (draft, words) => missing(draft, ['first_name', 'surname'], words),
        save: (draft, one) =>
          one === null
            ? api.drivers.create({ body: driverBody(draft, null) })
            : api.drivers.change({ params: { id: one.id }, body: driverBody(draft, one) }),
      },
      archive: {
        change: (ids, archived) => api.drivers.archive({ body: { ids: [...ids], archived } }),
        text: t('drivers.archiveText'),
      },
      actions: privacyActions(t),
      bulk: [{ key: 'category', label: t('drivers.changeCategory'), Dialog: CategoryDialog }],
      filters: { names: ['category', 'expiring'], Controls: Filters },
      importKind: 'driver',
      exportAddress: (query) => addressOf(pathOf('drivers', 'exportList'), { query }),
    }),
    [t, owner],
  );
}

/** Drivers (requirement O-20). */
export function DriversScreen() {
  return <ResourceScreen resource={useDrivers()} />;
}
