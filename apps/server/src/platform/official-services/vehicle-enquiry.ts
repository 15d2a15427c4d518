import { type MotStatus, plainRegistration, type TaxStatus } from '@roadworthy/domain';
import { z } from 'zod';
import type { Config } from '../config/index.ts';
import { askOfficial, type Outcome } from './ask.ts';
import { day, known, whole, word } from './values.ts';

const TAX: Readonly<Record<string, TaxStatus>> = {
  taxed: 'taxed',
  untaxed: 'untaxed',
  sorn: 'sorn',
  'not taxed for on road use': 'not_taxed_for_road_use',
};
const MOT: Readonly<Record<string, MotStatus>> = {
  valid: 'valid',
  'not valid': 'not_valid',
  'no details held by dvla': 'no_details',
  'no results returned': 'no_results',
};

const vehicle = z.object({
  registrationNumber: z.string(),
  taxStatus: known(TAX),
  taxDueDate: day,
  motStatus: known(MOT),
  motExpiryDate: day,
  make: word,
  colour: word,
  yearOfManufacture: whole,
  monthOfFirstRegistration: word,
  fuelType: word,
  engineCapacity: whole,
  co2Emissions: whole,
  revenueWeight: whole,
  markedForExport: z.boolean().nullish().catch(null),
  dateOfLastV5CIssued: day,
  typeApproval: word,
  wheelplan: word,
  euroStatus: word,
});

/** What the vehicle enquiry says of a vehicle; null for what it does not know. Days are YYYY-MM-DD. */
export type EnquiredVehicle = z.output<typeof vehicle>;

/**
 * Asks the DVLA vehicle enquiry service (VES API 1.2, POST /vehicle-enquiry/v1/vehicles).
 *
 * @param plate capitals and digits
 */
export function enquireVehicle(
  { key, timeoutMs, url }: NonNullable<Config['official']['dvla']>,
  plate: string,
): Promise<Outcome<EnquiredVehicle>> {
  return askOfficial({
    url: `${url}/vehicle-enquiry/v1/vehicles`,
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ registrationNumber: plate }),
    timeoutMs,
    read: (answer) => {
      const found = vehicle.parse(answer);
      ofPlate(found.registrationNumber, plate);
      return found;
    },
  });
}

/** @throws RangeError if the answer is that of another vehicle */
export function ofPlate(answered: string, plate: string): void {
  if (plainRegistration(answered) !== plate) throw new RangeError('official.other_registration');
}
