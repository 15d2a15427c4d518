import { vehicleState } from '@roadworthy/domain';
import type { VehicleStateChange } from '../../../platform/bus/index.ts';
import { addressFinder } from '../../core/fleet/index.ts';
import { displayUnits, type TrackVehicle, utcText } from './track-vehicle.ts';

type Unit = 'MLS' | 'KMS';
type TrackUpdate = Omit<TrackVehicle, 'driver' | 'groups' | 'type'>;

/** Serialises a change for readers of a distance unit. */
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
    // Only a record with a plausible clock advances a last known state.
    device_fault: null,
    display_units: displayUnits({ ...change, timeMs }, addressFinder(unit)),
  };
}

/** Makes a writer that serialises each change once per unit, for all streams. */
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
