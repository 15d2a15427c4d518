import { VehicleIcon } from '../../ui/vehicle-icon.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import { StateBadge } from './tracking-state-badge.tsx';

/** Type, registration and state of a vehicle. */
export function VehicleLabel({
  vehicle: { registration, state, type },
  iconPx = 24,
}: {
  readonly vehicle: TrackVehicle;
  readonly iconPx?: number;
}) {
  return (
    <>
      <VehicleIcon type={type} size={iconPx} />
      <strong>{registration}</strong>
      <StateBadge state={state} />
    </>
  );
}
