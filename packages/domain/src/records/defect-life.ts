import { isAdministrator, type Rights } from '../authorisation.ts';
import { ROLE_RIGHTS } from '../roles.ts';
import { VOR_SUFFIX } from '../vehicle-file/statuses.ts';

/** How far a defect has come. Each state follows from the one before; none is left out. */
export const DEFECT_STATES = [
  'reported',
  'verified',
  'assigned',
  'repaired',
  'signed_off',
] as const;
export type DefectState = (typeof DEFECT_STATES)[number];

/**
 * What a person does to a defect; `assign` gives it to a repairer, or to another one; `return` sends a
 * repair back that does not hold.
 */
export const DEFECT_STEPS = ['verify', 'assign', 'repair', 'sign_off', 'return'] as const;
export type DefectStep = (typeof DEFECT_STEPS)[number];

interface Move {
  readonly from: readonly DefectState[];
  readonly to: DefectState;
  /** Managers and administrators alone; else everybody who may write, drivers apart. */
  readonly isForManagers: boolean;
}

const MOVES: Readonly<Record<DefectStep, Move>> = {
  verify: { from: ['reported'], to: 'verified', isForManagers: true },
  assign: { from: ['verified', 'assigned'], to: 'assigned', isForManagers: true },
  repair: { from: ['assigned'], to: 'repaired', isForManagers: false },
  sign_off: { from: ['repaired'], to: 'signed_off', isForManagers: true },
  return: { from: ['repaired'], to: 'assigned', isForManagers: true },
};

/** The state that a step leads to; null where it does not follow from the state. */
export function defectAfter(state: DefectState, step: DefectStep): DefectState | null {
  const move = MOVES[step];
  return move.from.includes(state) ? move.to : null;
}

/** Managers and administrators: who assesses, signs off, and takes vehicles off the road. */
export function isRecordManager(rights: Rights): boolean {
  if (!ROLE_RIGHTS[rights.role].canWrite) return false;
  return rights.role === 'MANAGER' || isAdministrator(rights);
}

/**
 * Whether a person may take a step: assessing and signing off is for managers; repairing for all who
 * may write but drivers and limited users, who report.
 */
export function mayTakeStep(rights: Rights, step: DefectStep): boolean {
  if (MOVES[step].isForManagers) return isRecordManager(rights);
  return ROLE_RIGHTS[rights.role].canWrite && rights.role !== 'DRIVER' && !rights.isLimitedUser;
}

/** The steps that follow from a state and that a person may take, the one that leads on first. */
export function stepsFor(rights: Rights, state: DefectState): DefectStep[] {
  const steps = DEFECT_STEPS.filter(
    (step) => defectAfter(state, step) !== null && mayTakeStep(rights, step),
  );
  // Another repairer is the exception.
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
