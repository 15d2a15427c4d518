import type { AnswerOf, contract } from '@roadworthy/contract';
import { eventsPer100 } from '@roadworthy/domain';
import {
  type ColumnOf,
  driverCell,
  type Table,
  tableOf,
} from '../../../../platform/tables/index.ts';

type AbcRow = AnswerOf<typeof contract.driverBehaviour.abc>['results'][number];
type MobileyeRow = AnswerOf<typeof contract.driverBehaviour.mobileye>['results'][number];
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

/** Columns of a behaviour report, with the counts in the middle. */
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

/**
 * All counted events per 100 of the reader's distance units, as on the screen (requirement M-P11).
 */
const eventRate = <T extends Pick<AbcRow, 'distance'>>(
  counts: readonly ColumnOf<T>[],
  unit: 'MLS' | 'KMS',
): ColumnOf<T> => ({
  name: 'report.column.eventRate',
  type: 'rate',
  value: (row) => {
    const events = counts.reduce((sum, { value }) => sum + Number(value(row)), 0);
    return eventsPer100(events, row.distance, unit);
  },
});

/** Acceleration, braking, cornering, speeding and idling by subject (requirement M-P11). */
export function behaviourTable(rows: readonly AbcRow[], by: By, unit: 'MLS' | 'KMS'): Table {
  const counts = [
    summed<AbcRow>('report.column.harshAcceleration', (row) => row.harsh_acceleration),
    summed<AbcRow>('report.column.harshBraking', (row) => row.harsh_braking),
    summed<AbcRow>('report.column.harshCornering', (row) => row.harsh_cornering),
    summed<AbcRow>('report.column.speeding', (row) => row.speeding),
    summed<AbcRow>('report.column.idling', (row) => row.idling),
  ];
  return tableOf(
    rows,
    around(by, counts, [
      {
        name: 'report.column.idleTime',
        type: 'duration',
        value: (row) => row.idle_time,
        isSummed: true,
      },
      eventRate(counts, unit),
    ]),
  );
}

/** Warnings of driver assistance cameras by subject (requirement M-P12). */
export function mobileyeTable(rows: readonly MobileyeRow[], by: By, unit: 'MLS' | 'KMS'): Table {
  const counts = [
    summed<MobileyeRow>('report.column.forwardCollision', (row) => row.forward_collision),
    summed<MobileyeRow>('report.column.laneLeft', (row) => row.lane_departure_left),
    summed<MobileyeRow>('report.column.laneRight', (row) => row.lane_departure_right),
    summed<MobileyeRow>('report.column.headway', (row) => row.headway),
    summed<MobileyeRow>('report.column.pedestrian', (row) => row.pedestrian),
    summed<MobileyeRow>('report.column.speedLimit', (row) => row.speed_limit),
  ];
  return tableOf(rows, around(by, counts, [eventRate(counts, unit)]));
}
