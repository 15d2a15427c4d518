import type { VehicleType } from '@roadworthy/domain';

/** Working hours of a vehicle. */
export type Shift = 'early' | 'day' | 'late' | 'night';

/** Shifts assigned in rotation, so that some vehicles move at every hour of a working day. */
export const SHIFTS: readonly Shift[] = ['day', 'night', 'early', 'late'];

/** A vehicle of the demo fleet with its device. */
export interface SimulatedVehicle {
  /** Number of the device. */
  readonly number: string;
  readonly protocol: 'teltonika' | 'gt06' | 'jt808' | 'osmand';
  /** Codec of a Teltonika device. */
  readonly codec: 8 | '8E' | 16;
  readonly type: VehicleType;
  /** Name of its home, a known place. */
  readonly home: string;
  readonly shift: Shift;
  /** Driver's tag number as eight bytes in hexadecimal, or null. */
  readonly driverTag: string | null;
  readonly hasTemperature: boolean;
  readonly odometerM: number;
  /** Channels of its dash camera, from 0 to 4; of JT/T 808 devices only. */
  readonly cameras?: number;
}

/** The configuration from the server that starts the simulator. */
export interface FleetFile {
  readonly host: string;
  readonly ports: {
    readonly teltonika: number;
    readonly gt06: number;
    readonly jt808: number;
    readonly http: number;
  };
  readonly seed: string;
  /** Start of the fleet's history, ms since 1970 UTC, at midnight. */
  readonly epochMs: number;
  /** Faults of its cameras on demand, as `parseFaults` reads them. */
  readonly cameraFaults?: string;
  readonly vehicles: readonly (SimulatedVehicle & {
    /** Time from which its records have not been sent. */
    readonly resumeMs: number;
  })[];
}
