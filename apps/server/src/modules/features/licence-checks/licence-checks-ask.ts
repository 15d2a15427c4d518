import {
  type LicenceChange,
  type LicenceCheckCause,
  plainLicenceNumber,
  toApiDate,
} from '@roadworthy/domain';
import { type Actor, recordChange } from '../../../platform/audit/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { pauseAfter } from '../../../platform/deliveries/index.ts';
import type { LicenceRecord, Outcome } from '../../../platform/official-services/index.ts';
import { textOf } from '../../../platform/texts.ts';
import { keepLicenceRecord } from '../drivers-file/index.ts';
import { mailRemindedPeople } from '../schedules/index.ts';
import {
  insertRun,
  keepState,
  type LicenceDriver,
  type LicenceState,
  lockedState,
} from './licence-checks.repository.ts';
import type { LicenceSource } from './licence-checks-source.ts';

type Answer = Outcome<LicenceRecord>;
/** Who asks, and why. */
export interface Asking {
  readonly cause: LicenceCheckCause;
  readonly actor: Actor;
}

/** Attempts after which a service that fails is left alone for a day. */
const MOST_ATTEMPTS = 8;
/** The first pause is 40 seconds. */
const FIRST_PAUSE = 3;
const DAY_S = 86_400;
/** A licence that the DVLA does not know is asked for again after this time, or with another number. */
const UNKNOWN_PAUSE_S = 7 * DAY_S;

/** When a licence is asked for again by itself, and how many attempts have failed by then. */
export function nextAttempt(
  outcome: Answer,
  attempts: number,
): { readonly pauseS: number | null; readonly attempts: number } {
  if (outcome.state === 'found') return { pauseS: null, attempts: 0 };
  if (outcome.state === 'not_found' || outcome.failure === 'refused') {
    return { pauseS: UNKNOWN_PAUSE_S, attempts: 0 };
  }
  if (outcome.blockS !== null) return { pauseS: Math.ceil(outcome.blockS), attempts };
  const failed = attempts + 1;
  return failed >= MOST_ATTEMPTS
    ? { pauseS: DAY_S, attempts: 0 }
    : { pauseS: pauseAfter(attempts + FIRST_PAUSE), attempts: failed };
}

async function mailChanges(
  trx: Transaction,
  driver: LicenceDriver,
  changes: readonly LicenceChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const name = `${driver.first_name} ${driver.surname}`;
  await mailRemindedPeople(trx, driver.customer_id, (wording) => {
    const lines = changes.map((one) => textOf(wording, `licenceChecks.change.${one}`)).join('\n');
    return [
      {
        subject: textOf(wording, 'licenceChecks.mail.subject', { name }),
        text: textOf(wording, 'licenceChecks.mail.body', { name, lines }),
      },
    ];
  });
}

const wordOf = (outcome: Answer) => (outcome.state === 'failed' ? outcome.failure : outcome.state);

async function keepAnswer(
  trx: Transaction,
  driver: LicenceDriver,
  outcome: Answer,
  { actor, cause }: Asking,
): Promise<void> {
  const now = new Date();
  const { customer_id: customerId, driver_id: driverId, first_name, surname } = driver;
  const before: LicenceState = await lockedState(trx, driver);
  const next = nextAttempt(outcome, before.attempts);
  const record = outcome.state === 'found' ? outcome.answer : null;
  await keepState(trx, driverId, {
    number: driver.licence_number ?? '',
    next_check_at: next.pauseS === null ? null : new Date(now.getTime() + next.pauseS * 1000),
    attempts: next.attempts,
    state: outcome.state,
    failure: outcome.state === 'failed' ? outcome.failure : null,
    asked_at: now,
    ...(record === null
      ? {}
      : { fetched_at: now, holder: `${record.firstNames} ${record.surname}`.trim() }),
  });
  await recordChange(trx, {
    customerId,
    actor,
    subject: { kind: 'driver_file', id: String(driverId), name: `${first_name} ${surname}` },
    action: 'changed',
    before: { asked_dvla_at: before.asked_at?.toISOString() ?? null },
    after: { asked_dvla_at: now.toISOString(), answer: wordOf(outcome) },
  });
  const changes =
    record === null
      ? []
      : await keepLicenceRecord(
          trx,
          { customerId, driverId, firstName: first_name, surname },
          record,
          { actor, today: toApiDate(now.getTime(), 'UTC') },
        );
  await insertRun(trx, {
    customer_id: customerId,
    driver_id: driverId,
    cause,
    user_id: actor.userId,
    user_name: actor.userId === null ? null : actor.name,
    outcome: wordOf(outcome),
    changes,
  });
  await mailChanges(trx, driver, changes);
}

/**
 * Asks the DVLA about the licence of a driver who has given a mandate, and stores the answer. Nothing of it
 * is logged outside the audit log.
 */
export async function askForLicence(
  db: Database,
  source: LicenceSource,
  driver: LicenceDriver,
  asking: Asking,
): Promise<void> {
  const number = plainLicenceNumber(driver.licence_number ?? '');
  if (number === null) return;
  const outcome = await source.ask(number);
  await db.asSystem((trx) => keepAnswer(trx, driver, outcome, asking));
}
