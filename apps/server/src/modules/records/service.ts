import type { Viewer } from '../../platform/auth/index.ts';
import type { Transaction } from '../../platform/db/index.ts';
import { makePdf } from '../../platform/documents/index.ts';
import { notFound } from '../../platform/errors.ts';
import { fileById } from '../../platform/files/index.ts';
import type { Services } from '../../platform/services.ts';
import { displayOf, readerOf, safeName } from '../reports/index.ts';
import { defectReport } from './defect-report.ts';
import { inspectionReport } from './inspection-report.ts';
import { picturesOf } from './pictures.ts';
import {
  defectInSight,
  inspectionInSight,
  photographsOf,
  type RecordVehicle,
} from './repository.ts';

/** A report as it is sent. */
export interface ReportPdf {
  readonly name: string;
  readonly bytes: Buffer;
}

interface Stored {
  readonly vehicle: RecordVehicle;
  readonly record: { readonly signature_file_id: string | null };
}

/** Reports made of stored records (requirements G-92, G-93; ). */
export class RecordReports {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * The report of a defect as a PDF, in the viewer's language, units and zone (UTC without one).
   *
   * @throws HttpError 404 for a record that is not there or out of sight, 503 while many are made
   */
  async defect(viewer: Viewer, id: number): Promise<ReportPdf> {
    const { stored, pictures, display } = await this.#read(
      viewer,
      id,
      defectInSight,
      'defect_record_id',
    );
    const bytes = await makePdf(defectReport(stored, pictures, display));
    return { name: `defect-report_${safeName(stored.vehicle.registration)}.pdf`, bytes };
  }

  /**
   * The report of a safety inspection, as {@link defect}.
   *
   * @throws HttpError 404 for a record that is not there or out of sight, 503 while many are made
   */
  async inspection(viewer: Viewer, id: number): Promise<ReportPdf> {
    const { stored, pictures, display } = await this.#read(
      viewer,
      id,
      inspectionInSight,
      'inspection_record_id',
    );
    const bytes = await makePdf(inspectionReport(stored, pictures, display));
    const plate = safeName(stored.vehicle.registration);
    return { name: `safety-inspection-report_${id}_${plate}.pdf`, bytes };
  }

  /** Reads a record within the rights of the viewer; pictures are made when that has ended. */
  async #read<S extends Stored>(
    viewer: Viewer,
    id: number,
    find: (trx: Transaction, viewer: Viewer, id: number) => Promise<S | undefined>,
    column: 'defect_record_id' | 'inspection_record_id',
  ) {
    const { db, files } = this.services;
    const found = await db.asViewer(viewer, async (trx) => {
      const stored = await find(trx, viewer, id);
      if (stored === undefined) throw notFound();
      const { signature_file_id: signatureId } = stored.record;
      return {
        stored,
        signature: signatureId === null ? null : ((await fileById(trx, signatureId)) ?? null),
        photographs: await photographsOf(trx, column, id),
        reader: await readerOf(trx, viewer),
      };
    });
    const { stored, signature, photographs, reader } = found;
    return {
      stored,
      pictures: await picturesOf(files, stored.vehicle.logo, signature, photographs),
      display: displayOf(viewer, reader, viewer.timeZone ?? 'UTC'),
    };
  }
}
