import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import {
  conflict,
  fieldConflict,
  forbidden,
  notFound,
  orNotFound,
} from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import {
  type ArchivableRow,
  allOf,
  archiveRows,
  idsOf,
  recordRow,
  recordRows,
} from '../../../platform/resource.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { listFile } from '../../../platform/tables/index.ts';
import { customerFor, refusingTaken, throwIfInvalid } from '../customers/index.ts';
import { ENTRY_COLUMNS } from './catalogue.columns.ts';
import {
  archiveEntries,
  type EntryRow,
  entryNameIsTaken,
  entryPage,
  knownEntries,
  type ListKind,
  lockEntries,
  removeEntries,
  writeCategory,
  writeRepairer,
} from './catalogue.repository.ts';

type Calls = typeof contract.catalogue;
type ListQuery = QueryOf<Calls['list']>;
type Entry = AnswerOf<Calls['read']>;
type OwnKind = 'repairer' | 'geofence_category';

/** The fields of a list's form that are stored here. */
type OwnBody =
  | ({ readonly kind: 'repairer' } & BodyOf<Calls['createRepairer']>)
  | ({ readonly kind: 'geofence_category' } & BodyOf<Calls['createCategory']>);

function refuseName(): never {
  throw fieldConflict('name', 'list_entry.name_taken');
}

function write(trx: Transaction, of: { customerId: number; id: number | null }, body: OwnBody) {
  return body.kind === 'repairer' ? writeRepairer(trx, of, body) : writeCategory(trx, of, body);
}

/** An entry of a list as the audit log stores it. */
const describing =
  (kind: ListKind) =>
  ({ id, name, customer, archived, colour, email, phone }: EntryRow): ArchivableRow => ({
    customerId: customer,
    subject: { kind, id: String(id), name },
    facts: colour === null ? { name, email, phone } : { name, colour },
    isArchived: archived,
    kept: null,
  });

/** Locks entries. Built-in entries cannot be changed. */
async function ownEntries(
  trx: Transaction,
  viewer: Viewer,
  kind: ListKind,
  ids: readonly number[],
): Promise<readonly EntryRow[]> {
  const rows = await allOf(ids, async (wanted) => {
    await lockEntries(trx, kind, wanted);
    return knownEntries(trx, viewer, kind, wanted);
  });
  if (rows.some(({ customer }) => customer === null)) {
    throw forbidden('list_entry.built_in');
  }
  return rows;
}

/** Lists kept by administrators: types, repairers, geofence categories (O-P01, RP-21 to RP-23). */
export class CatalogueListsService {
  constructor(private readonly db: Database) {}

  async list(viewer: Viewer, kind: ListKind, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      entryPage(trx, viewer, kind, pageOf(query), query.archived === 'true'),
    );
    return { count, results: rows };
  }

  /**
   * The same list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have
   */
  file(viewer: Viewer, kind: ListKind, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, (trx) =>
      listFile(trx, viewer, pageOf(query), query.format, {
        title: `administration.list.${kind}`,
        stem: kind.replace('_', '-'),
        columns: ENTRY_COLUMNS[kind],
        rows: async (page) =>
          (await entryPage(trx, viewer, kind, page, query.archived === 'true')).rows,
      }),
    );
  }

  /** @throws HttpError 404 for an entry that is unknown or of another customer */
  read(viewer: Viewer, kind: ListKind, id: number): Promise<Entry> {
    return this.db.asViewer(viewer, async (trx) => {
      return orNotFound((await knownEntries(trx, viewer, kind, [id]))[0]);
    });
  }

  /**
   * Archives or restores entries; all or none. Records keep their entries.
   *
   * @throws HttpError 404 for an unknown entry, 403 for a built-in one, 409 if the name is in use again
   */
  async archive(
    viewer: Viewer,
    kind: ListKind,
    ids: readonly number[],
    isArchived: boolean,
  ): Promise<{ changed: number }> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const rows = await ownEntries(trx, viewer, kind, ids);
      const changed = await archiveRows(
        trx,
        viewer,
        describing(kind),
        rows,
        isArchived,
        (concerned) => archiveEntries(trx, kind, idsOf(concerned), isArchived),
      );
      return { changed };
    });
    return refusingTaken(work, refuseName);
  }

  /**
   * Deletes unused entries; all or none.
   *
   * @throws HttpError 404 for an unknown entry, 403 for a built-in one, 409 for one in use
   */
  async remove(viewer: Viewer, kind: ListKind, ids: readonly number[]): Promise<void> {
    await this.db.asViewer(viewer, async (trx) => {
      const rows = await ownEntries(trx, viewer, kind, ids);
      const used = rows.find(({ in_use }) => in_use);
      if (used !== undefined) {
        throw conflict({ code: 'list_entry.in_use', params: { name: used.name } });
      }
      await removeEntries(trx, kind, idsOf(rows));
      const removed = rows.map((row) => ({ before: row, after: null }));
      await recordRows(trx, viewer, (row) => ({ ...describing(kind)(row), facts: null }), removed);
    });
  }

  /**
   * Creates a repairer or a geofence category.
   *
   * @throws HttpError 400 for one of another customer, 409 for a name that is taken
   */
  create(viewer: Viewer, body: OwnBody): Promise<Entry> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, body.customer);
      return this.#written(trx, viewer, { customerId, before: null }, body);
    });
    return refusingTaken(work, refuseName);
  }

  /** @throws HttpError as {@link create}; 404 for an entry that is unknown or of another customer */
  change(viewer: Viewer, id: number, body: OwnBody): Promise<Entry> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const [before] = await ownEntries(trx, viewer, body.kind, [id]);
      if (before?.customer == null) throw notFound();
      if (body.customer !== undefined && body.customer !== before.customer) {
        throwIfInvalid({ customer: ['list_entry.customer_fixed'] });
      }
      return this.#written(trx, viewer, { customerId: before.customer, before }, body);
    });
    return refusingTaken(work, refuseName);
  }

  async #written(
    trx: Transaction,
    viewer: Viewer,
    { customerId, before }: { customerId: number; before: EntryRow | null },
    body: OwnBody,
  ): Promise<Entry> {
    const kind: OwnKind = body.kind;
    const knownId = before?.id ?? null;
    if (await entryNameIsTaken(trx, kind, customerId, body.name, knownId)) refuseName();
    const id = await write(trx, { customerId, id: knownId }, body);
    const after = orNotFound((await knownEntries(trx, viewer, kind, [id]))[0]);
    await recordRow(trx, viewer, describing(kind), before, after);
    return after;
  }
}
