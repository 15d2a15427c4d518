import { vehicleState } from '@roadworthy/domain';
import type { VehicleStateChange } from '../../../platform/bus/index.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import { displayUnits, type TrackVehicle, utcText } from './track-vehicle.ts';

type Unit = 'MLS' | 'KMS';
type TrackUpdate = Omit<TrackVehicle, 'driver' | 'groups' | 'type'>;

/** Writes a change as JSON for readers of a distance unit. */
export type UpdateWriter = (change: VehicleStateChange, registration: string, unit: Unit) => string;

function updateOf(change: VehicleStateChange, registration: string, unit: Unit): TrackUpdate {
  const { deviceTimeMs: timeMs, speedKmh, ignition, isPrivate = false } = change;
  return {
    id: change.vehicleId,
    registration,
    lat: change.latitudeDeg,
    long: change.longitudeDeg,
    dir: change.headingDeg ?? 0,
    timestamp: utcText(timeMs),
    speed: speedKmh ?? 0,
    ignition,
    state: vehicleState({ timeMs, speedKmh, ignition, isPrivate }, Date.now()),
    // A last known state moves forward only by a record whose clock makes sense.
    device_fault: null,
    display_units: displayUnits({ ...change, timeMs }, addressFinder(unit)),
  };
}

/** Makes a writer that writes each change once a unit, however many streams carry it. */
export function createUpdateWriter(): UpdateWriter {
  const written = {
    MLS: new WeakMap<VehicleStateChange, string>(),
    KMS: new WeakMap<VehicleStateChange, string>(),
  };
  return (change, registration, unit) => {
    const known = written[unit].get(change);
    if (known !== undefined) return known;
    const json = JSON.stringify(updateOf(change, registration, unit));
    written[unit].set(change, json);
    return json;
  };
}
