import type { VehicleType } from '@roadworthy/domain';

/** Side views on a 24-pixel grid (requirement E-06), also used on the map. */
export const VEHICLE_PATHS: Readonly<Record<VehicleType, string>> = {
  CAR: 'M4 15v-3l2-5h9l4 5 1 1v2h-2a2 2 0 0 1-4 0h-4a2 2 0 0 1-4 0zM7 11h4V8.5H8zM12.5 11H17l-2-2.5h-2.5z',
  VAN: 'M3 15V7h11l4 4 2 1v3h-2a2 2 0 0 1-4 0h-4a2 2 0 0 1-4 0zM14 11h2.8L14 8.5z',
  STR: 'M2 15V6h11v9h-1a2 2 0 0 1-4 0H6.5a2 2 0 0 1-4 0zM14 15V9h4l3 3v3h-1a2 2 0 0 1-4 0z',
  BIK: 'M6 18a3 3 0 1 1 0-6 3 3 0 0 1 0 6zm0-2a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM18 18a3 3 0 1 1 0-6 3 3 0 0 1 0 6zm0-2a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM8 11h5l2-3h-2V6h4l2 6-3 1-1-2-2 4H9z',
};

const TYPE_NAMES: Readonly<Record<VehicleType, string>> = {
  CAR: 'CAR',
  VAN: 'VAN',
  STR: 'STR',
  BIK: 'BIK',
};

/** The icon of a vehicle type; default is the car (OP-040). */
export function VehicleIcon({
  type,
  size = 24,
}: {
  readonly type: VehicleType;
  readonly size?: number;
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      role="img"
      aria-label={TYPE_NAMES[type]}
    >
      <path fillRule="evenodd" d={VEHICLE_PATHS[type] ?? VEHICLE_PATHS.CAR} />
    </svg>
  );
}
