import type { ImportKind, ImportKindName } from '../imports-lists-kind.ts';
import { COST_BUDGETS } from './imports-lists-kinds-budgets.ts';
import { COSTS } from './imports-lists-kinds-costs.ts';
import { DEPOTS, REGIONS } from './imports-lists-kinds-depots.ts';
import { DRIVERS } from './imports-lists-kinds-drivers.ts';
import { PARTS } from './imports-lists-kinds-parts.ts';
import { TRACKERS } from './imports-lists-kinds-trackers.ts';
import { ACTIVITY_TYPES, SCHEDULE_TYPES } from './imports-lists-kinds-types.ts';
import { GEOFENCE_CATEGORIES, REPAIRERS } from './small-lists.ts';
import { vehicleList } from './vehicle-lists.ts';

/** All lists that files can be imported into. */
export const IMPORTS: Readonly<Record<ImportKindName, ImportKind>> = {
  driver: DRIVERS,
  tracker: TRACKERS,
  depot: DEPOTS,
  region: REGIONS,
  activity_type: ACTIVITY_TYPES,
  schedule_type: SCHEDULE_TYPES,
  repairer: REPAIRERS,
  cost: COSTS,
  cost_budget: COST_BUDGETS,
  part: PARTS,
  geofence_category: GEOFENCE_CATEGORIES,
  manufacturer: vehicleList('manufacturer'),
  model: vehicleList('model'),
  livery: vehicleList('livery'),
  contract_type: vehicleList('contract_type'),
  lease_company: vehicleList('lease_company'),
  driver_category: vehicleList('driver_category'),
};
