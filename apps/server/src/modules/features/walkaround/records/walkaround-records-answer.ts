import type { AnswerOf, contract } from '@roadworthy/contract';
import { takesOffRoad, toApiDateTime } from '@roadworthy/domain';
import type { Files } from '../../../../platform/files/index.ts';
import type { Photograph } from '../../records/index.ts';
import { toCheckedItems } from '../../records/index.ts';
import type { CheckRow } from './walkaround-records.repository.ts';

export type DriverCheck = AnswerOf<typeof contract.walkaroundRecords.read>;

/** Captions and addresses of the photographs, in the same order. */
function addressesOf(files: Files, photographs: readonly Photograph[]) {
  return photographs.flatMap(({ caption, file }) =>
    file === null ? [] : [{ caption, address: files.signedAddress(file.id) }],
  );
}

/**
 * Converts a check to its API form.
 *
 * @param shortS checks that took less are marked as short, in seconds
 */
export function toDriverCheck(
  row: CheckRow,
  photographs: readonly Photograph[],
  shortS: number,
  files: Files,
): DriverCheck {
  const shown = addressesOf(files, photographs);
  return {
    id: row.id,
    type: 'DRV',
    reference_number: row.reference_number,
    date: toApiDateTime(row.checked_at.getTime()),
    vehicle: { id: row.vehicle_id, registration: row.registration },
    depot:
      row.depot_id === null || row.depot_name === null
        ? null
        : { id: row.depot_id, name: row.depot_name },
    driver: row.driver,
    odometer: row.odometer_m === null ? null : Number(row.odometer_m),
    place: row.place,
    result: row.defects === 0 ? 'pass' : 'fail',
    defects: row.defects,
    takes_off_road: row.items.some(
      ({ area, severity }) => severity !== null && takesOffRoad({ area, severity }),
    ),
    duration: row.duration_s,
    is_short: row.duration_s !== null && row.duration_s < shortS,
    ...toCheckedItems(row.items, shown),
    signature: row.signature_file_id === null ? null : files.signedAddress(row.signature_file_id),
    signed_name: row.signed_by,
    declaration: row.declaration,
    defect: row.defect_record_id,
  };
}
