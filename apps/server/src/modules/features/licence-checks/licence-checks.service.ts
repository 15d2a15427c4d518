import type { AnswerOf, contract } from '@roadworthy/contract';
import { type LicenceCheckObstacle, plainLicenceNumber, toApiDate } from '@roadworthy/domain';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import {
  type LicenceDriver,
  licenceState,
  runsOf,
  visibleLicenceDriver,
} from './licence-checks.repository.ts';
import { askForLicence } from './licence-checks-ask.ts';
import { LicenceSource } from './licence-checks-source.ts';

type Check = AnswerOf<typeof contract.licenceChecks.read>;

const SHOWN_RUNS = 5;
/** An answer younger than this is not asked for again. */
const FRESH_MS = 5 * 60_000;

const lettersOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase();

/**
 * Why a licence cannot be checked; null if it can.
 *
 * @param today YYYY-MM-DD
 */
export function obstacleOf(
  driver: LicenceDriver,
  isConfigured: boolean,
  today: string,
): LicenceCheckObstacle | null {
  if (!isConfigured) return 'not_configured';
  if (driver.is_archived) return 'archived';
  if (plainLicenceNumber(driver.licence_number ?? '') === null) return 'no_number';
  if (driver.given_on === null || driver.given_on > today) return 'no_mandate';
  if (!driver.has_proof) return 'mandate_without_proof';
  return driver.until === null || driver.until < today ? 'mandate_expired' : null;
}

/** Checks of driving licences with the DVLA, and their state. */
export class LicenceChecksService {
  readonly #source: LicenceSource;

  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {
    this.#source = new LicenceSource(services);
  }

  /** @throws HttpError 404 for a driver who is not visible */
  read(viewer: Viewer, driverId: number): Promise<Check> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = orNotFound(await visibleLicenceDriver(trx, viewer, driverId));
      return this.#answer(trx, driver);
    });
  }

  /**
   * Asks the DVLA, unless its answer is less than five minutes old.
   *
   * @throws HttpError 404 for a driver who is not visible, 409 with the reason if nothing may be asked
   */
  async check(viewer: Viewer, driverId: number): Promise<Check> {
    const { db } = this.services;
    const { actor, driver, last } = await db.asViewer(viewer, async (trx) => ({
      actor: await actorOf(trx, viewer),
      driver: orNotFound(await visibleLicenceDriver(trx, viewer, driverId)),
      last: await licenceState(trx, driverId),
    }));
    const obstacle = this.#obstacle(driver);
    if (obstacle !== null) throw conflict(`licence_check.${obstacle}`);
    const isSame = last?.state === 'found' && last.number === driver.licence_number;
    if (!isSame || Date.now() - (last.fetched_at?.getTime() ?? 0) > FRESH_MS) {
      await askForLicence(db, this.#source, driver, { cause: 'manual', actor });
    }
    return this.read(viewer, driverId);
  }

  #obstacle(driver: LicenceDriver): LicenceCheckObstacle | null {
    return obstacleOf(driver, this.#source.isConfigured, toApiDate(Date.now(), 'UTC'));
  }

  async #answer(trx: Transaction, driver: LicenceDriver): Promise<Check> {
    const state = await licenceState(trx, driver.driver_id);
    const runs = await runsOf(trx, driver.driver_id, SHOWN_RUNS);
    const holder = state?.holder || null;
    const surname = lettersOf(driver.surname);
    return {
      obstacle: this.#obstacle(driver),
      mandate:
        driver.given_on === null || driver.until === null
          ? null
          : { given_on: driver.given_on, until: driver.until },
      state: state?.state ?? null,
      failure: state?.failure ?? null,
      asked_at: state?.asked_at?.toISOString() ?? null,
      fetched_at: state?.fetched_at?.toISOString() ?? null,
      next_check_at: state?.next_check_at?.toISOString() ?? null,
      holder,
      is_other_name: holder !== null && !lettersOf(holder).includes(surname),
      runs: runs.map(({ asked_at, user_name, ...run }) => ({
        ...run,
        asked_at: asked_at.toISOString(),
        user: user_name,
      })),
    };
  }
}
