import type { Transaction } from '../../../../platform/db/index.ts';

/** Removes what the driver has entered of the documents; their files stay for the drivers' file. */
export async function deleteEntered(trx: Transaction, onboardingId: number): Promise<void> {
  await trx
    .deleteFrom('agency_onboarding_documents')
    .where('onboarding_id', '=', onboardingId)
    .execute();
}
