import type { AnswerOf, contract } from '@roadworthy/contract';
import { MILES_PER_KM, ratePer100Miles } from '@roadworthy/domain';
import { type ColumnOf, driverCell, type Table, tableOf } from '../table.ts';

type AbcRow = AnswerOf<typeof contract.behaviour.abc>['results'][number];
type MobileyeRow = AnswerOf<typeof contract.behaviour.mobileye>['results'][number];
type Subject = Pick<AbcRow, 'vehicle' | 'driver' | 'depot'>;
type By = 'vehicle' | 'driver' | 'depot';

const subjectCell = ({ vehicle, driver, depot }: Subject) =>
  vehicle?.registration ?? depot?.name ?? driverCell(driver);

const summed = <T>(name: ColumnOf<T>['name'], value: (row: T) => number): ColumnOf<T> => ({
  name,
  type: 'count',
  value,
  isSummed: true,
});

/** The columns on both sides of the counts. */
function around<T extends Subject & Pick<AbcRow, 'distance' | 'score' | 'previous_score'>>(
  by: By,
  counts: readonly ColumnOf<T>[],
  rest: readonly ColumnOf<T>[] = [],
): ColumnOf<T>[] {
  return [
    { name: `report.column.${by}`, type: 'text', value: subjectCell },
    {
      name: 'report.column.distance',
      type: 'distance',
      value: (row) => row.distance,
      isSummed: true,
    },
    ...counts,
    ...rest,
    { name: 'report.column.score', type: 'count', value: (row) => row.score },
    { name: 'report.column.previousScore', type: 'count', value: (row) => row.previous_score },
  ];
}

/** Events in 100 of the reader's distance units (requirement M-P11). */
function eventRate(events: number, distanceM: number, unit: 'MLS' | 'KMS'): number {
  return ratePer100Miles(events, distanceM) * (unit === 'KMS' ? MILES_PER_KM : 1);
}

/** Acceleration, braking, cornering, speeding and idling of each (requirement M-P11). */
export function behaviourTable(rows: readonly AbcRow[], by: By, unit: 'MLS' | 'KMS'): Table {
  const counts = [
    summed<AbcRow>('report.column.harshAcceleration', (row) => row.harsh_acceleration),
    summed<AbcRow>('report.column.harshBraking', (row) => row.harsh_braking),
    summed<AbcRow>('report.column.harshCornering', (row) => row.harsh_cornering),
    summed<AbcRow>('report.column.speeding', (row) => row.speeding),
    summed<AbcRow>('report.column.idling', (row) => row.idling),
  ];
  const rate = (row: AbcRow) => {
    const events = row.harsh_acceleration + row.harsh_braking + row.harsh_cornering + row.speeding;
    return eventRate(events, row.distance, unit);
  };
  return tableOf(
    rows,
    around(by, counts, [
      {
        name: 'report.column.idleTime',
        type: 'duration',
        value: (row) => row.idle_time,
        isSummed: true,
      },
      { name: 'report.column.eventRate', type: 'rate', value: rate },
    ]),
  );
}

/** Warnings of driver assistance cameras of each (requirement M-P12). */
export function mobileyeTable(rows: readonly MobileyeRow[], by: By, unit: 'MLS' | 'KMS'): Table {
  const counts = [
    summed<MobileyeRow>('report.column.forwardCollision', (row) => row.forward_collision),
    summed<MobileyeRow>('report.column.laneLeft', (row) => row.lane_departure_left),
    summed<MobileyeRow>('report.column.laneRight', (row) => row.lane_departure_right),
    summed<MobileyeRow>('report.column.headway', (row) => row.headway),
    summed<MobileyeRow>('report.column.pedestrian', (row) => row.pedestrian),
    summed<MobileyeRow>('report.column.speedLimit', (row) => row.speed_limit),
  ];
  const rate = (row: MobileyeRow) => {
    const warnings = counts.reduce((sum, { value }) => sum + Number(value(row)), 0);
    return eventRate(warnings, row.distance, unit);
  };
  return tableOf(
    rows,
    around(by, counts, [{ name: 'report.column.eventRate', type: 'rate', value: rate }]),
  );
}
