import { isPrivateBy } from '@roadworthy/domain';
import type { OwnedRule } from '../../../../../platform/db/index.ts';
import type { Services } from '../../../../../platform/services.ts';
import {
  currentRules,
  hideRecords,
  hideStates,
  showStates,
  type Targets,
} from './privacy-private-use-hiding.repository.ts';

/** A rule that began longer ago has reached all gateways. */
const NEW_FOR_MS = 5 * 60_000;
/** If private use ended longer ago, an earlier run has already shown it. */
const OVER_FOR_MS = 5 * 60_000;
const STEP_MS = 60_000;

const targetsOf = (rules: readonly OwnedRule[]): Targets => ({
  vehicleIds: rules.flatMap(({ vehicleId }) => (vehicleId === null ? [] : [vehicleId])),
  customerIds: rules.flatMap(({ vehicleId, customerId }) =>
    vehicleId === null ? [customerId] : [],
  ),
});

/** Whether a rule made a vehicle private in the last minutes, but no longer does. */
function endedJustNow(rule: OwnedRule, nowMs: number): boolean {
  for (let agoMs = 0; agoMs <= OVER_FOR_MS; agoMs += STEP_MS) {
    if (isPrivateBy(rule, nowMs - agoMs)) return agoMs > 0;
  }
  return rule.untilMs <= nowMs && rule.untilMs > nowMs - OVER_FOR_MS;
}

/**
 * Hides the last known position of vehicles that are in private use, shows that private use has
 * ended, and updates open maps. Gateways hide each record themselves before storing it
 * (gateway/private-use.ts); this covers vehicles that send no records meanwhile. Idempotent.
 *
 * @param nowMs ms since 1970 UTC
 */
export async function hidePrivate(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  nowMs = Date.now(),
): Promise<void> {
  const states = await db.asSystem(async (trx) => {
    const rules = await currentRules(trx);
    const now = rules.filter((rule) => isPrivateBy(rule, nowMs));
    const over = rules.filter((rule) => endedJustNow(rule, nowMs));
    const hidden = now.length === 0 ? [] : await hideStates(trx, targetsOf(now));
    for (const rule of now) {
      if (rule.fromMs > nowMs - NEW_FOR_MS) await hideRecords(trx, targetsOf([rule]), rule.fromMs);
    }
    const shown = over.length === 0 ? [] : await showStates(trx, targetsOf(over), targetsOf(now));
    return [...hidden, ...shown];
  });
  if (states.length > 0) bus.publish('positions.committed', { states });
}

/**
 * Registers the job that hides vehicles when their private use begins. Call it before `jobs.start`.
 */
export function registerHidingJob(services: Pick<Services, 'db' | 'bus' | 'jobs'>): void {
  services.jobs.register('private-use', () => hidePrivate(services), '* * * * *');
}
