import type { AnswerOf, contract } from '@roadworthy/contract';
import { addDays, addMonths, momentsOf, today } from '../../ui/date-range/calendar.ts';

type Calls = typeof contract.coaching;
export type QueueRow = AnswerOf<Calls['queue']>['results'][number];
export type SessionRow = AnswerOf<Calls['sessions']>['results'][number];
export type Session = AnswerOf<Calls['session']>;
export type Effect = AnswerOf<Calls['effect']>;
export type OwnCoaching = AnswerOf<Calls['own']>;
export type OwnSession = OwnCoaching['sessions'][number];
export type OwnScore = OwnCoaching['scores'][number];
export type CoachedEvent = Session['event_list'][number];

type ScoreCalls = typeof contract.fairScores;
export type FairScore = AnswerOf<ScoreCalls['list']>['results'][number];
export type Candidates = AnswerOf<ScoreCalls['candidates']>;
export type Recognition = AnswerOf<ScoreCalls['recognise']>;

export const COACHING_WRITE = {
  kind: 'module',
  anyOf: ['Driver Behaviour'],
  write: true,
  refusesLimited: true,
} as const;

/** Keys of the lists in the cache. */
export const QUEUE_KEY = 'coaching_queue';
export const SESSIONS_KEY = 'coaching_session';
export const RECOGNITION_KEY = 'driver_recognition';
export const OWN_KEY = 'own-coaching';

export const nameOf = ({ driver }: Pick<FairScore, 'driver'>): string =>
  `${driver.first_name} ${driver.surname}`;

/** Today plus days, YYYY-MM-DD in UTC. */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A day of the API as a moment that `formatDate` shows as this day in UTC. */
export const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Queue and sessions show events. */
export const MAY_SEE_EVENTS = { kind: 'module', anyOf: ['Events'] } as const;

/**
 * The bounds of a month, YYYY-MM, or of the current one. Without a time zone of the person a score counts
 * the month in UTC, whatever the browser uses.
 */
export function momentsOfMonth(month: string | undefined, timeZone: string | null) {
  const zone = timeZone ?? 'UTC';
  const first = `${month ?? today(zone).slice(0, 7)}-01`;
  return momentsOf({ from: first, to: addDays(addMonths(first, 1), -1) }, zone);
}

/** The current month and the eleven before it, YYYY-MM, newest first. */
export function lastMonths(): readonly string[] {
  const now = new Date();
  return Array.from({ length: 12 }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - n, 1)).toISOString().slice(0, 7),
  );
}
