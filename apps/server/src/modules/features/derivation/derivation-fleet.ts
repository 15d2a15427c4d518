import type { CommittedRecord, VehicleStateChange } from '../../../platform/bus/index.ts';
import { DerivedVehicle } from './derived-vehicle.ts';
import { engineRecordOf, isAfter, storedMs } from './keyed-record.ts';

/** Records in the order that each vehicle's are read in; mostly they are, within a batch. */
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

/** Hears of a vehicle whose engine threw. */
export type FailureListener = (vehicle: DerivedVehicle, error: unknown) => void;

/** The vehicles in the memory of the process that derives, and what is to be done for each. */
export class Fleet {
  readonly #vehicles = new Map<number, DerivedVehicle>();
  /** Those that must be read from the database. */
  readonly behind = new Set<DerivedVehicle>();
  /** Those with findings to write. */
  readonly news = new Set<DerivedVehicle>();

  constructor(private readonly failed: FailureListener) {}

  get vehicles(): Iterable<DerivedVehicle> {
    return this.#vehicles.values();
  }

  /** Forgets everything: the database knows. */
  clear(): void {
    this.#vehicles.clear();
    this.behind.clear();
    this.news.clear();
  }

  /** A vehicle; a new one is behind. */
  get(vehicleId: number): DerivedVehicle {
    const known = this.#vehicles.get(vehicleId);
    if (known !== undefined) return known;
    const vehicle = new DerivedVehicle(vehicleId);
    this.#vehicles.set(vehicleId, vehicle);
    this.fallBehind(vehicle);
    return vehicle;
  }

  /** Takes records that this process committed, in the order of their commit. */
  accept(records: readonly CommittedRecord[]): void {
    for (const committed of inOrder(records)) {
      const vehicle = this.get(committed.vehicleId);
      try {
        vehicle.accept({
          timeMs: storedMs(committed.timeMs),
          digest: committed.digest,
          record: engineRecordOf(committed),
        });
        // One that is live and waits is among those with news already.
        if (vehicle.isLive && vehicle.waitsSinceMs === null && vehicle.track?.hasNews === true) {
          this.#hasNews(vehicle);
        }
      } catch (error) {
        this.fail(vehicle, error);
      }
    }
  }

  /** Hears that vehicles moved on, maybe by records that another process committed. */
  hear(states: readonly Pick<VehicleStateChange, 'vehicleId' | 'deviceTimeMs'>[]): void {
    for (const { vehicleId, deviceTimeMs } of states) {
      const vehicle = this.get(vehicleId);
      const readMs = vehicle.track?.timeMs ?? Number.NEGATIVE_INFINITY;
      if (vehicle.isLive && readMs < storedMs(deviceTimeMs)) this.fallBehind(vehicle);
    }
  }

  /** A vehicle has to be read from the database. */
  fallBehind(vehicle: DerivedVehicle): void {
    vehicle.hold(Date.now());
    this.behind.add(vehicle);
  }

  /** A vehicle has read what was committed; what waited meanwhile is read now. */
  resume(vehicle: DerivedVehicle): void {
    try {
      if (vehicle.resume()) this.behind.delete(vehicle);
      else this.behind.add(vehicle);
      if (vehicle.track?.hasNews === true) this.#hasNews(vehicle);
    } catch (error) {
      this.fail(vehicle, error);
    }
  }

  /** A vehicle cannot be derived just now; the others go on. */
  fail(vehicle: DerivedVehicle, error: unknown): void {
    vehicle.fail(Date.now());
    this.behind.add(vehicle);
    this.news.delete(vehicle);
    this.failed(vehicle, error);
  }

  /** A vehicle is gone. */
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
