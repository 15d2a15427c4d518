import type { Contract } from '@roadworthy/contract';

/** Screens of the driver who is signed in, made for the phone; they need no permission. */
export const OWN_PATHS: readonly string[] = [
  '/coaching/own',
  '/drivers-hours/own',
  '/driver-planning/own',
  '/driver-messages/own',
  '/driver-assignments/own',
  '/drivers-file/own',
];

/** The name of a call in the contract, such as `ownHours.read`. */
type CallName = {
  [M in keyof Contract & string]: `${M}.${keyof Contract[M] & string}`;
}[keyof Contract & string];

/** Calls whose last answer a driver's phone keeps, so that the screens above open without a network. */
export const KEPT_CALLS = [
  'signIn.currentUser',
  'signIn.userInfo',
  'platformInfo.config',
  'customTexts.own',
  'home.driver',
  'driverAssignments.own',
  'driverPlanning.own',
  'driverMessages.own',
  'driversFile.own',
  'ownHours.read',
  'coaching.own',
  'fairScores.own',
  'privateUse.own',
] as const satisfies readonly CallName[];

/** Changes of the screens above that a phone stores without a network, and sends later. */
export const LATER_CALLS = [
  'driverMessages.receive',
  'driverMessages.answer',
  'driverAssignments.sign',
  'driverAssignments.giveBack',
  'ownHours.answer',
  'coaching.answer',
] as const satisfies readonly CallName[];
export type LaterCall = (typeof LATER_CALLS)[number];

/** The cache with the kept answers of the user who is signed in. */
export const ANSWERS_CACHE = 'roadworthy-answers';
/** Header of a kept answer: the time at which it arrived, ISO 8601 in UTC. */
export const KEPT_AT_HEADER = 'X-Kept-At';
