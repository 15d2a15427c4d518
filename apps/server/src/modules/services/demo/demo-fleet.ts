import { nearestPlace } from '@roadworthy/domain/geography';
import { type FleetFile, SHIFTS } from '@roadworthy/simulator';
import type { FleetVehicleRow } from './demo.repository.ts';

const CODECS = ['8E', 8, '8E', 16] as const;

type Simulated = FleetFile['vehicles'][number];

function simulated(row: FleetVehicleRow, index: number, resumeMs: number): Simulated {
  return {
    number: row.number,
    protocol: row.protocol,
    codec: CODECS[index % CODECS.length] ?? '8E',
    type: row.type,
    home: nearestPlace(row.depot_latitude, row.depot_longitude).place.name,
    shift: SHIFTS[Math.floor(index / 2) % SHIFTS.length] ?? 'day',
    driverTag: index % 3 === 0 ? row.tag_number : null,
    isElectric: row.is_electric,
    hasTemperature: row.type === 'STR' && index % 2 === 0,
    odometerM: 40_000_000 + index * 3_217_000,
    cameras: row.cameras,
    resumeMs,
  };
}

/**
 * A trailer behind a lorry of its depot; none if there is no such lorry. Drivers who sign in keep a
 * lorry without a trailer: their walkaround check is then that of one vehicle.
 */
function pulled(
  trailer: FleetVehicleRow,
  lorries: readonly [FleetVehicleRow, Simulated][],
): Omit<Simulated, 'resumeMs'>[] {
  const [, lorry] =
    lorries.find(
      ([row]) =>
        row.type === 'STR' &&
        !row.has_account &&
        row.depot_latitude === trailer.depot_latitude &&
        row.depot_longitude === trailer.depot_longitude,
    ) ?? [];
  if (lorry === undefined) return [];
  const { number, protocol } = trailer;
  const own = { number, protocol, codec: '8E' as const, driverTag: null, cameras: 0 };
  return [{ ...lorry, ...own, hasTemperature: false, pulledBy: lorry.number }];
}

/**
 * The vehicles of the simulated fleet, trailers last.
 *
 * @param resumeOf where the history of a vehicle goes on, ms since 1970 UTC
 */
export function simulatedVehicles(
  rows: readonly FleetVehicleRow[],
  resumeOf: (row: FleetVehicleRow) => number,
): Simulated[] {
  const driven = rows
    .filter((row) => !row.is_trailer)
    .map((row, index): [FleetVehicleRow, Simulated] => [row, simulated(row, index, resumeOf(row))]);
  const trailers = rows
    .filter((row) => row.is_trailer)
    .flatMap((row) =>
      pulled(row, driven).map((trailer) => ({ ...trailer, resumeMs: resumeOf(row) })),
    );
  return [...driven.map(([, vehicle]) => vehicle), ...trailers];
}
