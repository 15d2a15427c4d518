/** An event code as the device reports it (requirements E, device-protocols section 10). */
export interface DeviceEvent {
  /** For example 41 Harsh Braking. */
  readonly code: number;
  /** A pulse happens once; a state is repeated while it lasts and counts when it changes. */
  readonly kind: 'pulse' | 'state';
  /** For a state: whether it is on. Absent for a pulse. */
  readonly active?: boolean;
}

/** A value from the device that has no column; bytes are stored as hex text. */
export type AttributeValue = string | number | boolean;

/**
 * The record format common to all protocols: one moment of one device. Null means not reported.
 * Times are ms since 1970 UTC exactly as the device states them; the gateway checks whether they
 * are plausible.
 */
export interface DeviceRecord {
  /** Null if the protocol has no time (the gateway then uses the time of arrival). */
  readonly timeMs: number | null;
  /** Whether latitude and longitude are a fresh fix. */
  readonly fixValid: boolean;
  /** WGS 84 degrees, null without a position. */
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly altitudeM: number | null;
  readonly speedKmh: number | null;
  /** Degrees clockwise from north, 0 to 359. */
  readonly headingDeg: number | null;
  readonly satellites: number | null;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
  readonly externalVoltageV: number | null;
  readonly batteryVoltageV: number | null;
  readonly batteryPercent: number | null;
  readonly temperatureC: number | null;
  /** iButton, RFID or driver card number. */
  readonly driverTag: string | null;
  readonly events: readonly DeviceEvent[];
  /** All other values that the device sent, under the protocol's own names. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /** The device reports private use of the vehicle: no position may be stored. */
  readonly isPrivate?: boolean;
}

/** An empty record; decoders override its fields. */
export const EMPTY_RECORD: DeviceRecord = {
  timeMs: null,
  fixValid: false,
  latitudeDeg: null,
  longitudeDeg: null,
  altitudeM: null,
  speedKmh: null,
  headingDeg: null,
  satellites: null,
  ignition: null,
  odometerM: null,
  externalVoltageV: null,
  batteryVoltageV: null,
  batteryPercent: null,
  temperatureC: null,
  driverTag: null,
  events: [],
  attributes: {},
};
