import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { Vehicle } from './vehicle-json.ts';

/** The columns of the list as a file. */
export const vehicleColumns = (word: (key: TextKey) => string): readonly ColumnOf<Vehicle>[] => [
  { name: 'report.column.vehicle', type: 'text', value: (v) => v.registration },
  { name: 'report.column.vin', type: 'text', value: (v) => v.vin },
  { name: 'report.column.vehicleType', type: 'text', value: (v) => v.type },
  { name: 'report.column.assetKind', type: 'text', value: (v) => v.kind },
  { name: 'report.column.energy', type: 'text', value: (v) => v.vehicle_type.name },
  { name: 'report.column.model', type: 'text', value: (v) => v.manufacturer_model?.name ?? null },
  { name: 'report.column.grossWeightKg', type: 'count', value: (v) => v.gross_weight_kg },
  { name: 'report.column.trainWeightKg', type: 'count', value: (v) => v.train_weight_kg },
  {
    name: 'report.column.internationalHaulage',
    type: 'text',
    value: (v) => word(v.is_international_haulage ? 'report.value.yes' : 'report.value.no'),
  },
  {
    name: 'report.column.livery',
    type: 'text',
    value: (v) => v.livery_category?.category_name ?? null,
  },
  { name: 'report.column.contractType', type: 'text', value: (v) => v.names.contract_type },
  { name: 'report.column.leaseCompany', type: 'text', value: (v) => v.names.lease_company },
  { name: 'report.column.repairer', type: 'text', value: (v) => v.names.repairer },
  { name: 'report.column.depots', type: 'text', value: (v) => v.names.vehicle_groups.join(', ') },
  { name: 'report.column.driver', type: 'text', value: (v) => v.names.driver },
  {
    name: 'report.column.trackers',
    type: 'text',
    value: (v) => v.trackers.map(({ tracker }) => tracker).join(', '),
  },
];
