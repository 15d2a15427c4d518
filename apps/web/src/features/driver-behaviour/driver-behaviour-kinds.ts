import type { AnswerOf, contract } from '@roadworthy/contract';
import { ADAS_WEIGHTS, BEHAVIOUR_WEIGHTS, EVENT } from '@roadworthy/domain';
import type { EventsAsked } from '../events/events-target.ts';

type AbcRow = AnswerOf<typeof contract.driverBehaviour.abc>['results'][number];
export type Trend = AnswerOf<typeof contract.driverBehaviour.abc>['trend'];
/** Common fields of all rows. */
export type Subject = Pick<
  AbcRow,
  'vehicle' | 'driver' | 'depot' | 'distance' | 'score' | 'previous_score'
>;
/** A row with its counts by field. */
export type BehaviourRow = Subject & Readonly<Record<string, unknown>>;

/** The counted events of one of the two screens, and the links of its rows. */
export interface BehaviourKind {
  readonly name: 'abc' | 'mobileye';
  readonly report: 'behaviour' | 'mobileye';
  /** Fields of a row that count events, in column order. */
  readonly counts: readonly string[];
  /** The events of each field, in the list of events. */
  readonly events: Readonly<Record<string, Pick<EventsAsked, 'codes' | 'side'>>>;
  /** Codes of all those events. */
  readonly codes: readonly number[];
  readonly hasIdleTime: boolean;
  /** Points deducted for one event in 100 miles, by the key of its text. */
  readonly weights: Readonly<Record<string, number>>;
}

/** Driver behaviour (requirement M-P11). */
export const ABC: BehaviourKind = {
  name: 'abc',
  report: 'behaviour',
  counts: ['harsh_acceleration', 'harsh_braking', 'harsh_cornering', 'speeding', 'idling'],
  events: {
    harsh_acceleration: { codes: [EVENT.harshAcceleration] },
    harsh_braking: { codes: [EVENT.harshBraking] },
    harsh_cornering: { codes: [EVENT.harshCornering] },
    speeding: { codes: [EVENT.overSpeed] },
    idling: { codes: [EVENT.excessiveIdling] },
  },
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
  events: {
    forward_collision: { codes: [EVENT.forwardCollision] },
    lane_departure_left: { codes: [EVENT.laneDeparture], side: 'left' },
    lane_departure_right: { codes: [EVENT.laneDeparture], side: 'right' },
    headway: { codes: [EVENT.followingTooClose] },
    pedestrian: { codes: [EVENT.pedestrian] },
    speed_limit: { codes: [EVENT.roadSignExceeded] },
  },
  codes: [75, 76, 77, 78, 80],
  hasIdleTime: false,
  weights: ADAS_WEIGHTS,
};

/** Rate of a counted event. */
export const countOf = (row: BehaviourRow, field: string): number => Number(row[field] ?? 0);

/** Sum of the counted events of a row. */
export const eventsOf = (row: BehaviourRow, kind: BehaviourKind): number =>
  kind.counts.reduce((sum, field) => sum + countOf(row, field), 0);

/** The events of a row in the days and the depot of the screen. */
export const eventsOfRow = (
  { vehicle, driver, depot }: Subject,
  days: NonNullable<EventsAsked['days']>,
  groupId: number | null,
): EventsAsked => ({
  days,
  vehicle: vehicle?.id,
  driver: driver?.id,
  depot: depot?.id ?? groupId ?? undefined,
});

/** The registration, the driver's or the depot's name. */
export function nameOf({ vehicle, driver, depot }: Subject): string {
  if (vehicle !== null) return vehicle.registration;
  if (driver !== null) return `${driver.first_name} ${driver.surname}`;
  return depot?.name ?? '';
}

/** The id of the vehicle, driver or depot of a row; a table has rows of one kind. */
export const subjectId = ({ vehicle, driver, depot }: Subject): number =>
  vehicle?.id ?? driver?.id ?? depot?.id ?? 0;
