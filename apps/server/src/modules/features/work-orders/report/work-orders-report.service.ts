import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { orNotFound } from '../../../../platform/errors.ts';
import { fileById, filesById } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { displayOf, readerOf, safeName } from '../../../../platform/tables/index.ts';
import { recordPhotos } from '../../records/index.ts';
import { timesOf } from '../times/work-orders-times.repository.ts';
import { defectsOfOrder, linesOf, visibleOrder } from '../work-orders.repository.ts';
import { documentFacts, orderPhotographs } from './work-orders-report.repository.ts';
import { workOrderReport } from './work-orders-report.ts';

/** Work orders as PDF. */
export class WorkOrderReports {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * An order in the viewer's language and time zone (UTC if they have none).
   *
   * @throws HttpError 404 if it does not exist or is not visible, 503 while too many reports are made
   */
  async pdf(viewer: Viewer, id: number): Promise<{ name: string; bytes: Buffer }> {
    const { db, files } = this.services;
    const found = await db.asViewer(viewer, async (trx) => {
      const order = orNotFound(await visibleOrder(trx, viewer, id));
      const facts = await documentFacts(trx, order.vehicle_id);
      const photographs = await orderPhotographs(trx, id);
      const reports = photographs.map((one) => one.report_file_id ?? one.file_id);
      const rows = new Map((await filesById(trx, reports)).map((file) => [file.id, file]));
      const fileOf = async (fileId: string | null) =>
        fileId === null ? null : ((await fileById(trx, fileId)) ?? null);
      return {
        order,
        facts,
        lines: await linesOf(trx, id),
        defects: await defectsOfOrder(trx, id),
        times: await timesOf(trx, id),
        photographs: photographs.map((one) => {
          const file = rows.get(one.report_file_id ?? one.file_id) ?? null;
          return { id: one.id, caption: one.caption, shows: 'repair' as const, file, report: file };
        }),
        logo: await fileOf(facts.logo_file_id),
        signature: await fileOf(order.signature_file_id),
        reader: await readerOf(trx, viewer),
        wording: await wordingOf(trx, order.customer_id, viewer.language),
      };
    });
    const { order, logo, signature, photographs, reader, wording } = found;
    const pictures = await recordPhotos(files, logo, signature, photographs);
    const display = {
      ...displayOf(viewer, reader, viewer.timeZone ?? 'UTC'),
      language: wording,
    };
    return {
      name: `work-order-${safeName(order.reference_number)}.pdf`,
      bytes: await makePdf(workOrderReport(found, pictures, display)),
    };
  }
}
