import { type AnswerOf, contract, SEARCH_GROUPS, type SearchGroup } from '@roadworthy/contract';
import { type Access, allows, scopesAllow } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { FoundRow } from './found-row.ts';
import type { GroupSearch } from './group-search.ts';
import { SEARCHES } from './search-groups.ts';
import { termsOf } from './search-terms.ts';

type Answer = AnswerOf<typeof contract.search.find>;

/** The access of each group: that of the call that lists its records. */
const GROUP_ACCESS: Readonly<Record<SearchGroup, Access>> = {
  vehicles: contract.vehicleFile.vehicles.access,
  drivers: contract.drivers.list.access,
  depots: contract.pickers.depots.access,
  defects: contract.defects.list.access,
  documents: contract.vehicleFile.list.access,
  investigations: contract.investigations.list.access,
  geofences: contract.geofences.list.access,
  users: contract.users.list.access,
  trackers: contract.trackers.list.access,
};

/** Whether the viewer may search a group; a personal token also needs the scope of its call. */
function mayFind(viewer: Viewer, group: SearchGroup): boolean {
  const access = GROUP_ACCESS[group];
  return allows(access, viewer) && scopesAllow(viewer.tokenScopes, access, 'GET');
}

const resultOf = (row: FoundRow) => ({
  id: row.id,
  name: row.name,
  description: row.description ?? '',
  depot: row.depot ?? '',
  state: row.state ?? '',
  vehicle: row.vehicle ?? null,
  activity: row.activity ?? null,
});

/** The search over all records that a person may open. */
export class SearchService {
  constructor(private readonly db: Database) {}

  /**
   * The best results of each group that the viewer may open; groups without results are left out.
   *
   * @param limit results of each group
   */
  async find(viewer: Viewer, typed: string, limit: number): Promise<Answer> {
    const terms = termsOf(typed);
    if (terms === null) return { results: [] };
    return this.db.asViewer(viewer, async (trx) => {
      const results: Answer['results'] = [];
      for (const group of SEARCH_GROUPS) {
        if (!mayFind(viewer, group)) continue;
        const search: GroupSearch = SEARCHES[group];
        // One more than is shown says whether there are more.
        const rows = await search(trx, viewer, terms, limit + 1);
        if (rows.length === 0) continue;
        const items = rows.slice(0, limit).map(resultOf);
        results.push({ group, items, has_more: rows.length > limit });
      }
      return { results };
    });
  }
}
