import type { CommittedRecord, VehicleStateChange } from '../../../platform/bus/index.ts';
import { DerivedVehicle } from './derived-vehicle.ts';
import { engineRecordOf, isAfter, storedMs } from './keyed-record.ts';

/** Sorts records by vehicle and position; within a batch they are mostly sorted. */
function inOrder(records: readonly CommittedRecord[]): readonly CommittedRecord[] {
  for (let n = 1; n < records.length; n += 1) {
    const [one, next] = [records[n - 1], records[n]];
    if (one?.vehicleId === next?.vehicleId && one !== undefined && next !== undefined) {
      if (!isAfter(next, one)) {
        return [...records].sort((a, b) => (isAfter(a, b) ? 1 : isAfter(b, a) ? -1 : 0));
      }
    }
  }
  return records;
}

/** Called for a vehicle whose engine threw. */
export type FailureListener = (vehicle: DerivedVehicle, error: unknown) => void;

/** The vehicles in the memory of the deriving process, and the pending work of each. */
export class Fleet {
  readonly #vehicles = new Map<number, DerivedVehicle>();
  /** Vehicles to read from the database. */
  readonly behind = new Set<DerivedVehicle>();
  /** Vehicles with findings to write. */
  readonly news = new Set<DerivedVehicle>();

  constructor(private readonly failed: FailureListener) {}

  get vehicles(): Iterable<DerivedVehicle> {
    return this.#vehicles.values();
  }

  /** Clears the memory; everything is in the database. */
  clear(): void {
    this.#vehicles.clear();
    this.behind.clear();
    this.news.clear();
  }

  /** Gets a vehicle; a new one counts as behind. */
  get(vehicleId: number): DerivedVehicle {
    const known = this.#vehicles.get(vehicleId);
    if (known !== undefined) return known;
    const vehicle = new DerivedVehicle(vehicleId);
    this.#vehicles.set(vehicleId, vehicle);
    this.fallBehind(vehicle);
    return vehicle;
  }

  /** Takes records that this process committed, in commit order. */
  accept(records: readonly CommittedRecord[]): void {
    for (const committed of inOrder(records)) {
      const vehicle = this.get(committed.vehicleId);
      try {
        vehicle.accept({
          timeMs: storedMs(committed.timeMs),
          digest: committed.digest,
          record: engineRecordOf(committed),
        });
        // A live vehicle that waits is in the list of vehicles with findings already.
        if (vehicle.isLive && vehicle.waitsSinceMs === null && vehicle.track?.hasNews === true) {
          this.#hasNews(vehicle);
        }
      } catch (error) {
        this.fail(vehicle, error);
      }
    }
  }

  /** Handles progress of vehicles, possibly by records that another process committed. */
  hear(states: readonly Pick<VehicleStateChange, 'vehicleId' | 'deviceTimeMs'>[]): void {
    for (const { vehicleId, deviceTimeMs } of states) {
      const vehicle = this.get(vehicleId);
      const readMs = vehicle.track?.timeMs ?? Number.NEGATIVE_INFINITY;
      if (vehicle.isLive && readMs < storedMs(deviceTimeMs)) this.fallBehind(vehicle);
    }
  }

  /** Schedules a vehicle to be read from the database. */
  fallBehind(vehicle: DerivedVehicle): void {
    vehicle.hold(Date.now());
    this.behind.add(vehicle);
  }

  /** A vehicle has read all committed records; records that waited meanwhile are read now. */
  resume(vehicle: DerivedVehicle): void {
    try {
      if (vehicle.resume()) this.behind.delete(vehicle);
      else this.behind.add(vehicle);
      if (vehicle.track?.hasNews === true) this.#hasNews(vehicle);
    } catch (error) {
      this.fail(vehicle, error);
    }
  }

  /** A vehicle cannot be derived at the moment; the others continue. */
  fail(vehicle: DerivedVehicle, error: unknown): void {
    vehicle.fail(Date.now());
    this.behind.add(vehicle);
    this.news.delete(vehicle);
    this.failed(vehicle, error);
  }

  /** A vehicle was deleted. */
  forget(vehicle: DerivedVehicle): void {
    this.#vehicles.delete(vehicle.vehicleId);
    this.behind.delete(vehicle);
    this.news.delete(vehicle);
  }

  #hasNews(vehicle: DerivedVehicle): void {
    if (vehicle.waitsSinceMs === null) vehicle.waitsSinceMs = Date.now();
    this.news.add(vehicle);
  }
}
