import { EMPTY_RECORD } from '@roadworthy/protocols';
import type { PositionRow } from './position-row.ts';

/**
 * A row of private use as it is stored: its time, the odometer, what keeps the device alive, and how far
 * the vehicle went. Neither place nor speed, ignition, driver, events or attributes
 * (docs/decisions/0016-private-use.md).
 *
 * @param wayM metres since the record before
 */
export function maskedRow(row: PositionRow, wayM: number): PositionRow {
  const { record } = row;
  return {
    ...row,
    record: {
      ...EMPTY_RECORD,
      timeMs: record.timeMs,
      odometerM: record.odometerM,
      externalVoltageV: record.externalVoltageV,
      batteryVoltageV: record.batteryVoltageV,
      batteryPercent: record.batteryPercent,
    },
    attributes: null,
    eventCodes: [],
    privateLegM: wayM,
  };
}
