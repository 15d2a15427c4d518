import type { SearchGroup } from '@roadworthy/contract';
import type { GroupSearch } from './group-search.ts';
import {
  findDepots,
  findDrivers,
  findTrackers,
  findUsers,
} from './search-organisation.repository.ts';
import {
  findDefects,
  findDocuments,
  findGeofences,
  findInvestigations,
} from './search-records.repository.ts';
import { findVehicles } from './search-vehicles.repository.ts';

/** The search of each group. */
export const SEARCHES: Readonly<Record<SearchGroup, GroupSearch>> = {
  vehicles: findVehicles,
  drivers: findDrivers,
  depots: findDepots,
  defects: findDefects,
  documents: findDocuments,
  investigations: findInvestigations,
  geofences: findGeofences,
  users: findUsers,
  trackers: findTrackers,
};
