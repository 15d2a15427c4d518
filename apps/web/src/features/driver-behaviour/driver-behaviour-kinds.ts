import type { AnswerOf, contract } from '@roadworthy/contract';
import { ADAS_WEIGHTS, BEHAVIOUR_WEIGHTS } from '@roadworthy/domain';

type AbcRow = AnswerOf<typeof contract.driverBehaviour.abc>['results'][number];
export type Trend = AnswerOf<typeof contract.driverBehaviour.abc>['trend'];
/** What every row has, whatever it counts. */
export type Subject = Pick<
  AbcRow,
  'vehicle' | 'driver' | 'depot' | 'distance' | 'score' | 'previous_score'
>;
/** A row with its counts by name. */
export type BehaviourRow = Subject & Readonly<Record<string, unknown>>;

/** What one of the two screens counts, and where its rows lead. */
export interface BehaviourKind {
  readonly name: 'abc' | 'mobileye';
  readonly report: 'behaviour' | 'mobileye';
  /** Fields of a row that count events, in the order of the columns. */
  readonly counts: readonly string[];
  /** Codes of those events, for the way to the events screen. */
  readonly codes: readonly number[];
  readonly hasIdleTime: boolean;
  /** Points off for one in 100 miles, by the name of its text. */
  readonly weights: Readonly<Record<string, number>>;
}

/** Driver behaviour (requirement M-P11). */
export const ABC: BehaviourKind = {
  name: 'abc',
  report: 'behaviour',
  counts: ['harsh_acceleration', 'harsh_braking', 'harsh_cornering', 'speeding', 'idling'],
  codes: [40, 41, 42, 43, 47],
  hasIdleTime: true,
  weights: BEHAVIOUR_WEIGHTS,
};

/** Warnings of driver assistance cameras (requirement M-P12). */
export const MOBILEYE: BehaviourKind = {
  name: 'mobileye',
  report: 'mobileye',
  counts: [
    'forward_collision',
    'lane_departure_left',
    'lane_departure_right',
    'headway',
    'pedestrian',
    'speed_limit',
  ],
  codes: [75, 76, 77, 78, 80],
  hasIdleTime: false,
  weights: ADAS_WEIGHTS,
};

/** How often one of the counted events happened. */
export const countOf = (row: BehaviourRow, field: string): number => Number(row[field] ?? 0);

/** All counted events of a row together. */
export const eventsOf = (row: BehaviourRow, kind: BehaviourKind): number =>
  kind.counts.reduce((sum, field) => sum + countOf(row, field), 0);

/** The registration, the driver's or the depot's name. */
export function nameOf({ vehicle, driver, depot }: Subject): string {
  if (vehicle !== null) return vehicle.registration;
  if (driver !== null) return `${driver.first_name} ${driver.surname}`;
  return depot?.name ?? '';
}

/** The id of whom a row is about; each table is about one sort of them. */
export const subjectId = ({ vehicle, driver, depot }: Subject): number =>
  vehicle?.id ?? driver?.id ?? depot?.id ?? 0;
