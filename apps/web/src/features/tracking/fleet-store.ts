import type { AnswerOf, contract, TrackUpdate } from '@roadworthy/contract';
import { vehicleState } from '@roadworthy/domain';

export type TrackVehicle = AnswerOf<typeof contract.tracking.trackVehicle>;

/** Natural order of registrations: A2 before A10 (OP-105). */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

export function byRegistration(a: TrackVehicle, b: TrackVehicle): number {
  return collator.compare(a.registration, b.registration);
}

const timeOf = (timestamp: string | null) => (timestamp === null ? 0 : Date.parse(timestamp));

/** The newer of the known and the received state; moving data never goes back in time. */
export function newer(known: TrackVehicle | undefined, came: TrackVehicle): TrackVehicle {
  if (known === undefined || timeOf(came.timestamp) >= timeOf(known.timestamp)) return came;
  return { ...known, groups: came.groups, driver: came.driver, device_fault: came.device_fault };
}

/** The current data of all visible vehicles, from lists and from the stream. */
export class FleetStore {
  #byId = new Map<number, TrackVehicle>();
  #all: readonly TrackVehicle[] = [];
  readonly #watchers = new Set<() => void>();

  /** All vehicles by registration; the same array until a change. */
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

  /** Applies a list; `isWhole` if it has every visible vehicle, so that all others are removed. */
  take(vehicles: readonly TrackVehicle[], isWhole: boolean): void {
    const next = isWhole ? new Map<number, TrackVehicle>() : new Map(this.#byId);
    for (const vehicle of vehicles) {
      next.set(vehicle.id, newer(this.#byId.get(vehicle.id), vehicle));
    }
    this.#byId = next;
    this.#publish(true);
  }

  /**
   * Applies stream updates; vehicles that are not listed yet wait for the next poll. Timestamps
   * have whole seconds: of two states in one second the later received is the newer.
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

  /** Updates states by time alone: moving becomes stopped, any state becomes offline (M-P03). */
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
