import { VEHICLE_LISTS } from '@roadworthy/domain';

/** Lists that accept an import; vehicles and QR codes have their own calls. */
export const IMPORT_KINDS = [
  'driver',
  'tracker',
  'depot',
  'region',
  'activity_type',
  'schedule_type',
  'repairer',
  'cost',
  'cost_budget',
  'part',
  'geofence_category',
  ...VEHICLE_LISTS,
] as const;
