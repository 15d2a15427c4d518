import { EVENT } from './event-codes.ts';

/**
 * States of a coaching session: planned; held, which waits for the driver; acknowledged by the
 * driver's signature; closed after the follow-up.
 */
export const COACHING_STATES = ['planned', 'held', 'acknowledged', 'closed'] as const;
export type CoachingState = (typeof COACHING_STATES)[number];

/** What a coach does with a session. The driver's signature acknowledges it. */
export const COACHING_STEPS = ['hold', 'close', 'reopen'] as const;
export type CoachingStep = (typeof COACHING_STEPS)[number];

/** The states from which a step leads on, and the state after it. */
const STEPS: Readonly<
  Record<CoachingStep, { readonly from: readonly CoachingState[]; readonly to: CoachingState }>
> = {
  hold: { from: ['planned'], to: 'held' },
  close: { from: ['held', 'acknowledged'], to: 'closed' },
  reopen: { from: ['closed'], to: 'held' },
};

/** The state of a session after a step; null if the step does not follow. */
export function coachingAfter(state: CoachingState, step: CoachingStep): CoachingState | null {
  const { from, to } = STEPS[step];
  return from.includes(state) ? to : null;
}

/** Largest number of events and of agreed actions of one session. */
export const MAX_COACHED_EVENTS = 50;
export const MAX_COACHING_ACTIONS = 20;

/**
 * Events that a driver causes by driving, and that a session can change. Collisions and warnings
 * about the vehicle are left out, as they say little about the manner of driving.
 */
export const COACHED_EVENTS: readonly number[] = [
  EVENT.harshAcceleration,
  EVENT.harshBraking,
  EVENT.harshCornering,
  EVENT.overSpeed,
  EVENT.forwardCollision,
  EVENT.laneDeparture,
  EVENT.followingTooClose,
  EVENT.pedestrian,
  EVENT.roadSignExceeded,
  EVENT.frequentLaneChanges,
  EVENT.obstacle,
  EVENT.solidLineCrossed,
  EVENT.driverFatigue,
  EVENT.phoneUse,
  EVENT.smoking,
  EVENT.distraction,
  EVENT.noSeatBelt,
  EVENT.handsOffWheel,
];

/**
 * Figures of coaching whose events the list of events shows: the effect of a session counts the
 * coached events that are not dismissed; the fair score those of them whose class of road is known.
 */
export const COACHING_COUNTS = ['effect', 'score'] as const;
export type CoachingCount = (typeof COACHING_COUNTS)[number];

/** Weeks before and after a session that its effect can compare. */
export const EFFECT_WEEKS = [2, 4, 8, 12] as const;
export type EffectWeeks = (typeof EFFECT_WEEKS)[number];
/** Each of the two periods must have this distance, metres. */
export const MIN_EFFECT_M = 500_000;

/** What the events after a session say; `unclear` if chance explains the difference. */
export const EFFECT_VERDICTS = ['improved', 'worsened', 'unclear', 'too_little'] as const;
export type EffectVerdict = (typeof EFFECT_VERDICTS)[number];

/** Classes of road, by the average speed of a vehicle. */
export const EXPOSURE_CLASSES = ['urban', 'rural', 'motorway'] as const;
export type ExposureClass = (typeof EXPOSURE_CLASSES)[number];
/** A driver needs this distance in a month for a fair score, metres. */
export const MIN_SCORED_M = 300_000;

/** For what a driver is recognised. */
export const RECOGNITION_REASONS = ['best', 'improved', 'other'] as const;
export type RecognitionReason = (typeof RECOGNITION_REASONS)[number];
/** Candidates of each list. */
export const RECOGNISED_AT_MOST = 5;
