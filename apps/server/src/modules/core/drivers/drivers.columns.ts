import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { DriverRow } from './drivers.repository.ts';

const dayCell = (day: string | null) => (day === null ? null : Date.parse(`${day}T00:00:00Z`));

/** Drivers as rows of a file. */
export const DRIVER_COLUMNS: readonly ColumnOf<DriverRow>[] = [
  { name: 'report.column.surname', type: 'text', value: ({ surname }) => surname },
  { name: 'report.column.firstName', type: 'text', value: ({ first_name: name }) => name },
  { name: 'report.column.category', type: 'text', value: ({ category_name: name }) => name },
  {
    name: 'report.column.vehicle',
    type: 'text',
    value: ({ vehicle_registration: registration }) => registration,
  },
  { name: 'report.column.email', type: 'text', value: ({ email }) => email },
  { name: 'report.column.phone', type: 'text', value: ({ phone }) => phone },
  { name: 'report.column.ibutton', type: 'text', value: ({ tag_number: number }) => number },
  { name: 'report.column.rfid', type: 'text', value: ({ rfid_number: number }) => number },
  { name: 'report.column.licence', type: 'text', value: ({ licence_number: number }) => number },
  {
    name: 'report.column.licenceCategories',
    type: 'text',
    value: ({ licence_categories: categories }) => categories.join(' '),
  },
  {
    name: 'report.column.licenceExpires',
    type: 'date',
    value: ({ licence_expires_on: day }) => dayCell(day),
  },
  {
    name: 'report.column.tachographCard',
    type: 'text',
    value: ({ tachograph_card_number: number }) => number,
  },
  {
    name: 'report.column.tachographCardExpires',
    type: 'date',
    value: ({ tachograph_card_expires_on: day }) => dayCell(day),
  },
  {
    name: 'report.column.cpcExpires',
    type: 'date',
    value: ({ cpc_expires_on: day }) => dayCell(day),
  },
];
