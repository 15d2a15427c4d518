import { EMPTY_RECORD } from '@roadworthy/protocols';
import type { PositionRow } from './position-row.ts';

/**
 * A row of private use as it is stored: time, odometer, the values that keep the device alive, and
 * the distance. It has no position, speed, ignition, driver, events or attributes
 * (docs/decisions/0016-private-use.md).
 *
 * @param distanceM metres since the previous record
 */
export function maskedRow(row: PositionRow, distanceM: number): PositionRow {
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
    privateLegM: distanceM,
  };
}
