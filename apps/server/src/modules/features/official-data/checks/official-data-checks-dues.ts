import type { Transaction } from '../../../../platform/db/index.ts';
import type { OfficialDue } from '../dates/official-data-dates.service.ts';
import type { CheckedVehicle } from './official-data-checks.repository.ts';
import { storedDates } from './official-data-checks-dues.repository.ts';

/** The due dates that the official services know of a vehicle; the MOT history before the enquiry. */
export async function officialDues(
  trx: Transaction,
  { customerId, vehicleId }: CheckedVehicle,
): Promise<readonly OfficialDue[]> {
  const stored = await storedDates(trx, vehicleId);
  if (stored === undefined) return [];
  const { dvla_mot_due_on, dvsa_mot_due_on, tax_due_on, tax_status } = stored;
  const of = { customerId, vehicleId };
  const mot = dvsa_mot_due_on ?? dvla_mot_due_on;
  return [
    // A vehicle that is not taxed has no date on which tax falls due.
    ...(tax_due_on === null || tax_status !== 'taxed'
      ? []
      : [{ ...of, date: 'tax', on: tax_due_on, source: 'dvla' } as const]),
    ...(mot === null
      ? []
      : [
          {
            ...of,
            date: 'mot',
            on: mot,
            source: dvsa_mot_due_on === null ? 'dvla' : 'dvsa',
          } as const,
        ]),
  ];
}
