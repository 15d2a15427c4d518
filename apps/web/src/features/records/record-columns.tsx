import type { TFunction } from 'i18next';
import { DepotLink } from '../../ui/entity-link/entity-link.tsx';
import type { ResourceColumn } from '../../ui/resource/resource.ts';

interface OfVehicle {
  readonly vehicle: { readonly registration: string };
  readonly depot: { readonly id: number; readonly name: string } | null;
}

/** The columns of the vehicle of a record and of its depot. */
export const vehicleColumns = <Row extends OfVehicle>(
  t: TFunction,
): readonly ResourceColumn<Row>[] => [
  {
    key: 'registration',
    label: t('recordList.registration'),
    isOrdered: true,
    cell: ({ vehicle }) => vehicle.registration,
  },
  {
    key: 'depot',
    label: t('recordList.depot'),
    cell: ({ depot }) => (depot === null ? '–' : <DepotLink depot={depot} />),
  },
];
