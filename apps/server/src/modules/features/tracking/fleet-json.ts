import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import type { AnswerBuffers } from './answer-buffers.ts';
import { stateOf, toTrackVehicle } from './track-vehicle.ts';
import {
  type TrackRow,
  type TrackVersion,
  trackRows,
  trackVersions,
} from './tracking.repository.ts';

/*
 * The last known states of ten thousand vehicles are asked for every 30 seconds by everybody who
 * looks at the map, and most of them did not change in between. So the JSON of each vehicle is kept
 * under a version that the database tells (see trackVersions): only what changed is read and written
 * again. Who may see which vehicle, and its state as of now, are asked anew each time.
 */

/** The JSON of a vehicle as bytes, true for these depots and this state. */
interface Fragment {
  readonly version: string;
  readonly groups: string;
  readonly state: string;
  /** With the comma before it. */
  readonly json: Buffer;
  readonly row: TrackRow;
}

/** Some 900 bytes each: at most 60 MB. */
const MAX_FRAGMENTS = 60_000;
/** With more changes than this, one query for all is quicker than one that names them. */
const MAX_NAMED = 2000;

/** What was read of a fleet for one answer. */
interface FleetReading {
  readonly unit: Viewer['distanceUnit'];
  /** The visible vehicles, by registration. */
  readonly versions: readonly TrackVersion[];
  /** The fragment of each of them that is still true, at the same place. */
  readonly known: readonly (Fragment | undefined)[];
  /** The rows of the others. */
  readonly fresh: ReadonlyMap<number, TrackRow>;
}

/** Writes the answer of the fleet's last known states. */
export class FleetJson {
  readonly #fragments = { MLS: new Map<number, Fragment>(), KMS: new Map<number, Fragment>() };

  /** @param buffers where answers are put together */
  constructor(private readonly buffers: AnswerBuffers) {}

  /** What a viewer may see now; of what changed the rows are read anew. */
  async read(trx: Transaction, viewer: Viewer, search: string): Promise<FleetReading> {
    const unit = viewer.distanceUnit;
    const versions = await trackVersions(trx, viewer, { search });
    const changed: number[] = [];
    const known = versions.map(({ id, version }) => {
      const fragment = this.#fragments[unit].get(id);
      if (fragment?.version === version) return fragment;
      changed.push(id);
      return undefined;
    });
    const fresh = new Map<number, TrackRow>();
    if (changed.length > 0) {
      const filter = changed.length > MAX_NAMED ? { search } : { vehicleIds: changed };
      for (const row of await trackRows(trx, viewer, filter)) fresh.set(row.id, row);
    }
    return { unit, versions, known, fresh };
  }

  /**
   * The whole answer as JSON; needs no transaction. Bytes, because a text of megabytes takes long to
   * put together and to encode.
   *
   * @param nowMs the present, ms since 1970 UTC, which decides the state
   * @returns memory of the buffers, to be given back once it was sent
   */
  write({ unit, versions, known, fresh }: FleetReading, nowMs: number): Buffer {
    const fragments = this.#fragments[unit];
    if (fragments.size > MAX_FRAGMENTS) fragments.clear();
    const address = addressFinder(unit);
    const parts: Buffer[] = [Buffer.alloc(0)];
    for (const [at, { id, version, groups }] of versions.entries()) {
      const kept = known[at];
      const row = kept?.row ?? fresh.get(id);
      // One that left the viewer's sight between the two questions is left out.
      if (row === undefined) continue;
      const state = stateOf(row, nowMs);
      if (kept?.state === state && kept.groups === groups) {
        parts.push(kept.json);
        continue;
      }
      const vehicle = toTrackVehicle({ ...row, groups }, nowMs, address);
      const json = Buffer.from(`,${JSON.stringify(vehicle)}`);
      fragments.set(id, { version, groups, state, json, row });
      parts.push(json);
    }
    parts[0] = Buffer.from(`{"count":${parts.length - 1},"results":[`);
    if (parts[1] !== undefined) parts[1] = parts[1].subarray(1);
    parts.push(Buffer.from(']}'));
    return this.buffers.join(parts);
  }
}
