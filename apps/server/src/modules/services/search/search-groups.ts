import type { SearchGroup } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { FoundRow } from './found-row.ts';
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
import type { SearchTerms } from './search-terms.ts';
import { findVehicles } from './search-vehicles.repository.ts';

/** The best rows of a group that the viewer may see, at most `most`. */
export type GroupSearch = (
  trx: Transaction,
  viewer: Viewer,
  terms: SearchTerms,
  most: number,
) => Promise<readonly FoundRow[]>;

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
