import { judgePlace, type KnownPlace } from '@roadworthy/domain/geography';
import type { Bus, VehicleStateChange } from '../platform/bus/index.ts';
import type { Log } from '../platform/log/index.ts';
import type { PositionRow } from './position-row.ts';
import {
  advanceState,
  changeOf,
  completeState,
  knownPlaceOf,
  unknownState,
  type VehicleState,
} from './vehicle-state.ts';
import type { VehicleStateStore } from './vehicle-state-store.ts';

/*
 * The last known states, in memory. Positions are acknowledged; the row of a vehicle in
 * `vehicle_states` follows them within KEEP_EVERY_MS, written once for however many records arrived
 * meanwhile. A process that is killed before that loses none: loading a state applies the newer
 * positions (VehicleStateStore.load), and the gateway loads all states when it starts.
 */

const KEEP_EVERY_MS = 200;
/** Maximum states in one statement. */
const KEEP_AT_ONCE = 5000;
const LOAD_AT_ONCE = 500;

type StatesBus = Pick<Bus, 'subscribe'>;

/** Where the rows of states are; `keep` does nothing in a process that does not write them. */
export type StateRows = Pick<VehicleStateStore, 'load' | 'keep' | 'vehicleIds'>;

/** The last known state of every vehicle that this gateway receives. */
export class VehicleStates {
  readonly #known = new Map<number, VehicleState>();
  /** Vehicles whose state changed since it was last stored. */
  readonly #moved = new Set<VehicleState>();
  /** Vehicles whose row could not be read yet. */
  readonly #partial = new Set<number>();
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;
  #keeping: Promise<void> | null = null;

  constructor(
    private readonly store: StateRows,
    bus: StatesBus,
    private readonly log: Log,
  ) {
    this.#timer = setInterval(() => void this.keep(), KEEP_EVERY_MS);
    this.#timer.unref();
    this.#unsubscribe = bus.subscribe('positions.committed', ({ states }) =>
      this.#overhear(states),
    );
  }

  /**
   * Loads the states of these rows' vehicles if they are missing.
   *
   * @throws the database error
   */
  async ensure(rows: readonly PositionRow[]): Promise<void> {
    let missing: Set<number> | null = null;
    for (const { vehicleId } of rows) {
      if (this.#known.has(vehicleId)) continue;
      missing ??= new Set();
      missing.add(vehicleId);
    }
    if (missing !== null) await this.#load([...missing]);
    if (this.#partial.size > 0) await this.#complete();
  }

  /** Whether the row of a vehicle could not be read yet: values may be missing. */
  isPartial(vehicleId: number): boolean {
    return this.#partial.has(vehicleId);
  }

  /** Starts with unknown states where they are missing: the database does not answer. */
  assume(rows: readonly PositionRow[]): void {
    for (const { vehicleId } of rows) {
      if (this.#known.has(vehicleId)) continue;
      this.#known.set(vehicleId, unknownState(vehicleId));
      this.#partial.add(vehicleId);
    }
  }

  /** Discards the states of vehicles that another process writes from now on, or did until now. */
  forget(isOf: (vehicleId: number) => boolean): void {
    for (const [vehicleId, state] of this.#known) {
      if (!isOf(vehicleId)) continue;
      this.#known.delete(vehicleId);
      this.#partial.delete(vehicleId);
      this.#moved.delete(state);
    }
  }

  /** Time of the newest record of a vehicle, ms since 1970 UTC; -Infinity if there is none. */
  timeOf(vehicleId: number): number {
    return this.#known.get(vehicleId)?.timeMs ?? Number.NEGATIVE_INFINITY;
  }

  /** The state of a vehicle; undefined before its first record since the start. */
  of(vehicleId: number): VehicleState | undefined {
    return this.#known.get(vehicleId);
  }

  /**
   * Marks the rows whose position is not plausible. The states do not change before {@link
   * advance}.
   *
   * @param rows newer than the state, sorted by time for each vehicle
   * @returns the position of each vehicle after them, as far as it is plausible
   */
  judge(rows: readonly PositionRow[]): Map<number, KnownPlace> {
    const places = new Map<number, KnownPlace>();
    for (const row of rows) {
      const { vehicleId, record } = row;
      const { latitudeDeg, longitudeDeg } = record;
      row.jumpKmh = null;
      if (!record.fixValid || latitudeDeg === null || longitudeDeg === null) continue;
      const state = this.#known.get(vehicleId);
      if (state === undefined) continue;
      const known = places.get(vehicleId) ?? knownPlaceOf(state);
      places.set(vehicleId, known);
      row.jumpKmh = judgePlace(known, { latitudeDeg, longitudeDeg }, row.timeMs);
    }
    return places;
  }

  /**
   * Updates the states with committed rows; older ones change nothing.
   *
   * @param judged the result of {@link judge} for them
   *
   * @returns the vehicles whose state moved forward
   */
  advance(
    rows: readonly PositionRow[],
    judged: ReadonlyMap<number, KnownPlace> = new Map(),
  ): VehicleStateChange[] {
    const moved = new Set<VehicleState>();
    for (const row of rows) {
      const state = this.#known.get(row.vehicleId);
      if (state === undefined || row.timeMs <= state.timeMs) continue;
      advanceState(state, row);
      moved.add(state);
    }
    const changes: VehicleStateChange[] = [];
    for (const state of moved) {
      const known = judged.get(state.vehicleId);
      if (known !== undefined) state.rival = state.isPrivate ? null : known.rival;
      this.#moved.add(state);
      changes.push(changeOf(state));
    }
    return changes;
  }

  /** Writes the changed states; while the database is down they wait, without growing in number. */
  async keep(): Promise<void> {
    if (this.#keeping !== null) return this.#keeping;
    this.#keeping = this.#keep().finally(() => {
      this.#keeping = null;
    });
    return this.#keeping;
  }

  /** Applies the positions that a killed process had not applied. */
  async recover(): Promise<void> {
    const ids = (await this.store.vehicleIds()).filter((id) => !this.#known.has(id));
    for (let at = 0; at < ids.length; at += LOAD_AT_ONCE) {
      await this.#load(ids.slice(at, at + LOAD_AT_ONCE));
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#unsubscribe();
    await this.#keeping;
    await this.keep();
  }

  async #load(vehicleIds: readonly number[]): Promise<void> {
    const { states, behind } = await this.store.load(vehicleIds);
    for (const state of states) {
      if (!this.#known.has(state.vehicleId)) this.#known.set(state.vehicleId, state);
    }
    for (const id of behind) {
      const state = this.#known.get(id);
      if (state !== undefined) this.#moved.add(state);
    }
  }

  /** Adds the stored values to states that began without them. */
  async #complete(): Promise<void> {
    const { states } = await this.store.load([...this.#partial].slice(0, LOAD_AT_ONCE));
    for (const stored of states) {
      const state = this.#known.get(stored.vehicleId);
      if (state !== undefined) completeState(state, stored);
      this.#partial.delete(stored.vehicleId);
    }
  }

  async #keep(): Promise<void> {
    if (this.#moved.size === 0) return;
    const moved = [...this.#moved];
    this.#moved.clear();
    for (let at = 0; at < moved.length; at += KEEP_AT_ONCE) {
      const part = moved.slice(at, at + KEEP_AT_ONCE);
      try {
        await this.store.keep(part);
      } catch (error) {
        for (const state of part) this.#moved.add(state);
        this.log.debug({ err: error }, 'last known states wait for the database');
      }
    }
  }

  /** A record that another gateway committed for the same vehicle; that gateway stores the row. */
  #overhear(changes: readonly VehicleStateChange[]): void {
    for (const change of changes) {
      const state = this.#known.get(change.vehicleId);
      if (state === undefined || change.deviceTimeMs <= state.timeMs) continue;
      const { deviceTimeMs, vehicleId: _, ...facts } = change;
      Object.assign(state, facts, { timeMs: deviceTimeMs, fixTimeMs: deviceTimeMs });
    }
  }
}
