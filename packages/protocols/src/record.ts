import type { RecordValues } from '@roadworthy/domain';

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
export interface DeviceRecord extends RecordValues {
  /** Null if the protocol has no time (the gateway then uses the time of arrival). */
  readonly timeMs: number | null;
  /** Whether latitude and longitude are a fresh fix. */
  readonly fixValid: boolean;
  readonly altitudeM: number | null;
  readonly satellites: number | null;
  readonly batteryPercent: number | null;
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

/** Latitude and longitude in degrees; null for both if they are no place on earth. */
export function placeOf(
  latitudeDeg: number | null,
  longitudeDeg: number | null,
): { readonly latitudeDeg: number | null; readonly longitudeDeg: number | null } {
  const isPlace =
    latitudeDeg !== null &&
    longitudeDeg !== null &&
    Math.abs(latitudeDeg) <= 90 &&
    Math.abs(longitudeDeg) <= 180;
  return isPlace ? { latitudeDeg, longitudeDeg } : { latitudeDeg: null, longitudeDeg: null };
}
