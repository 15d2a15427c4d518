import { setTimeout as sleep } from 'node:timers/promises';
import type { SystemCheck, SystemCheckState } from '@roadworthy/domain';
import type { LanguageReference } from '../../../platform/texts.ts';
import { CHECKS } from './checks/index.ts';
import { type Check, type CheckedParts, reasonOf, type Verdict } from './system-health-check.ts';
import { verdictTexts } from './system-health-texts.ts';

/** Longer than the limits within the checks; then a part hangs. */
const LIMIT_MS = 10_000;

/** The result of one check, in a language. */
export interface CheckResult {
  readonly name: SystemCheck;
  readonly state: SystemCheckState;
  readonly title: string;
  readonly finding: string;
  readonly advice: string | null;
}

async function verdictOf(check: Check, parts: CheckedParts): Promise<Verdict> {
  if (check.needsDatabase === true && parts.db === null) {
    return { state: 'unused', finding: 'noDatabase' };
  }
  try {
    const late = sleep(LIMIT_MS, null, { ref: false });
    const found = await Promise.race([check.look(parts), late]);
    return found ?? { state: 'error', finding: 'failed', values: { reason: 'ETIMEDOUT' } };
  } catch (error) {
    return { state: 'error', finding: 'failed', values: { reason: reasonOf(error) } };
  }
}

/** Runs all checks at the same time. A check that fails or hangs is an error of its own. */
export async function checkSystem(
  parts: CheckedParts,
  language: LanguageReference,
): Promise<CheckResult[]> {
  return Promise.all(
    CHECKS.map(async (check) => {
      const verdict = await verdictOf(check, parts);
      return {
        name: check.name,
        state: verdict.state,
        ...verdictTexts(check.name, verdict, language),
      };
    }),
  );
}
