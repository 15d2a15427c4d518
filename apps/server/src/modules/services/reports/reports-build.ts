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
import { type Chosen, chosenOf, factsOf } from './reports-chosen.ts';
import {
  type Question,
  type ReportFormat,
  type ReportKind,
  refuseUnusedChoices,
  refuseWithoutModule,
} from './reports-question.ts';
import { type Sources, tableOfKind } from './reports-tables.ts';

/** Whether a range consists of whole days of its zone, so that its days describe it completely. */
function isOfWholeDays({ start, end, timeZone }: Range): boolean {
  return [start, end].every(
    (moment) => startOfDay(moment.getTime(), timeZone) === moment.getTime(),
  );
}

/** The geofence of a visits report, if one was selected. */
function geofenceOf({ geofence }: Question, { columns, rows }: Table): string | null {
  if (geofence === undefined) return null;
  const name = rows[0]?.[columns.findIndex((column) => column.name === 'report.column.geofence')];
  return typeof name === 'string' ? name : String(geofence);
}

interface Made {
  readonly kind: ReportKind;
  readonly question: Question;
  readonly chosen: Chosen;
  readonly display: Display;
  readonly range: Range;
  readonly table: Table;
}

/** Texts and metadata around the rows. */
function reportOf({ kind, question, chosen, display, range, table }: Made): Report {
  const text = (key: TextKey) => textOf(display.language, key);
  const shown = rangeText(range, isOfWholeDays(range), display);
  const { customer } = chosen.reader;
  const days = [range.start.getTime(), range.end.getTime() - 1].map((timeMs) =>
    toApiDate(timeMs, range.timeZone),
  );
  const subject = chosen.vehicle ?? chosen.driver ?? chosen.depot;
  const names = [kind, ...(subject === null ? [] : [safeName(subject)]), ...new Set(days)];
  return {
    title: text(`report.title.${kind}`),
    facts: [
      ...(customer === null ? [] : [[text('report.fact.customer'), customer] as const]),
      [text('report.fact.range'), shown],
      [text('report.fact.zone'), range.timeZone],
      ...factsOf(chosen, question, geofenceOf(question, table), display),
      [text('report.fact.rows'), String(table.rows.length)],
    ],
    table,
    display,
    madeAtMs: Date.now(),
    fileStem: names.join('_'),
    range: shown,
  };
}

/** A report as a file, with the texts for a mail. */
export interface MadeReport {
  readonly report: Report;
  readonly file: ReportFile;
}

/**
 * Creates a report limited to what a person may see.
 *
 * @throws HttpError 400 for an invalid range, a filter that the kind does not support and too many rows,
 *   403 without the module of the kind, 404 for invisible subjects
 */
export async function makeReport(
  { db, sources }: { readonly db: Database; readonly sources: Sources },
  asker: Viewer,
  kind: ReportKind,
  { format, ...question }: Question & { readonly format: ReportFormat },
): Promise<MadeReport> {
  refuseWithoutModule(asker, kind);
  refuseUnusedChoices(kind, question);
  const range = rangeOf(asker, question);
  // The services use the viewer's zone for days: set it to the zone of the range.
  const viewer = { ...asker, timeZone: range.timeZone };
  const chosen = await chosenOf(db, viewer, kind, question);
  const display = displayOf(viewer, chosen.reader, range.timeZone);
  const table = await tableOfKind(sources, kind, {
    viewer,
    display,
    range: {
      start: range.start.toISOString(),
      end: range.end.toISOString(),
      time_zone: range.timeZone,
    },
    question,
    vehicles: chosen.vehicles,
    maxRows: MAX_ROWS[format],
  });
  const report = reportOf({ kind, question, chosen, display, range, table });
  return { report, file: await reportFile(report, format) };
}
