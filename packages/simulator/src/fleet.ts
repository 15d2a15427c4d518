import type { DeviceProtocol, VehicleType } from '@roadworthy/domain';

/** Protocols of simulated devices. */
export type SimulatedProtocol = Extract<
  DeviceProtocol,
  'teltonika' | 'gt06' | 'jt808' | 'h02' | 'gps103' | 'osmand' | 'json'
>;

/** A vehicle's working hours. */
export type Shift = 'early' | 'day' | 'late' | 'night';

/** Shifts assigned in rotation, so that part of the fleet moves at any hour of a working day. */
export const SHIFTS: readonly Shift[] = ['day', 'night', 'early', 'late'];

/** A vehicle of the server's demo fleet, with its device. */
export interface SimulatedVehicle {
  /** The device's identifier in its protocol. */
  readonly number: string;
  readonly protocol: SimulatedProtocol;
  /** Codec of a Teltonika device. */
  readonly codec: 8 | '8E' | 16;
  readonly type: VehicleType;
  /** Name of its home depot, one of the known places. */
  readonly home: string;
  readonly shift: Shift;
  /** Driver's tag number: eight bytes in hexadecimal, or null. */
  readonly driverTag: string | null;
  readonly hasTemperature: boolean;
  readonly odometerM: number;
  /** An electric vehicle; default a combustion engine. */
  readonly isElectric?: boolean;
  /** With the protocol `json`: the path of the address of a data input. */
  readonly inputPath?: string;
  /** Channels of its dash camera, 0 to 4; JT/T 808 devices only. */
  readonly cameras?: number;
  /**
   * Of a trailer: number of the device of the vehicle that pulls it. The trailer is where this vehicle is, but for
   * each fourth day, on which it stands at the depot. Its other values must be those of the vehicle.
   */
  readonly pulledBy?: string;
}

/** Configuration that the server passes to the simulator. */
export interface FleetFile {
  readonly host: string;
  readonly ports: Readonly<Record<Exclude<SimulatedProtocol, 'osmand' | 'json'> | 'http', number>>;
  readonly seed: string;
  /** First moment of the fleet's history, ms since 1970 UTC, at midnight. */
  readonly epochMs: number;
  /** Interval of the live reports of moving vehicles. */
  readonly reportIntervalMs: number;
  /** Camera faults to simulate, in the format of `parseFaults`. */
  readonly cameraFaults?: string;
  readonly vehicles: readonly (SimulatedVehicle & {
    /** Start of the records that are still to be sent, ms since 1970 UTC. */
    readonly resumeMs: number;
  })[];
}

/** A van with a JT/T 808 camera device that belongs to no simulated fleet. */
export const cameraVehicle = (number: string): SimulatedVehicle => ({
  number,
  protocol: 'jt808',
  codec: 8,
  type: 'VAN',
  home: '',
  shift: 'day',
  driverTag: null,
  hasTemperature: false,
  odometerM: 0,
});
