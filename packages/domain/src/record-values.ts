/** Measured values of a record; null if the device did not report the value. */
export interface RecordValues {
  /** WGS 84 degrees of a fresh fix; null without one. */
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly speedKmh: number | null;
  /** Degrees clockwise from north, 0 to 359. */
  readonly headingDeg: number | null;
  readonly ignition: boolean | null;
  readonly odometerM: number | null;
  readonly externalVoltageV: number | null;
  readonly batteryVoltageV: number | null;
  readonly temperatureC: number | null;
  /** iButton, RFID or driver card number. */
  readonly driverTag: string | null;
}

/** No value reported. */
export const NO_VALUES: RecordValues = {
  latitudeDeg: null,
  longitudeDeg: null,
  speedKmh: null,
  headingDeg: null,
  ignition: null,
  odometerM: null,
  externalVoltageV: null,
  batteryVoltageV: null,
  temperatureC: null,
  driverTag: null,
};
