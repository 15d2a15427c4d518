import { activityStatus } from '@roadworthy/domain';
import { knownText } from '../../../../platform/known-texts.ts';
import {
  type ColumnOf,
  momentCell,
  type Table,
  tableOf,
} from '../../../../platform/tables/index.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import type { VehicleActivity } from '../list/activity-json.ts';

/** Translated text of a status, with the mark of a vehicle off the road. */
export function statusText(
  { activity_type_reference, status }: Pick<VehicleActivity, 'activity_type_reference' | 'status'>,
  language: Wording,
): string {
  const { key, name, isVor } = activityStatus(activity_type_reference, status);
  const text =
    key === null ? knownText(language, name) : textOf(language, `vehicleFile.status.${key}`);
  return isVor ? `${text} (VOR)` : text;
}

/** Activities as table rows, with the columns in the order of the screen (G-17 to G-23). */
export function activityTable(activities: readonly VehicleActivity[], language: Wording): Table {
  const columns: readonly ColumnOf<VehicleActivity>[] = [
    { name: 'report.column.entry', type: 'moment', value: (a) => momentCell(a.created_at) },
    {
      name: 'report.column.documentDate',
      type: 'date',
      value: (a) => momentCell(a.activity_fulfilled_at),
    },
    { name: 'report.column.vehicle', type: 'text', value: (a) => a.vehicle.registration },
    { name: 'report.column.depot', type: 'text', value: (a) => a.depot?.name ?? null },
    { name: 'report.column.activityType', type: 'known', value: (a) => a.activity_type.name },
    { name: 'report.column.description', type: 'known', value: (a) => a.description },
    { name: 'report.column.status', type: 'text', value: (a) => statusText(a, language) },
    { name: 'report.column.createdBy', type: 'text', value: (a) => a.created_by },
    { name: 'report.column.reference', type: 'text', value: (a) => a.reference_number },
    {
      name: 'report.column.investigations',
      type: 'count',
      value: (a) => a.total_investigations_count,
    },
  ];
  return tableOf(activities, columns);
}
