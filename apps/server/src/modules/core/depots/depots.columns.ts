import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { GroupRow } from './depots.repository.ts';

/** Depots or regions as rows of a file. */
export function groupColumns(isRegion: boolean): readonly ColumnOf<GroupRow>[] {
  return [
    {
      name: isRegion ? 'report.column.region' : 'report.column.depot',
      type: 'text',
      value: ({ name }) => name,
    },
    isRegion
      ? {
          name: 'report.column.depots',
          type: 'text',
          value: ({ vehicle_groups: depots }) => depots.map(({ name }) => name).join(', '),
        }
      : { name: 'report.column.region', type: 'text', value: ({ region }) => region?.name ?? null },
    {
      name: 'report.column.vehicles',
      type: 'count',
      value: ({ vehicle_count: count }) => count,
    },
  ];
}
