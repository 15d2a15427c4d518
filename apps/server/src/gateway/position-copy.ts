import { CopyWriter } from './copy-writer.ts';
import type { PositionRow } from './position-row.ts';
import { digestOf } from './record-digest.ts';

/** The columns of `positions` in the order in which {@link encodePositions} writes them. */
export const POSITION_COLUMNS = `vehicle_id, tracker_id, device_time, latitude, longitude, altitude_m,
  speed_kmh, heading_deg, satellites, fix_valid, ignition, odometer_m, external_voltage_v,
  battery_voltage_v, battery_percent, temperature_c, driver_tag, event_codes, attributes,
  record_digest, customer_id, private_leg_m, jump_kmh`;
const COLUMNS = 23;

function encodeRow(writer: CopyWriter, row: PositionRow): void {
  const { record } = row;
  writer.row(COLUMNS);
  const from = writer.offset;
  writer.int(row.vehicleId);
  writer.int(row.trackerId);
  writer.moment(row.timeMs);
  writer.double(record.latitudeDeg);
  writer.double(record.longitudeDeg);
  writer.real(record.altitudeM);
  writer.real(record.speedKmh);
  writer.smallint(record.headingDeg);
  writer.smallint(record.satellites);
  writer.boolean(record.fixValid);
  writer.boolean(record.ignition);
  writer.double(record.odometerM);
  writer.real(record.externalVoltageV);
  writer.real(record.batteryVoltageV);
  writer.real(record.batteryPercent);
  writer.real(record.temperatureC);
  writer.text(record.driverTag);
  writer.smallints(row.eventCodes);
  writer.json(row.attributes);
  row.digest = digestOf(writer.since(from));
  writer.bigint(row.digest);
  writer.int(row.customerId);
  // Not part of the digest: the repeat of a record must not count its distance again.
  writer.real(row.privateLegM);
  // Not part of it either: a repeat may be compared with another position.
  writer.real(row.jumpKmh);
}

/** Writers are reused: a buffer of a batch's size is expensive to allocate and to collect. */
const idle: CopyWriter[] = [];

/**
 * Encodes rows as binary COPY data of {@link POSITION_COLUMNS}, valid while `work` runs. Each row
 * gets its digest, over the bytes of vehicle, tracker, time and content: the stored bytes are the
 * ones compared.
 */
export async function withEncodedPositions(
  rows: readonly PositionRow[],
  work: (data: Buffer) => Promise<void>,
): Promise<void> {
  const writer = idle.pop() ?? new CopyWriter();
  writer.begin();
  for (const row of rows) encodeRow(writer, row);
  try {
    await work(writer.end());
  } finally {
    idle.push(writer);
  }
}
