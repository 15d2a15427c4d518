import type { Severity } from './records/index.ts';

/** What a device reports as a fault of its vehicle. */
export const FAULT_KINDS = ['troubleCode', 'tyrePressure', 'camera'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** The severities that a fault of each kind can have; no device reports a dangerous one. */
export const FAULT_SEVERITIES = {
  troubleCode: ['advisory', 'minor', 'major'],
  tyrePressure: ['minor', 'major'],
  camera: ['advisory'],
} as const satisfies Readonly<Record<FaultKind, readonly Severity[]>>;

/** What happens when a new fault is found: a question in the next walkaround check, a defect, or nothing. */
export const FAULT_ACTIONS = ['ask', 'defect', 'list'] as const;
export type FaultAction = (typeof FAULT_ACTIONS)[number];
/** Of customers without rules of their own. */
export const DEFAULT_FAULT_ACTION: FaultAction = 'ask';

export const FAULT_STATES = ['open', 'ended'] as const;
export type FaultState = (typeof FAULT_STATES)[number];

/** Why a fault ended: no longer reported, repaired, or closed by a person. */
export const FAULT_ENDS = ['gone', 'repaired', 'closed'] as const;
export type FaultEnd = (typeof FAULT_ENDS)[number];

/** The keys of camera faults: covered or broken, no signal, no storage. */
export const CAMERA_FAULT_KEYS = ['camera', 'signal', 'storage'] as const;
export type CameraFaultKey = (typeof CAMERA_FAULT_KEYS)[number];

/** The key of a tyre fault that the device reports as an alarm, without a pressure that is compared. */
export const TYRE_ALARM_KEY = 'alarm';

/** The steps of the thread of a fault. */
export const FAULT_STEPS = [
  'earlier',
  'seen',
  'seen_again',
  'answered_ok',
  'answered_defect',
  'defect_reported',
  'defect_assessed',
  'defect_assigned',
  'defect_repaired',
  'defect_signed_off',
  'off_road',
  'back_on_road',
  'order_created',
  'order_started',
  'order_completed',
  'order_reopened',
  'note_added',
  'inspected',
  'figure',
  'ended',
  'came_back',
] as const;
export type FaultStep = (typeof FAULT_STEPS)[number];

/** What can follow in the thread of an open fault. */
export const FAULT_NEXT = ['defect', 'off_road', 'order', 'note', 'close'] as const;
export type FaultNext = (typeof FAULT_NEXT)[number];

/** More questions than that make a check too long; the worst faults are asked first. */
export const MAX_FAULT_QUESTIONS = 10;
