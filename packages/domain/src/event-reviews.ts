import { EVENT } from './event-codes.ts';

/** States of the review of an event. An event without a review is new. */
export const REVIEW_STATES = ['new', 'reviewed', 'coached', 'dismissed'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Reasons for which an event is dismissed. */
export const DISMISSAL_REASONS = ['false_alarm', 'duplicate', 'acceptable', 'other'] as const;
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];

/** Sides of a lane departure; one with an unknown side counts as left, so that none is lost. */
export const EVENT_SIDES = ['left', 'right'] as const;
export type EventSide = (typeof EVENT_SIDES)[number];

/** Severities of events, lowest first. */
export const EVENT_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export type EventSeverity = (typeof EVENT_SEVERITIES)[number];

/** Severities of the events that somebody should review. */
export const SERIOUS_SEVERITIES: readonly EventSeverity[] = ['high', 'critical'];

/** Largest number of events that one call reviews. */
export const MAX_REVIEWED_AT_ONCE = 100;

/** Event types above the lowest severity. */
const CODES: Readonly<Record<Exclude<EventSeverity, 'low'>, readonly number[]>> = {
  critical: [EVENT.collision, EVENT.rollOver, EVENT.panicButton],
  high: [
    EVENT.forwardCollision,
    EVENT.pedestrian,
    EVENT.driverFatigue,
    EVENT.phoneUse,
    EVENT.towing,
    EVENT.fuelTheft,
    EVENT.tampering,
    EVENT.signalJamming,
    EVENT.driverAbsent,
    EVENT.handsOffWheel,
    EVENT.noSeatBelt,
  ],
  medium: [
    EVENT.harshAcceleration,
    EVENT.harshBraking,
    EVENT.harshCornering,
    EVENT.overSpeed,
    EVENT.shock,
    EVENT.powerDisconnected,
    EVENT.laneDeparture,
    EVENT.followingTooClose,
    EVENT.frequentLaneChanges,
    EVENT.roadSignExceeded,
    EVENT.obstacle,
    EVENT.solidLineCrossed,
    EVENT.smoking,
    EVENT.distraction,
    EVENT.driverCameraBlocked,
    EVENT.drivingTimeExceeded,
    EVENT.blindSpotRear,
    EVENT.blindSpotLeft,
    EVENT.blindSpotRight,
    EVENT.otherCameraAlarm,
    EVENT.temperatureOutOfRange,
    EVENT.tyrePressure,
    EVENT.fuelAbnormal,
  ],
};

const BY_CODE: ReadonlyMap<number, EventSeverity> = new Map(
  (['medium', 'high', 'critical'] as const).flatMap((severity) =>
    CODES[severity].map((code) => [code, severity] as const),
  ),
);

/** The severity of an event type; `low` for types that are not listed. */
export function severityOf(code: number): EventSeverity {
  return BY_CODE.get(code) ?? 'low';
}
