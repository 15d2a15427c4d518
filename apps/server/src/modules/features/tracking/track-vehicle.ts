import type { AnswerOf, contract } from '@roadworthy/contract';
import { vehicleState } from '@roadworthy/domain';
import type { AddressFinder } from '../../core/fleet/index.ts';
import type { TrackRow } from './tracking.repository.ts';

export type TrackVehicle = AnswerOf<typeof contract.tracking.trackVehicle>;
type DisplayUnit = TrackVehicle['display_units'][number];

/** A time in the API format: ISO UTC in whole seconds (requirement S-13). */
export function utcText(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** The inputs of the display units. */
export interface DisplayFacts {
  readonly timeMs: number | null;
  readonly latitudeDeg: number | null;
  readonly longitudeDeg: number | null;
  readonly odometerM: number | null;
  readonly batteryPercent: number | null;
  readonly externalVoltageV: number | null;
  readonly batteryVoltageV: number | null;
  readonly temperatureC: number | null;
}

const unit = (
  unit_type: DisplayUnit['unit_type'],
  fill: Partial<Omit<DisplayUnit, 'unit_type'>>,
): DisplayUnit => ({ unit_type, date_value: null, value: null, text: null, ...fill });

/** The display units of requirement M-06; unknown values are null. */
export function displayUnits(facts: DisplayFacts, address: AddressFinder): DisplayUnit[] {
  const { timeMs, latitudeDeg, longitudeDeg } = facts;
  const place =
    latitudeDeg === null || longitudeDeg === null ? null : address(latitudeDeg, longitudeDeg);
  // The vehicle battery if the device is wired to it, otherwise the battery of the device.
  const volts = facts.externalVoltageV ?? facts.batteryVoltageV;
  return [
    unit('date_time', { date_value: timeMs === null ? null : utcText(timeMs) }),
    unit('address_location', { text: place }),
    unit('odo', { value: facts.odometerM }),
    unit('battery', {
      value: facts.batteryPercent,
      text: volts === null ? null : `${volts.toFixed(1)} V`,
      volts: volts === null ? null : Math.round(volts * 100) / 100,
    }),
    unit('temperature', { value: facts.temperatureC }),
  ];
}

/** Parses ids separated by commas. */
export function groupIds(groups: string): number[] {
  return groups === '' ? [] : groups.split(',').map(Number);
}

/** The current state of a vehicle (requirement M-P03). */
export function stateOf(row: TrackRow, nowMs: number): TrackVehicle['state'] {
  const { device_time_ms: timeMs, speed_kmh: speedKmh, ignition, is_private: isPrivate } = row;
  return vehicleState({ timeMs, speedKmh, ignition, isPrivate }, nowMs);
}

/** A database row in the form of the API. */
export function toTrackVehicle(row: TrackRow, nowMs: number, address: AddressFinder): TrackVehicle {
  const timeMs = row.device_time_ms;
  return {
    id: row.id,
    registration: row.registration,
    type: row.type,
    groups: groupIds(row.groups),
    lat: row.latitude,
    long: row.longitude,
    dir: row.heading_deg ?? 0,
    timestamp: timeMs === null ? null : utcText(timeMs),
    speed: row.speed_kmh ?? 0,
    ignition: row.ignition,
    state: stateOf(row, nowMs),
    driver:
      row.driver_id === null
        ? null
        : { id: row.driver_id, first_name: row.first_name ?? '', surname: row.surname ?? '' },
    device_fault: row.clock_fault,
    display_units: displayUnits(
      {
        timeMs,
        latitudeDeg: row.latitude,
        longitudeDeg: row.longitude,
        odometerM: row.odometer_m,
        batteryPercent: row.battery_percent,
        externalVoltageV: row.external_voltage_v,
        batteryVoltageV: row.battery_voltage_v,
        temperatureC: row.temperature_c,
      },
      address,
    ),
    ...(row.is_untracked ? { is_untracked: true as const } : {}),
  };
}
