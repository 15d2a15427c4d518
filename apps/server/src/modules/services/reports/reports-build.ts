import { startOfDay, toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { type Range, rangeOf } from '../../../platform/range.ts';
import type { Table } from '../../../platform/tables/index.ts';
import {
  type Display,
  displayOf,
  MAX_ROWS,
  type Report,
  type ReportFile,
  rangeText,
  reportFile,
  safeName,
} from '../../../platform/tables/index.ts';
import { type TextKey, textOf } from '../../../platform/texts.ts';
import {
  type ReportFormat,
  type ReportKind,
  type ReportQuery,
  refuseUnusedChoices,
  refuseWithoutModule,
} from './reports-query.ts';
import { factsOf, type ReportSubjects, subjectsOf } from './reports-subjects.ts';
import { type Sources, tableOfKind } from './reports-tables.ts';

/** Whether a range covers whole days in its time zone, so that its dates suffice to describe it. */
function isOfWholeDays({ start, end, timeZone }: Range): boolean {
  return [start, end].every(
    (moment) => startOfDay(moment.getTime(), timeZone) === moment.getTime(),
  );
}

/** Name of the geofence that the report is limited to; null without a limit. */
function geofenceOf({ geofence }: ReportQuery, { columns, rows }: Table): string | null {
  if (geofence === undefined) return null;
  const name = rows[0]?.[columns.findIndex((column) => column.name === 'report.column.geofence')];
  return typeof name === 'string' ? name : String(geofence);
}

interface Made {
  readonly kind: ReportKind;
  readonly query: ReportQuery;
  readonly subjects: ReportSubjects;
  readonly display: Display;
  readonly range: Range;
  readonly table: Table;
}

/** Title, facts and file name of a report. */
function reportOf({ kind, query, subjects, display, range, table }: Made): Report {
  const text = (key: TextKey) => textOf(display.language, key);
  const shown = rangeText(range, isOfWholeDays(range), display);
  const { customer } = subjects.reader;
  const days = [range.start.getTime(), range.end.getTime() - 1].map((timeMs) =>
    toApiDate(timeMs, range.timeZone),
  );
  const { vehicle, driver, depots } = subjects;
  const isOneDepot = depots.length === 1 && query.vehicles === undefined;
  const subject = vehicle ?? driver ?? (isOneDepot ? (depots[0] ?? null) : null);
  const names = [kind, ...(subject === null ? [] : [safeName(subject)]), ...new Set(days)];
  return {
    title: text(`report.title.${kind}`),
    facts: [
      ...(customer === null ? [] : [[text('report.fact.customer'), customer] as const]),
      [text('report.fact.range'), shown],
      [text('report.fact.zone'), range.timeZone],
      ...factsOf(subjects, query, geofenceOf(query, table), display),
      [text('report.fact.rows'), String(table.rows.length)],
    ],
    table,
    display,
    madeAtMs: Date.now(),
    fileStem: names.join('_'),
    range: shown,
  };
}

/** A report as a file, with the data for its mail. */
export interface MadeReport {
  readonly report: Report;
  readonly file: ReportFile;
}

/**
 * Creates a report with the permissions of a person.
 *
 * @throws HttpError 400 for an invalid range, an unsupported filter or too many rows, 403 without
 *   the module of the kind, 404 for a subject that is not visible
 */
export async function makeReport(
  { db, sources }: { readonly db: Database; readonly sources: Sources },
  requester: Viewer,
  kind: ReportKind,
  { format, ...query }: ReportQuery & { readonly format: ReportFormat },
): Promise<MadeReport> {
  refuseWithoutModule(requester, kind);
  refuseUnusedChoices(kind, query);
  const range = rangeOf(requester, query);
  // The services divide days in the viewer's time zone; for a report this must be the zone of the
  // range.
  const viewer = { ...requester, timeZone: range.timeZone };
  const subjects = await subjectsOf(db, viewer, kind, query);
  const display = displayOf(viewer, subjects.reader, range.timeZone);
  const table = await tableOfKind(sources, kind, {
    viewer,
    display,
    range: {
      start: range.start.toISOString(),
      end: range.end.toISOString(),
      time_zone: range.timeZone,
    },
    query,
    vehicles: subjects.vehicles,
    maxRows: MAX_ROWS[format],
  });
  const report = reportOf({ kind, query, subjects, display, range, table });
  return { report, file: await reportFile(report, format) };
}
