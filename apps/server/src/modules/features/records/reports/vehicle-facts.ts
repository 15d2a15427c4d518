import { distanceFromMetres, formatNumber } from '@roadworthy/domain';
import { placeText } from '../../../../platform/known-texts.ts';
import type { Display } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import { statusText } from '../../vehicle-file/index.ts';
import type { RecordVehicle } from './records-reports.repository.ts';

/** Facts that all kinds of records have. */
export interface RecordFacts {
  readonly reference_number: string;
  readonly place: string | null;
  readonly odometer_m: string | null;
}

/** Vehicle, customer, place, odometer and status of a record, with their labels. */
export function vehicleFacts(
  display: Display,
  reference: 'DEFECT' | 'SAFETY_INSPECTION' | 'DRIVER_CHECK',
  vehicle: RecordVehicle,
  record: RecordFacts,
): (readonly [TextKey, string | null])[] {
  const { odometer_m: odometerM, place } = record;
  const odometer =
    odometerM === null
      ? null
      : formatNumber(distanceFromMetres(Number(odometerM), display.unit), display.locale, 0);
  const status = { activity_type_reference: reference, status: vehicle.status };
  return [
    ['records.fact.registration', vehicle.registration],
    ['records.fact.customer', vehicle.customer],
    ['records.fact.model', vehicle.manufacturer_model],
    ['records.fact.vin', vehicle.vin],
    ['records.fact.reference', record.reference_number],
    ['records.fact.status', statusText(status, display.language)],
    ['records.fact.place', place === null ? null : placeText(display.language, place)],
    ['records.fact.odometer', odometer],
    ['records.fact.zone', display.dates.timeZone],
  ];
}
