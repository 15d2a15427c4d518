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
 * Every open map requests the last known states of up to ten thousand vehicles each 30 seconds, and
 * most of them are unchanged. The JSON of each vehicle is therefore cached under a version that the
 * database provides (see trackVersions): only changed vehicles are read and serialised again.
 * Visibility and the current state are determined for each request.
 */

/** The JSON of a vehicle as bytes, valid for these depots and this state. */
interface Fragment {
  readonly version: string;
  readonly groups: string;
  readonly state: string;
  /** Includes the preceding comma. */
  readonly json: Buffer;
  readonly row: TrackRow;
}

/** About 900 bytes each: at most 60 MB. */
const MAX_FRAGMENTS = 60_000;
/** Above this number of changes, one query for all is faster than one that lists them. */
const MAX_NAMED = 2000;

/** The database results for one response. */
interface FleetReading {
  readonly unit: Viewer['distanceUnit'];
  /** The visible vehicles, by registration. */
  readonly versions: readonly TrackVersion[];
  /** The cached fragment of each vehicle at the same index, if it is valid. */
  readonly known: readonly (Fragment | undefined)[];
  /** The rows of the others. */
  readonly fresh: ReadonlyMap<number, TrackRow>;
}

/** Serialises the last known states of a fleet. */
export class FleetJson {
  readonly #fragments = { MLS: new Map<number, Fragment>(), KMS: new Map<number, Fragment>() };

  /** @param buffers memory for responses */
  constructor(private readonly buffers: AnswerBuffers) {}

  /** Reads the visible vehicles, and the rows of those that changed. */
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
   * The whole response as JSON; needs no transaction. Returns bytes, because concatenating and
   * encoding a string of several megabytes is slow.
   *
   * @param nowMs current time, ms since 1970 UTC, which determines the states
   * @returns a buffer to release after it is sent
   */
  write({ unit, versions, known, fresh }: FleetReading, nowMs: number): Buffer {
    const fragments = this.#fragments[unit];
    if (fragments.size > MAX_FRAGMENTS) fragments.clear();
    const address = addressFinder(unit);
    const parts: Buffer[] = [Buffer.alloc(0)];
    for (const [at, { id, version, groups }] of versions.entries()) {
      const kept = known[at];
      const row = kept?.row ?? fresh.get(id);
      // Leave out a vehicle that became invisible between the two queries.
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
