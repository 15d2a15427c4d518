import type { AnswerOf, contract, TrackUpdate } from '@roadworthy/contract';
import { vehicleState } from '@roadworthy/domain';

export type TrackVehicle = AnswerOf<typeof contract.tracking.trackVehicle>;

/** Natural order of registrations: A2 before A10 (OP-105). */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function byRegistration(a: TrackVehicle, b: TrackVehicle): number {
  return collator.compare(a.registration, b.registration);
}

const timeOf = (timestamp: string | null) => (timestamp === null ? 0 : Date.parse(timestamp));

/** The newer of what is known and what came; a moving part never goes back in time. */
export function newer(known: TrackVehicle | undefined, came: TrackVehicle): TrackVehicle {
  if (known === undefined || timeOf(came.timestamp) >= timeOf(known.timestamp)) return came;
  return { ...known, groups: came.groups, driver: came.driver, device_fault: came.device_fault };
}

/** Everything that is known of the vehicles in scope, from lists and from the stream. */
export class FleetStore {
  #byId = new Map<number, TrackVehicle>();
  #all: readonly TrackVehicle[] = [];
  readonly #watchers = new Set<() => void>();

  /** All vehicles by registration; the same array until something changed. */
  get all(): readonly TrackVehicle[] {
    return this.#all;
  }

  get(id: number): TrackVehicle | undefined {
    return this.#byId.get(id);
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  snapshot = (): readonly TrackVehicle[] => this.#all;

  /** Takes a list; `isWhole` when it holds every vehicle in scope, so that the others are gone. */
  take(vehicles: readonly TrackVehicle[], isWhole: boolean): void {
    const next = isWhole ? new Map<number, TrackVehicle>() : new Map(this.#byId);
    for (const vehicle of vehicles) {
      next.set(vehicle.id, newer(this.#byId.get(vehicle.id), vehicle));
    }
    this.#byId = next;
    this.#publish(true);
  }

  /**
   * Applies what the stream brought; vehicles nobody listed yet are left to the next poll. Timestamps
   * have seconds: of two states of one second the later to come is the newer.
   */
  update(updates: readonly TrackUpdate[]): void {
    let changed = false;
    for (const update of updates) {
      const known = this.#byId.get(update.id);
      if (known === undefined || timeOf(update.timestamp) < timeOf(known.timestamp)) continue;
      this.#byId.set(update.id, { ...known, ...update });
      changed = true;
    }
    if (changed) this.#publish(false);
  }

  /** States age without any record: moving becomes stopped, anything becomes offline (M-P03). */
  age(nowMs: number): void {
    let changed = false;
    for (const vehicle of this.#byId.values()) {
      const state = vehicleState(
        {
          timeMs: vehicle.timestamp === null ? null : timeOf(vehicle.timestamp),
          speedKmh: vehicle.speed,
          ignition: vehicle.ignition,
          isPrivate: vehicle.state === 'private',
        },
        nowMs,
      );
      if (state === vehicle.state) continue;
      this.#byId.set(vehicle.id, { ...vehicle, state });
      changed = true;
    }
    if (changed) this.#publish(false);
  }

  #publish(reorder: boolean): void {
    this.#all = reorder
      ? [...this.#byId.values()].sort(byRegistration)
      : this.#all.map((vehicle) => this.#byId.get(vehicle.id) ?? vehicle);
    for (const watcher of this.#watchers) watcher();
  }
}
