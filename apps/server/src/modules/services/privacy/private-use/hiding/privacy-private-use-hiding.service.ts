import { isPrivateBy } from '@roadworthy/domain';
import type { Services } from '../../../../../platform/services.ts';
import type { OwnedRule } from '../../../../core/fleet/index.ts';
import {
  hideRecords,
  hideStates,
  rulesOfNow,
  showStates,
  type Whose,
} from './privacy-private-use-hiding.repository.ts';

/** A rule that began longer ago has reached every gateway. */
const NEW_FOR_MS = 5 * 60_000;
/** A private use that ended longer ago is already shown as ended. */
const OVER_FOR_MS = 5 * 60_000;
const STEP_MS = 60_000;

const whose = (rules: readonly OwnedRule[]): Whose => ({
  vehicleIds: rules.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId])),
  customerIds: rules.flatMap(({ vehicleId, customerId }) =>
    vehicleId === null ? [customerId] : [],
  ),
});

/** Whether a rule applied a moment ago and does not now. */
function endedJustNow(rule: OwnedRule, nowMs: number): boolean {
  for (let agoMs = 0; agoMs <= OVER_FOR_MS; agoMs += STEP_MS) {
    if (isPrivateBy(rule, nowMs - agoMs)) return agoMs > 0;
  }
  return rule.untilMs <= nowMs && rule.untilMs > nowMs - OVER_FOR_MS;
}

/**
 * Hides the last known position of every vehicle in private use, marks ended private use, and notifies
 * open maps. Gateways hide the records that they store (gateway/private-use.ts); this covers vehicles
 * that send nothing meanwhile. Idempotent.
 *
 * @param nowMs ms since 1970 UTC
 */
export async function hidePrivate(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  nowMs = Date.now(),
): Promise<void> {
  const states = await db.asSystem(async (trx) => {
    const rules = await rulesOfNow(trx);
    const now = rules.filter((rule) => isPrivateBy(rule, nowMs));
    const over = rules.filter((rule) => endedJustNow(rule, nowMs));
    const hidden = now.length === 0 ? [] : await hideStates(trx, whose(now));
    for (const rule of now) {
      if (rule.fromMs > nowMs - NEW_FOR_MS) await hideRecords(trx, whose([rule]), rule.fromMs);
    }
    const shown = over.length === 0 ? [] : await showStates(trx, whose(over), whose(now));
    return [...hidden, ...shown];
  });
  if (states.length > 0) bus.publish('positions.committed', { states });
}

/** Declares the job that hides vehicles when their private use begins. Call before `jobs.start`. */
export function registerHidingJob(services: Pick<Services, 'db' | 'bus' | 'jobs'>): void {
  services.jobs.register('private-use', () => hidePrivate(services), '* * * * *');
}
