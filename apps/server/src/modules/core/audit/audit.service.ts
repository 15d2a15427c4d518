import type { contract, QueryOf } from '@roadworthy/contract';
import { momentRange } from '@roadworthy/domain/time';
import { verifyChains } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { type ErrorMessage, notFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import {
  displayOf,
  MAX_ROWS,
  type ReportFile,
  readerOf,
  reportFile,
} from '../../../platform/tables/index.ts';
import { textOf } from '../../../platform/texts.ts';
import {
  type AuditFilter,
  type AuditRow,
  auditEntry,
  auditPage,
  withNames,
} from './audit.repository.ts';
import { subjectsOf } from './audit-subjects.ts';
import { auditTable } from './audit-table.ts';

type ListQuery = QueryOf<typeof contract.audit.list>;
type ExportQuery = QueryOf<typeof contract.audit.exportFile>;

/** Bounds for a range with one open end; they cover every possible entry. */
const FIRST_DAY = '2000-01-01';
const LAST_DAY = '2199-12-31';

function toEntry(row: AuditRow) {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    customer: row.customer_id,
    action: row.action,
    actor: { id: row.actor_id, name: row.actor_name },
    subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
    before: row.before,
    after: row.after,
    is_erased: row.salt === null,
  };
}

function filterOf(viewer: Viewer, query: Omit<ExportQuery, 'format'>): AuditFilter {
  const { start, end } = query;
  const zone = viewer.timeZone ?? query.time_zone ?? 'UTC';
  const range =
    start === undefined && end === undefined
      ? null
      : momentRange({ start: start ?? FIRST_DAY, end: end ?? LAST_DAY }, zone);
  if (range !== null && range.end <= range.start) {
    const detail: ErrorMessage = 'validation.end_not_after_start';
    throw wrongField('end', detail);
  }
  return {
    kind: query.kind ?? null,
    subject: query.subject === undefined ? null : subjectsOf(query.subject),
    actorId: query.actor ?? null,
    action: query.action ?? null,
    start: start === undefined ? null : (range?.start ?? null),
    end: end === undefined ? null : (range?.end ?? null),
    search: query.search,
  };
}

/** Reads, verifies and exports the audit log. */
export class AuditService {
  constructor(private readonly db: Database) {}

  /** A page of the log, newest first by default. */
  async list(viewer: Viewer, query: ListQuery) {
    const { limit, offset, orderBy, descending } = pageOf(query);
    const page = { limit, offset, oldestFirst: orderBy !== null && !descending };
    const filter = filterOf(viewer, query);
    const { count, isLimit, rows } = await this.db.asViewer(viewer, async (trx) => {
      const found = await auditPage(trx, viewer, filter, page);
      return { ...found, rows: await withNames(trx, found.rows) };
    });
    return { count, count_is_limit: isLimit, results: rows.map(toEntry) };
  }

  /**
   * One entry.
   *
   * @throws HttpError 404 for an entry that is unknown or not visible
   */
  async read(viewer: Viewer, id: number) {
    const [row] = await this.db.asViewer(viewer, async (trx) => {
      const found = await auditEntry(trx, viewer, id);
      return found === undefined ? [] : withNames(trx, [found]);
    });
    if (row === undefined) throw notFound();
    return toEntry(row);
  }

  /** Verifies every visible chain. */
  async check(viewer: Viewer) {
    const chains = await verifyChains(this.db, viewer);
    return {
      chains: chains.map(({ customerId, entries, brokenAt, head }) => ({
        customer: customerId,
        entries,
        broken_at: brokenAt,
        head,
      })),
    };
  }

  /**
   * The filtered entries as a file, newest first.
   *
   * @throws HttpError 400 if there are more rows than a file may have
   */
  async file(viewer: Viewer, { format, ...query }: ExportQuery): Promise<ReportFile> {
    const filter = filterOf(viewer, query);
    const most = MAX_ROWS[format];
    const page = { limit: most, offset: 0, oldestFirst: false };
    const { found, rows, reader } = await this.db.asViewer(viewer, async (trx) => {
      const entries = await auditPage(trx, viewer, filter, page);
      return {
        found: entries,
        rows: entries.isLimit ? [] : await withNames(trx, entries.rows),
        reader: await readerOf(trx, viewer),
      };
    });
    if (found.count > most || found.isLimit) {
      const detail: ErrorMessage = { code: 'export.too_many_rows_days', params: { most } };
      throw wrongField('format', detail);
    }
    const timeZone = viewer.timeZone ?? query.time_zone ?? 'UTC';
    const display = displayOf(viewer, reader, timeZone);
    const { language } = display;
    const madeAtMs = Date.now();
    const facts = [
      ['report.fact.customer', reader.customer],
      ['report.fact.zone', timeZone],
      ['report.fact.rows', String(rows.length)],
    ] as const;
    return reportFile(
      {
        title: textOf(language, 'audit.export.title'),
        facts: facts.flatMap(([label, value]) =>
          value === null ? [] : [[textOf(language, label), value] as const],
        ),
        table: auditTable(rows, language),
        display,
        madeAtMs,
        fileStem: `audit-log_${new Date(madeAtMs).toISOString().slice(0, 10)}`,
        range: '',
      },
      format,
    );
  }
}
