import type { Services } from '../../../../platform/services.ts';
import { OfficialSources } from '../official-data-sources.ts';
import { deleteChecks, followVehicles, takeDue } from './official-data-checks.repository.ts';
import { checkVehicle } from './official-data-checks.service.ts';

/** Vehicles that are added at once. */
const BATCH = 10_000;
/** How long the list of checks is kept. */
const KEPT_MS = 90 * 86_400_000;

/**
 * Checks the next vehicle that is due, if a service may be asked.
 *
 * @returns whether there may be more
 */
export async function checkNext(
  { db }: Pick<Services, 'db'>,
  sources: OfficialSources,
): Promise<boolean> {
  if (!sources.isConfigured || !(await sources.isReady())) return false;
  const due = await db.asSystem((trx) => takeDue(trx));
  if (due === undefined) return false;
  const { cause, ...vehicle } = due;
  await checkVehicle(db, sources, vehicle, { cause, author: null });
  return true;
}

/** Registers the checks of vehicles. Without a configured service it registers nothing. */
export function registerOfficialDataJobs(services: Pick<Services, 'config' | 'db' | 'jobs'>): void {
  const sources = new OfficialSources(services);
  if (!sources.isConfigured) return;
  const { db, jobs } = services;
  jobs.register(
    'official-data-vehicles',
    () =>
      db.asSystem(async (trx) => {
        await followVehicles(trx, BATCH);
        await deleteChecks(trx, Date.now() - KEPT_MS);
      }),
    '*/5 * * * *',
  );
  jobs.poll('official-data', () => checkNext(services, sources));
}
