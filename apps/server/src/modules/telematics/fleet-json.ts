import type { Viewer } from '../../platform/auth/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { addressFinder } from '../fleet/index.ts';
import { type TrackRow, type TrackVersion, trackRows, trackVersions } from './repository.ts';
import { stateOf, toTrackVehicle } from './track-vehicle.ts';

/*
 * The last known states of ten thousand vehicles are asked for every 30 seconds by everybody who
 * looks at the map, and most of them did not change in between. So the JSON of each vehicle is kept
 * under a version that the database tells (see trackVersions): only what changed is read and written
 * again. Who may see which vehicle, and its state as of now, are asked anew each time.
 */

/** The JSON of a vehicle, cut open where the asker's depots and the present decide. */
interface Fragment {
  readonly version: string;
  readonly beforeGroups: string;
  readonly beforeState: string;
  readonly end: string;
  readonly row: TrackRow;
}

/** Some 700 bytes each: at most 50 MB. */
const MAX_FRAGMENTS = 60_000;
/** With more changes than this, one query for all is quicker than one that names them. */
const MAX_NAMED = 2000;

const GROUPS = '"groups":[';
const STATE = '"state":"';

/** No text of a vehicle can hold the marks: within JSON texts a quotation mark is escaped. */
function cut(row: TrackRow, version: string, unit: Viewer['distanceUnit']): Fragment {
  const vehicle = toTrackVehicle({ ...row, groups: '' }, 0, addressFinder(unit));
  const json = JSON.stringify(vehicle);
  const groupsAt = json.indexOf(GROUPS) + GROUPS.length;
  const stateAt = json.indexOf(STATE) + STATE.length;
  return {
    version,
    row,
    beforeGroups: json.slice(0, groupsAt),
    beforeState: json.slice(groupsAt, stateAt),
    end: json.slice(stateAt + vehicle.state.length),
  };
}

/** Writes the answer of the fleet's last known states. */
export class FleetJson {
  readonly #fragments = { MLS: new Map<number, Fragment>(), KMS: new Map<number, Fragment>() };

  /**
   * The whole answer as JSON text.
   *
   * @param nowMs the present, ms since 1970 UTC, which decides the state
   */
  async write(trx: Transaction, viewer: Viewer, search: string, nowMs: number): Promise<string> {
    const unit = viewer.distanceUnit;
    const fragments = this.#fragments[unit];
    const versions = await trackVersions(trx, viewer, { search });
    const changed = versions.filter(({ id, version }) => fragments.get(id)?.version !== version);
    const fresh = await this.#read(trx, viewer, search, changed);
    const parts: string[] = [];
    for (const { id, groups } of versions) {
      const fragment = fresh.get(id) ?? fragments.get(id);
      // One that left the viewer's sight between the two questions is left out.
      if (fragment === undefined) continue;
      const state = stateOf(fragment.row, nowMs);
      parts.push(fragment.beforeGroups + groups + fragment.beforeState + state + fragment.end);
    }
    return `{"count":${parts.length},"results":[${parts.join(',')}]}`;
  }

  async #read(
    trx: Transaction,
    viewer: Viewer,
    search: string,
    changed: readonly TrackVersion[],
  ): Promise<Map<number, Fragment>> {
    const fresh = new Map<number, Fragment>();
    if (changed.length === 0) return fresh;
    const unit = viewer.distanceUnit;
    const byId = new Map(changed.map(({ id, version }) => [id, version]));
    const filter = changed.length > MAX_NAMED ? { search } : { vehicleIds: [...byId.keys()] };
    for (const row of await trackRows(trx, viewer, filter)) {
      const version = byId.get(row.id);
      if (version !== undefined) fresh.set(row.id, cut(row, version, unit));
    }
    const fragments = this.#fragments[unit];
    if (fragments.size + fresh.size > MAX_FRAGMENTS) fragments.clear();
    for (const [id, fragment] of fresh) fragments.set(id, fragment);
    return fresh;
  }
}
