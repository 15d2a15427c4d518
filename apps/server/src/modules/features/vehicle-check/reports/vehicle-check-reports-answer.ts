import type { AnswerOf, contract } from '@roadworthy/contract';
import { takesOffRoad } from '@roadworthy/domain';
import type { Files } from '../../../../platform/files/index.ts';
import type { Photograph } from '../../records/index.ts';
import { toCheckedItems } from '../../records/index.ts';
import type { DamageListRow } from '../lists/vehicle-check-lists.repository.ts';
import { toDamageRow, toReportRow } from '../lists/vehicle-check-lists-answers.ts';
import type { StoredReport } from './vehicle-check-reports.repository.ts';

export type ReportDetails = AnswerOf<typeof contract.vehicleCheck.details>;

/** A report with its photographs and damages. */
export interface WholeReport {
  readonly report: StoredReport;
  readonly photographs: readonly Photograph[];
  readonly damages: readonly DamageListRow[];
}

/** A report as returned by the API; URLs of photographs expire. */
export function toReportDetails(
  { report, photographs, damages }: WholeReport,
  files: Pick<Files, 'signedAddress'>,
): ReportDetails {
  const shown = photographs.flatMap(({ caption, file }) =>
    file === null ? [] : [{ caption, address: files.signedAddress(file.id) }],
  );
  const signature = report.signature_file_id;
  return {
    ...toReportRow(report),
    depot: report.depot,
    place: report.place,
    takes_off_road: report.items.some(
      ({ result, severity, area }) =>
        result === 'defect' && severity !== null && takesOffRoad({ severity, area }),
    ),
    ...toCheckedItems(report.items, shown),
    signature: signature === null ? null : files.signedAddress(signature),
    signed_name: report.signed_by,
    declaration: report.declaration,
    defect: report.defect_record_id,
    damages: damages.map((row) => toDamageRow(row, files)),
  };
}
