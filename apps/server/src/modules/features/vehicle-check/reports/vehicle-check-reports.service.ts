import type { CheckType } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { orNotFound } from '../../../../platform/errors.ts';
import { fileById } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  displayOf,
  type ReportFile,
  readerOf,
  safeName,
} from '../../../../platform/tables/index.ts';
import { photographsOf, recordPhotos } from '../../records/index.ts';
import { damagesOfReports } from '../damages/vehicle-check-damages.repository.ts';
import { zoneOf } from '../scope/vehicle-check-scope-filter.ts';
import { type StoredReport, visibleReport } from './vehicle-check-reports.repository.ts';
import {
  type ReportDetails,
  toReportDetails,
  type WholeReport,
} from './vehicle-check-reports-answer.ts';
import { wholeReportPdf } from './vehicle-check-reports-layout.ts';

/** A report with its photographs and damages. */
export async function withAttachments(
  trx: Transaction,
  report: StoredReport,
): Promise<WholeReport> {
  const owner = report.kind === 'DRV' ? 'driver_check_record_id' : 'vehicle_report_id';
  return {
    report,
    photographs: await photographsOf(trx, owner, report.id),
    damages: await damagesOfReports(trx, [report.id]),
  };
}

/** The file of a report's photograph; null if it has none. */
export async function fileOrNone(trx: Transaction, id: string | null) {
  return id === null ? null : ((await fileById(trx, id)) ?? null);
}

/** One report of any type, as data and as a PDF. */
export class ReportsService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * @param kind the only type it may have; null for any
   * @throws HttpError 404 if the report does not exist, is not visible or is of another type
   */
  read(viewer: Viewer, id: number, kind: CheckType | null = null): Promise<ReportDetails> {
    return this.services.db.asViewer(viewer, async (trx) =>
      toReportDetails(await this.#whole(trx, viewer, id, kind), this.services.files),
    );
  }

  /**
   * The report as a PDF, in the viewer's language, units and zone.
   *
   * @throws HttpError as {@link read}, and 503 if too many documents are being created
   */
  async pdf(
    viewer: Viewer,
    id: number,
    timeZone: string | undefined,
    kind: CheckType | null = null,
  ): Promise<ReportFile> {
    const { db, files } = this.services;
    const zone = zoneOf(viewer, timeZone);
    const { whole, logo, signature, reader } = await db.asViewer(viewer, async (trx) => {
      const found = await this.#whole(trx, viewer, id, kind);
      return {
        whole: found,
        logo: await fileOrNone(trx, found.report.logo_file_id),
        signature: await fileOrNone(trx, found.report.signature_file_id),
        reader: await readerOf(trx, viewer),
      };
    });
    const pictures = await recordPhotos(files, logo, signature, whole.photographs);
    const bytes = await makePdf(wholeReportPdf(whole, pictures, displayOf(viewer, reader, zone)));
    const { reference_number: reference, registration } = whole.report;
    const name = `${safeName(reference)}_${safeName(registration)}.pdf`;
    return { name, type: 'application/pdf', bytes };
  }

  async #whole(trx: Transaction, viewer: Viewer, id: number, kind: CheckType | null) {
    const report = orNotFound(await visibleReport(trx, viewer, id, kind));
    return withAttachments(trx, report);
  }
}
