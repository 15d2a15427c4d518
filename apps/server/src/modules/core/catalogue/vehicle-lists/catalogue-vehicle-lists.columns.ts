import type { CatalogueKind } from '../../../../platform/db/index.ts';
import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { VehicleEntryRow } from './catalogue-vehicle-lists.repository.ts';

const VEHICLES: ColumnOf<VehicleEntryRow> = {
  name: 'report.column.vehicles',
  type: 'count',
  value: ({ vehicle_count: count }) => count,
};

/** A list of this kind as rows of a file. */
export function entryColumns(kind: CatalogueKind): readonly ColumnOf<VehicleEntryRow>[] {
  const isModel = kind === 'model';
  const name: ColumnOf<VehicleEntryRow> = {
    name: isModel ? 'report.column.model' : 'report.column.name',
    type: 'text',
    value: (entry) => entry.name,
  };
  if (!isModel) return kind === 'driver_category' ? [name] : [name, VEHICLES];
  return [
    { name: 'report.column.manufacturer', type: 'text', value: (entry) => entry.manufacturer_name },
    name,
    { name: 'report.column.vehicleType', type: 'text', value: (entry) => entry.vehicle_type },
    VEHICLES,
  ];
}
