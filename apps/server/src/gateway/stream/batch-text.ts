import { EMPTY_RECORD } from '@roadworthy/protocols';
import type { PositionRow } from '../position-row.ts';
import type { FaultRow } from '../position-store.ts';

/** A message stays well below the megabyte that NATS accepts. */
const MAX_CHARACTERS = 100_000;

/** The records of one message: rows for `positions`, or rows with an impossible time. */
export interface Batch {
  readonly rows: readonly PositionRow[];
  readonly faults: readonly FaultRow[];
}

/** The columns of a row, in a fixed order: names would be half of the bytes. */
function columnsOf({ record, ...row }: PositionRow): unknown[] {
  return [
    row.trackerId,
    row.customerId,
    row.vehicleId,
    row.timeMs,
    record.timeMs,
    record.fixValid ? 1 : 0,
    record.latitudeDeg,
    record.longitudeDeg,
    record.altitudeM,
    record.speedKmh,
    record.headingDeg,
    record.satellites,
    record.ignition,
    record.odometerM,
    record.externalVoltageV,
    record.batteryVoltageV,
    record.batteryPercent,
    record.temperatureC,
    record.driverTag,
    row.eventCodes,
    row.attributes,
    row.privateLegM,
  ];
}

function rowOf(columns: readonly unknown[]): PositionRow {
  const at = <T>(index: number) => columns[index] as T;
  return {
    trackerId: at(0),
    customerId: at(1),
    vehicleId: at(2),
    timeMs: at(3),
    digest: 0n,
    eventCodes: at(19),
    attributes: at(20),
    privateLegM: at(21),
    jumpKmh: null,
    record: {
      ...EMPTY_RECORD,
      timeMs: at(4),
      fixValid: at(5) === 1,
      latitudeDeg: at(6),
      longitudeDeg: at(7),
      altitudeM: at(8),
      speedKmh: at(9),
      headingDeg: at(10),
      satellites: at(11),
      ignition: at(12),
      odometerM: at(13),
      externalVoltageV: at(14),
      batteryVoltageV: at(15),
      batteryPercent: at(16),
      temperatureC: at(17),
      driverTag: at(18),
    },
  };
}

/** Texts of messages with these rows, in their order; each is a JSON array of arrays. */
export function rowTexts(rows: readonly PositionRow[]): string[] {
  const texts: string[] = [];
  let text = '';
  for (const row of rows) {
    const one = JSON.stringify(columnsOf(row));
    if (text !== '' && text.length + one.length > MAX_CHARACTERS) {
      texts.push(`{"rows":[${text}]}`);
      text = '';
    }
    text = text === '' ? one : `${text},${one}`;
  }
  if (text !== '') texts.push(`{"rows":[${text}]}`);
  return texts;
}

/** The text of a message with quarantined rows. Their whole record is stored as JSON. */
export function faultText(faults: readonly FaultRow[]): string {
  return JSON.stringify({
    faults: faults.map(({ row, fault }) => ({
      fault,
      columns: columnsOf(row),
      record: row.record,
    })),
  });
}

/**
 * Reads the text of a message.
 *
 * @throws SyntaxError if it is not JSON
 */
export function batchOf(text: string): Batch {
  const read = JSON.parse(text) as {
    readonly rows?: readonly (readonly unknown[])[];
    readonly faults?: readonly {
      readonly fault: FaultRow['fault'];
      readonly columns: readonly unknown[];
      readonly record: PositionRow['record'];
    }[];
  };
  return {
    rows: (read.rows ?? []).map(rowOf),
    faults: (read.faults ?? []).map(({ fault, columns, record }) => ({
      fault,
      row: { ...rowOf(columns), record },
    })),
  };
}
