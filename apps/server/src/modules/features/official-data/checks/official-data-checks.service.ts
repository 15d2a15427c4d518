import { type OfficialCause, plainRegistration } from '@roadworthy/domain';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { pauseAfter } from '../../../../platform/deliveries/index.ts';
import type { Outcome } from '../../../../platform/official-services/index.ts';
import type { Author } from '../../../core/activity-trail/index.ts';
import { applyOfficialDate } from '../dates/official-data-dates.service.ts';
import type { Answers, OfficialSources } from '../official-data-sources.ts';
import {
  type CheckedVehicle,
  insertCheck,
  keepTests,
  keepVehicle,
  knownVehicle,
} from './official-data-checks.repository.ts';
import { newWarnings, sendWarnings } from './official-data-checks-alerts.ts';
import { officialDues } from './official-data-checks-dues.ts';
import { checkedValues } from './official-data-checks-values.ts';

const DAY_MS = 86_400_000;
/** Nightly checks are spread from 00:30 to 05:30 UTC. */
const FIRST_MS = 1_800_000;
const SPREAD_MS = 5 * 3_600_000;
/** Knuth's multiplicative hash: neighbouring ids are spread evenly. */
const HASH = 2_654_435_761;

/** The time of the next nightly check of a vehicle, ms since 1970 UTC. */
export function nextNightMs(vehicleId: number, nowMs: number): number {
  const share = ((vehicleId * HASH) % 2 ** 32) / 2 ** 32;
  return (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS + FIRST_MS + Math.floor(share * SPREAD_MS);
}

const RETRIED: ReadonlySet<string> = new Set(['unavailable', 'no_answer', 'malformed']);
const PAUSED: ReadonlySet<string> = new Set(['rate_limited', 'key_refused']);

/** When a vehicle is checked next, and how many attempts have failed by then. */
export function nextCheck(
  answers: Answers,
  vehicleId: number,
  attempts: number,
  nowMs: number,
): { readonly atMs: number; readonly attempts: number } {
  const nightMs = nextNightMs(vehicleId, nowMs);
  const failures = [answers.dvla, answers.dvsa].flatMap((one) =>
    one?.state === 'failed' ? [one] : [],
  );
  const pauses = failures.flatMap(({ blockS, failure }) =>
    PAUSED.has(failure) && blockS !== null ? [blockS] : [],
  );
  const isRetried = failures.some(({ failure }) => RETRIED.has(failure));
  if (isRetried) pauses.push(pauseAfter(attempts));
  if (pauses.length === 0) return { atMs: nightMs, attempts: 0 };
  const atMs = nowMs + Math.ceil(Math.max(...pauses) * 1000);
  // A night later everything is asked anyway; the attempts start again then.
  return atMs < nightMs
    ? { atMs, attempts: isRetried ? attempts + 1 : attempts }
    : { atMs: nightMs, attempts: 0 };
}

const wordOf = (outcome: Outcome<unknown> | null): string | null =>
  outcome === null ? null : outcome.state === 'failed' ? outcome.failure : outcome.state;

async function keepAnswers(
  trx: Transaction,
  vehicle: CheckedVehicle,
  answers: Answers,
  { author, cause }: { readonly cause: OfficialCause; readonly author: Author | null },
): Promise<void> {
  const now = new Date();
  const plate = plainRegistration(vehicle.registration);
  const known = await knownVehicle(trx, vehicle.vehicleId);
  const next = nextCheck(answers, vehicle.vehicleId, known?.attempts ?? 0, now.getTime());
  await keepVehicle(trx, vehicle, plate, {
    ...checkedValues(answers, now),
    checked_at: now,
    next_check_at: new Date(next.atMs),
    next_cause: 'nightly',
    attempts: next.attempts,
  });
  if (answers.dvsa?.state === 'found') await keepTests(trx, vehicle, answers.dvsa.answer.tests);
  if (answers.dvsa?.state === 'not_found') await keepTests(trx, vehicle, []);
  await insertCheck(trx, vehicle, {
    cause,
    author,
    dvla: wordOf(answers.dvla),
    dvsa: wordOf(answers.dvsa),
  });
  const after = await knownVehicle(trx, vehicle.vehicleId);
  if (after !== undefined) await sendWarnings(trx, vehicle, newWarnings(known, after));
  for (const due of await officialDues(trx, vehicle)) await applyOfficialDate(trx, due);
}

/**
 * Asks the configured services about a vehicle and stores what they say: the answers, the tests, the due
 * dates of schedules and the differences. Nothing of it is logged.
 */
export async function checkVehicle(
  db: Database,
  sources: OfficialSources,
  vehicle: CheckedVehicle,
  why: { readonly cause: OfficialCause; readonly author: Author | null },
): Promise<Answers> {
  const answers = await sources.ask(vehicle.registration);
  await db.asSystem((trx) => keepAnswers(trx, vehicle, answers, why));
  return answers;
}
