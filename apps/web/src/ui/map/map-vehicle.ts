import type { VehicleState, VehicleType } from '@roadworthy/domain';

/** A vehicle on the map. */
export interface MapVehicle {
  readonly id: number;
  readonly registration: string;
  readonly type: VehicleType;
  readonly state: VehicleState;
  readonly latitudeDeg: number;
  readonly longitudeDeg: number;
  readonly headingDeg: number;
}
