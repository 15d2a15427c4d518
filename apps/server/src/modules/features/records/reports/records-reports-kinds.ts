import type { Transaction } from '../../../../platform/db/index.ts';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import type { Display } from '../../../../platform/tables/index.ts';
import { checkReport } from './check-report.ts';
import { defectReport } from './defect-report.ts';
import { inspectionReport } from './inspection-report.ts';
import {
  type Audience,
  checkToReport,
  type PhotographOwner,
  type RecordVehicle,
  visibleDefect,
  visibleInspection,
} from './records-reports.repository.ts';
import type { ServiceKind } from './records-reports-document.service.ts';
import type { Pictures } from './records-reports-pictures.ts';

export interface Stored {
  readonly vehicle: RecordVehicle;
  readonly record: { readonly signature_file_id: string | null };
}

/** Query and layout of one kind of report. */
export interface Kind<S extends Stored> {
  readonly find: (trx: Transaction, audience: Audience, id: number) => Promise<S | undefined>;
  readonly owner: PhotographOwner;
  /** The document service that can make it. */
  readonly service: ServiceKind | null;
  readonly layout: (stored: S, pictures: Pictures, display: Display) => PdfContent;
}

const kind = <S extends Stored>(of: Kind<S>): Kind<S> => of;
export const DEFECT = kind({
  find: visibleDefect,
  owner: 'defect_record_id',
  service: 'defect',
  layout: defectReport,
});
export const INSPECTION = kind({
  find: visibleInspection,
  owner: 'inspection_record_id',
  service: 'inspection',
  layout: inspectionReport,
});
export const CHECK = kind({
  find: checkToReport,
  owner: 'driver_check_record_id',
  service: null,
  layout: checkReport,
});
