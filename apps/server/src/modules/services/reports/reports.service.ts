import type { Viewer } from '../../../platform/auth/index.ts';
import { wordingOf } from '../../../platform/customer-texts/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { type ReportFile, safeName } from '../../../platform/tables/index.ts';
import { textOf } from '../../../platform/texts.ts';
import type { TraceService } from '../../features/trace/index.ts';
import { toGpx } from '../../features/trace/index.ts';
import { makeReport } from './reports-build.ts';
import type { ReportFormat, ReportKind, ReportQuery } from './reports-query.ts';
import { eventName, type Sources } from './reports-tables.ts';

export interface ReportSources extends Sources {
  readonly trace: TraceService;
}

/** Reports to download, and vehicle trails as GPX. */
export class ReportsService {
  constructor(
    private readonly db: Database,
    private readonly sources: ReportSources,
  ) {}

  /**
   * A report as a file.
   *
   * @throws HttpError 400 for an invalid range, an unsupported filter or too many rows, 403 without
   *   the module of the kind, 404 for a subject that is not visible
   */
  async download(
    viewer: Viewer,
    kind: ReportKind,
    query: ReportQuery & { readonly format: ReportFormat },
  ): Promise<ReportFile> {
    const { file } = await makeReport({ db: this.db, sources: this.sources }, viewer, kind, query);
    return file;
  }

  /**
   * The trail of a vehicle as GPX 1.1 (requirement M-P05).
   *
   * @throws HttpError 400 for an invalid range, 404 for an unknown vehicle
   */
  async gpx(
    viewer: Viewer,
    query: { readonly vehicle: number; readonly start: string; readonly end: string },
  ): Promise<ReportFile> {
    const trace = await this.sources.trace.trace(viewer, { ...query, shape: 'points' });
    const language = await this.db.asViewer(viewer, (trx) =>
      wordingOf(trx, viewer.customerId, viewer.language),
    );
    const words = {
      stop: textOf(language, 'report.stop'),
      event: ({ eventCode, name }: { eventCode: number; name: string }) =>
        eventName(language, eventCode, name),
    };
    return {
      name: `${safeName(trace.vehicle.registration)}_${query.start.slice(0, 10)}.gpx`,
      type: 'application/gpx+xml',
      bytes: await toGpx(trace, words, Date.now()),
    };
  }
}
