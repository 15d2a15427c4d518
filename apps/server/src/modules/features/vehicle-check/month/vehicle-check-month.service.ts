import type { contract, QueryOf } from '@roadworthy/contract';
import { formatDate, toApiDate } from '@roadworthy/domain';
import { momentRange } from '@roadworthy/domain/time';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { JoinedPdf, makePdf } from '../../../../platform/documents/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type Display,
  displayOf,
  readerOf,
  safeName,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { recordPhotos } from '../../records/index.ts';
import type { ReportListRow } from '../lists/vehicle-check-lists.repository.ts';
import { reportsById } from '../reports/vehicle-check-reports.repository.ts';
import { fileOrNone, withAttachments } from '../reports/vehicle-check-reports.service.ts';
import { zoneOf } from '../scope/vehicle-check-scope-filter.ts';
import { depotHead, reportsBetween } from './vehicle-check-month.repository.ts';
import { chunksOf } from './vehicle-check-month-chunks.ts';
import { type MonthHead, monthCover, monthPages } from './vehicle-check-month-layout.ts';

/** Most reports in a document, more than one depot has in a month. */
const MAX_REPORTS = 2000;
/** A PDF that is streamed while it is created. */
export interface StreamedPdf {
  readonly name: string;
  readonly customerId: number;
  /** Number of reports in the complete document. */
  readonly total: number;
  readonly pieces: AsyncGenerator<Piece>;
}

/** The next bytes of a PDF, and the number of reports written so far. */
interface Piece {
  readonly bytes: Buffer;
  readonly done: number;
}

/** The bytes alone. */
export async function* bytesOf({ pieces }: StreamedPdf): AsyncGenerator<Buffer> {
  for await (const { bytes } of pieces) yield bytes;
}

/** The first and the last day of a month, as YYYY-MM-DD. */
function daysOfMonth(month: string): { start: string; end: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
  return { start: `${month}-01`, end: last };
}

/** All reports of a depot in a month as one PDF, with only a few reports in memory at a time. */
export class MonthService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * @throws HttpError 404 for a depot that is not visible, 400 for an unknown zone, a year out of
   *   range and more reports than a file may have
   */
  async pdf(
    viewer: Viewer,
    depotId: number,
    { month, type, time_zone }: QueryOf<typeof contract.vehicleCheck.monthReport>,
  ): Promise<StreamedPdf> {
    const zone = zoneOf(viewer, time_zone);
    if (month < '1970-01' || month > '2199-12') {
      throw wrongField('month', 'validation.year_out_of_range');
    }
    const range = momentRange(daysOfMonth(month), zone);
    const { db, files } = this.services;
    const { rows, depot, logo, reader } = await db.asViewer(viewer, async (trx) => {
      await checkVisibleDepot(trx, viewer, depotId);
      const found = orNotFound(await depotHead(trx, depotId));
      const of = { depotId, kind: type };
      return {
        rows: await reportsBetween(trx, of, range, MAX_REPORTS + 1),
        depot: found,
        logo: await fileOrNone(trx, found.logo_file_id),
        reader: await readerOf(trx, viewer),
      };
    });
    if (rows.length > MAX_REPORTS) {
      throw wrongField('month', { code: 'export.too_many_reports', params: { most: MAX_REPORTS } });
    }
    const display = displayOf(viewer, reader, zone);
    const pictures = await recordPhotos(files, logo, null, []);
    const head: MonthHead = {
      title: `${wordsOf(display, `vehicleCheck.type.${type}`)}, ${month}`,
      depot: depot.name,
      customer: depot.customer,
      logo: pictures.logo,
    };
    return {
      customerId: depot.customer_id,
      total: rows.length,
      name: `vehicle-check_${type.toLowerCase()}_${safeName(depot.name)}_${month}.pdf`,
      pieces: this.#pieces(viewer, head, rows, display),
    };
  }

  async *#pieces(
    viewer: Viewer,
    head: MonthHead,
    rows: readonly ReportListRow[],
    display: Display,
  ): AsyncGenerator<Piece> {
    // Documents are scheduled fairly: each person has one turn.
    const group = `month ${viewer.userId}`;
    const title = `${head.title}, ${head.depot}`;
    const joined = new JoinedPdf({ title, language: display.locale });
    yield { bytes: joined.head(), done: 0 };
    const cover = await makePdf(monthCover(head, rows, display), group);
    yield { bytes: joined.add(cover, title), done: 0 };
    let done = 0;
    const dayOf = (row: ReportListRow) => toApiDate(row.done_at.getTime(), display.dates.timeZone);
    for (const { isFirst, rows: some } of chunksOf(rows, dayOf)) {
      const reports = await this.#whole(viewer, some);
      const pages = await makePdf(monthPages(head, reports, display, joined.pages), group);
      const at = some[0]?.done_at.getTime() ?? 0;
      done += some.length;
      yield { bytes: joined.add(pages, isFirst ? formatDate(at, display.dates) : null), done };
    }
    yield { bytes: joined.end(), done };
  }

  /** Some reports with their photographs. */
  async #whole(viewer: Viewer, rows: readonly ReportListRow[]) {
    const { db, files } = this.services;
    const ids = rows.map(({ id }) => id);
    const found = await db.asViewer(viewer, async (trx) => {
      const reports = [];
      for (const report of await reportsById(trx, viewer, ids)) {
        const whole = await withAttachments(trx, report);
        reports.push({ whole, signature: await fileOrNone(trx, report.signature_file_id) });
      }
      return reports;
    });
    const reports = [];
    for (const { whole, signature } of found) {
      const pictures = await recordPhotos(files, null, signature, whole.photographs);
      reports.push({ whole, pictures });
    }
    return reports;
  }
}
