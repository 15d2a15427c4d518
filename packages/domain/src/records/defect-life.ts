import { isAdministrator, type Rights } from '../authorisation.ts';
import { ROLE_RIGHTS } from '../roles.ts';
import { VOR_SUFFIX } from '../vehicle-file/statuses.ts';

/** States of a defect, in sequence; no state can be skipped. */
export const DEFECT_STATES = [
  'reported',
  'verified',
  'assigned',
  'repaired',
  'signed_off',
] as const;
export type DefectState = (typeof DEFECT_STATES)[number];

/**
 * Actions on a defect; `assign` assigns or reassigns it to a repairer; `return` sends back a repair
 * that was not successful.
 */
export const DEFECT_STEPS = ['verify', 'assign', 'repair', 'sign_off', 'return'] as const;
export type DefectStep = (typeof DEFECT_STEPS)[number];

interface Move {
  readonly from: readonly DefectState[];
  readonly to: DefectState;
  /** Only managers and administrators; otherwise all users with the right to write except drivers. */
  readonly isForManagers: boolean;
}

const MOVES: Readonly<Record<DefectStep, Move>> = {
  verify: { from: ['reported'], to: 'verified', isForManagers: true },
  assign: { from: ['verified', 'assigned'], to: 'assigned', isForManagers: true },
  repair: { from: ['assigned'], to: 'repaired', isForManagers: false },
  sign_off: { from: ['repaired'], to: 'signed_off', isForManagers: true },
  return: { from: ['repaired'], to: 'assigned', isForManagers: true },
};

/** The state after a step; null where the step is not possible in the current state. */
export function defectAfter(state: DefectState, step: DefectStep): DefectState | null {
  const move = MOVES[step];
  return move.from.includes(state) ? move.to : null;
}

/** Managers and administrators assess, sign off, and take vehicles off the road. */
export function isRecordManager(rights: Rights): boolean {
  if (!ROLE_RIGHTS[rights.role].canWrite) return false;
  return rights.role === 'MANAGER' || isAdministrator(rights);
}

/**
 * Whether a user may take a step. Managers assess and sign off; all users with the right to write
 * repair, except drivers and limited users, who only report.
 */
export function mayTakeStep(rights: Rights, step: DefectStep): boolean {
  if (MOVES[step].isForManagers) return isRecordManager(rights);
  return ROLE_RIGHTS[rights.role].canWrite && rights.role !== 'DRIVER' && !rights.isLimitedUser;
}

/** The steps that a user may take from a state, the usual next step first. */
export function stepsFor(rights: Rights, state: DefectState): DefectStep[] {
  const steps = DEFECT_STEPS.filter(
    (step) => defectAfter(state, step) !== null && mayTakeStep(rights, step),
  );
  // Reassignment is the exception.
  return state === 'assigned' ? steps.reverse() : steps;
}

const CODES: Readonly<Record<DefectState, string>> = {
  reported: '357913941',
  verified: '715827882',
  assigned: '1431655764',
  repaired: '1521134249',
  signed_off: '1610612734',
};

/**
 * The status of the activity of a defect (requirements G-82 to G-88).
 *
 * @param isVor whether the defect keeps its vehicle off the road
 */
export function defectStatus(state: DefectState, isVor: boolean): string {
  return `${CODES[state]}${isVor ? VOR_SUFFIX : ''}`;
}
