import { toApiDate } from '@roadworthy/domain';
import type { Services } from '../../../platform/services.ts';
import { refreshFiles } from '../drivers-file/index.ts';
import { deleteRuns, planDue, takeDue } from './licence-checks.repository.ts';
import { askForLicence } from './licence-checks-ask.ts';
import { LicenceSource } from './licence-checks-source.ts';

/** A check is asked for this long before it falls due, so that failures leave time. */
const LEAD_DAYS = 3;
/** How long the list of requests is kept. */
const KEPT_MS = 365 * 86_400_000;
const SYSTEM = { userId: null, name: 'Roadworthy' } as const;

const dueNow = () => ({ today: toApiDate(Date.now(), 'UTC'), leadDays: LEAD_DAYS });

/** Plans the checks that have become due. */
export async function planChecks({ db }: Pick<Services, 'db'>): Promise<void> {
  await db.asSystem(async (trx) => {
    await refreshFiles(trx, null);
    await planDue(trx, dueNow());
    await deleteRuns(trx, Date.now() - KEPT_MS);
  });
}

/**
 * Asks about the next licence whose check is due, if the service may be asked.
 *
 * @returns whether there may be more
 */
export async function checkNextLicence(
  { db }: Pick<Services, 'db'>,
  source: LicenceSource,
): Promise<boolean> {
  if (!(await source.isReady())) return false;
  const driver = await db.asSystem((trx) => takeDue(trx, dueNow()));
  if (driver === undefined) return false;
  await askForLicence(db, source, driver, { cause: 'due', actor: SYSTEM });
  return true;
}

/** Registers the checks that are due. Without a configured service it registers nothing. */
export function registerLicenceCheckJobs(services: Pick<Services, 'config' | 'db' | 'jobs'>): void {
  const source = new LicenceSource(services);
  if (!source.isConfigured) return;
  services.jobs.register('licence-checks', () => planChecks(services), '*/15 * * * *');
  services.jobs.poll('licence-checks-due', () => checkNextLicence(services, source));
}
