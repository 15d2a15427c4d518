import type { contract, QueryOf } from '@roadworthy/contract';
import { formatDate } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { type ErrorMessage, wrongField } from '../../../../platform/errors.ts';
import { fileById } from '../../../../platform/files/index.ts';
import { knownText } from '../../../../platform/known-texts.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  displayOf,
  MAX_ROWS,
  type Report,
  type ReportFile,
  readerOf,
  reportFile,
  safeName,
} from '../../../../platform/tables/index.ts';
import { textOf } from '../../../../platform/texts.ts';
import { toActivity } from '../list/activity-json.ts';
import { type ActivityRow, activityPage } from '../list/vehicle-file-list.repository.ts';
import { refuseInvisible } from '../list/vehicle-file-list.service.ts';
import { type ActivityFilter, filterOf } from '../list/vehicle-file-list-filter.ts';
import { appendixOf, type BundledDocument } from './vehicle-file-export-appendix.ts';
import { activityTable } from './vehicle-file-export-table.ts';

type ExportQuery = QueryOf<typeof contract.vehicleFile.exportList>;

/** The date range of a filter as text; null if it has none. */
function daysOf({ start, end, mode }: ActivityFilter, display: Report['display']): string | null {
  if (start === null || end === null) return null;
  const dates = mode === 'documents' ? { ...display.dates, timeZone: 'UTC' } : display.dates;
  const [from, to] = [formatDate(start.getTime(), dates), formatDate(end.getTime() - 1, dates)];
  return from === to ? from : `${from} – ${to}`;
}

/** The documents of activities, oldest first, the order in which auditors read them. */
async function documentsOf(
  trx: Transaction,
  rows: readonly ActivityRow[],
  display: Report['display'],
): Promise<BundledDocument[]> {
  const documents: BundledDocument[] = [];
  for (const row of [...rows].reverse()) {
    const file = row.file_id === null ? undefined : await fileById(trx, row.file_id);
    if (file === undefined) continue;
    const dates = {
      ...display.dates,
      timeZone: row.fulfilled_at === null ? display.dates.timeZone : 'UTC',
    };
    const day = formatDate((row.fulfilled_at ?? row.created_at).getTime(), dates);
    const type = knownText(display.language, row.type_name);
    documents.push({ file, heading: `${row.registration} · ${type} · ${day}` });
  }
  return documents;
}

/** Exports of the list. */
export class ExportService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /**
   * The activities that match a filter, newest first, as CSV, XLSX, or one PDF with
   * their documents.
   *
   * @throws HttpError 400 for invalid dates and too many rows, 404 for filter values that are not
   *   visible
   */
  async file(viewer: Viewer, { format, ...query }: ExportQuery): Promise<ReportFile> {
    const filter = filterOf(query, null, '', viewer.timeZone);
    const most = MAX_ROWS[format];
    const { db, files } = this.services;
    const { found, reader } = await db.asViewer(viewer, async (trx) => {
      await refuseInvisible(trx, viewer, filter);
      const page = { limit: most, offset: 0, newestFirst: true };
      return {
        found: await activityPage(trx, viewer, filter, page),
        reader: await readerOf(trx, viewer),
      };
    });
    if (found.count > most || found.isLimit) {
      const detail: ErrorMessage = {
        code: 'export.too_many_rows_days_or_vehicle',
        params: { most },
      };
      throw wrongField('format', detail);
    }
    const timeZone = viewer.timeZone ?? query.time_zone ?? 'UTC';
    const display = displayOf(viewer, reader, timeZone);
    const { language } = display;
    const appendix =
      format === 'pdf'
        ? await appendixOf(
            files,
            await db.asViewer(viewer, (trx) => documentsOf(trx, found.rows, display)),
          )
        : null;
    const activities = found.rows.map(toActivity);
    const vehicle = filter.vehicleId === null ? null : (activities[0]?.vehicle ?? null);
    const range = daysOf(filter, display);
    const madeAtMs = Date.now();
    const names = [
      'vehicle-file',
      ...(vehicle === null ? [] : [safeName(vehicle.registration)]),
      new Date(madeAtMs).toISOString().slice(0, 10),
    ];
    const facts = [
      ['report.fact.customer', reader.customer],
      ['report.fact.range', range],
      ['report.fact.zone', timeZone],
      ['report.fact.vehicle', vehicle?.registration ?? null],
      ['report.fact.rows', String(activities.length)],
    ] as const;
    return reportFile(
      {
        title: textOf(language, 'vehicleFile.export.title'),
        facts: facts.flatMap(([label, value]) =>
          value === null ? [] : [[textOf(language, label), value] as const],
        ),
        table: activityTable(activities, language),
        display,
        madeAtMs,
        fileStem: names.join('_'),
        range: range ?? '',
        ...(appendix === null ? {} : { appendix }),
      },
      format,
    );
  }
}
