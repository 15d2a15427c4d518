import type { VehicleType } from '@roadworthy/domain';

/** When a vehicle works. */
export type Shift = 'early' | 'day' | 'late' | 'night';

/** Shifts of a fleet in turn; together they keep a part of it moving at any hour of a working day. */
export const SHIFTS: readonly Shift[] = ['day', 'night', 'early', 'late'];

/** A vehicle with its device, as the server's evaluation fleet names it. */
export interface SimulatedVehicle {
  /** What the device calls itself. */
  readonly number: string;
  readonly protocol: 'teltonika' | 'gt06' | 'jt808' | 'osmand';
  /** Of a Teltonika device. */
  readonly codec: 8 | '8E' | 16;
  readonly type: VehicleType;
  /** Name of the known place where it is at home. */
  readonly home: string;
  readonly shift: Shift;
  /** Driver's tag number as eight bytes in hexadecimal, or null. */
  readonly driverTag: string | null;
  readonly hasTemperature: boolean;
  readonly odometerM: number;
  /** Channels of its dash camera, from 0 to 4; of JT/T 808 devices only. */
  readonly cameras?: number;
}

/** What the simulator is told by the server that starts it. */
export interface FleetFile {
  readonly host: string;
  readonly ports: {
    readonly teltonika: number;
    readonly gt06: number;
    readonly jt808: number;
    readonly http: number;
  };
  readonly seed: string;
  /** First moment of the fleet's history, ms since 1970 UTC, at midnight. */
  readonly epochMs: number;
  /** Faults of its cameras on demand, as `parseFaults` reads them. */
  readonly cameraFaults?: string;
  readonly vehicles: readonly (SimulatedVehicle & {
    /** From when on its records are still to be sent. */
    readonly resumeMs: number;
  })[];
}
