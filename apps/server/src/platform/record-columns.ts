import type { RecordValues } from '@roadworthy/domain';

/** The columns of the measured values of a position or state. */
export interface RecordColumns {
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly speed_kmh: number | null;
  readonly heading_deg: number | null;
  readonly ignition: boolean | null;
  readonly odometer_m: number | null;
  readonly external_voltage_v: number | null;
  readonly battery_voltage_v: number | null;
  readonly temperature_c: number | null;
  readonly driver_tag: string | null;
}

/** The measured values of a row. */
export function valuesOf(row: RecordColumns): RecordValues {
  return {
    latitudeDeg: row.latitude,
    longitudeDeg: row.longitude,
    speedKmh: row.speed_kmh,
    headingDeg: row.heading_deg,
    ignition: row.ignition,
    odometerM: row.odometer_m,
    externalVoltageV: row.external_voltage_v,
    batteryVoltageV: row.battery_voltage_v,
    temperatureC: row.temperature_c,
    driverTag: row.driver_tag,
  };
}
