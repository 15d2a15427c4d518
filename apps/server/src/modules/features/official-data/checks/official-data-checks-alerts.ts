import type { TaxStatus } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import { mailRemindedPeople } from '../../schedules/index.ts';
import type { CheckedVehicle, KnownVehicle } from './official-data-checks.repository.ts';

const UNTAXED: ReadonlySet<TaxStatus | null> = new Set(['untaxed', 'not_taxed_for_road_use']);

type Warning = 'untaxed' | 'motFailed';

/** What became bad between two checks; the first check of a vehicle counts too. */
export function newWarnings(before: KnownVehicle | undefined, after: KnownVehicle): Warning[] {
  const isUntaxed = UNTAXED.has(after.tax_status) && !UNTAXED.has(before?.tax_status ?? null);
  const isKnownTest =
    before?.last_mot_result === after.last_mot_result && before?.last_mot_on === after.last_mot_on;
  const hasFailed = after.last_mot_result === 'failed' && !isKnownTest;
  return [
    ...(isUntaxed ? (['untaxed'] as const) : []),
    ...(hasFailed ? (['motFailed'] as const) : []),
  ];
}

/**
 * Mails that a vehicle is untaxed or that its MOT has failed, to the recipients of the reminders of due
 * dates (H-40), in the transaction of the check: once for each change.
 */
export async function sendWarnings(
  trx: Transaction,
  { customerId, registration }: CheckedVehicle,
  warnings: readonly Warning[],
): Promise<void> {
  if (warnings.length === 0) return;
  await mailRemindedPeople(trx, customerId, (wording) =>
    warnings.map((warning) => ({
      subject: textOf(wording, `officialData.mail.${warning}Subject`, { registration }),
      text: textOf(wording, `officialData.mail.${warning}`, { registration }),
    })),
  );
}
