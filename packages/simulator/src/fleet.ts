import type { VehicleType } from '@roadworthy/domain';

/** When a vehicle works; together they keep a third of the fleet moving at any hour. */
export const SHIFTS = ['day', 'night', 'long'] as const;
export type Shift = (typeof SHIFTS)[number];

/** A vehicle with its device, as the server's evaluation fleet names it. */
export interface SimulatedVehicle {
  /** IMEI of the device. */
  readonly number: string;
  readonly codec: 8 | '8E' | 16;
  readonly type: VehicleType;
  /** Name of the known place where it is at home. */
  readonly home: string;
  readonly shift: Shift;
  /** Driver's tag number as eight bytes in hexadecimal, or null. */
  readonly driverTag: string | null;
  readonly hasTemperature: boolean;
  readonly odometerM: number;
}

/** What the simulator is told by the server that starts it. */
export interface FleetFile {
  readonly host: string;
  readonly ports: { readonly teltonika: number };
  readonly seed: string;
  /** First moment of the fleet's history, ms since 1970 UTC, at midnight. */
  readonly epochMs: number;
  readonly vehicles: readonly (SimulatedVehicle & {
    /** From when on its records are still to be sent. */
    readonly resumeMs: number;
  })[];
}
