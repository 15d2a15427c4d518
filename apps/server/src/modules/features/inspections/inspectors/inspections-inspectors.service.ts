import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { badRequest, conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { allOf, archiveRows, idsOf, recordRow } from '../../../../platform/resource.ts';
import { refuseDrivers } from '../../brake-tests/index.ts';
import {
  archiveInspectors,
  type InspectorRow,
  insertInspector,
  inspectorPage,
  inspectorsById,
  isNameTaken,
  updateInspector,
} from './inspections-inspectors.repository.ts';

type Calls = typeof contract.inspectors;
type Inspector = AnswerOf<Calls['read']>;

const toInspector = ({ customer_id: _, ...row }: InspectorRow): Inspector => row;

const described = (row: InspectorRow) => {
  const facts = {
    name: row.name,
    qualification: row.qualification,
    valid_until: row.valid_until,
  };
  return {
    customerId: row.customer_id,
    subject: { kind: 'inspector' as const, id: String(row.id), name: row.name },
    facts,
    isArchived: row.is_archived,
    kept: facts,
  };
};

/** The register of inspectors: who is competent, by which qualification and until when. */
export class InspectorsService {
  constructor(private readonly db: Database) {}

  list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await inspectorPage(trx, viewer, query.archived, pageOf(query));
      return { count, results: rows.map(toInspector) };
    });
  }

  /** @throws HttpError 404 if there is none */
  read(viewer: Viewer, id: number): Promise<Inspector> {
    return this.db.asViewer(viewer, async (trx) => toInspector(await this.#one(trx, viewer, id)));
  }

  /** @throws HttpError 400 for a name that is taken, or without a customer */
  create(viewer: Viewer, fields: BodyOf<Calls['create']>): Promise<Inspector> {
    refuseDrivers(viewer);
    const { customerId } = viewer;
    if (customerId === null) throw badRequest('inspector.needs_customer');
    return this.db.asViewer(viewer, async (trx) => {
      if (await isNameTaken(trx, customerId, fields.name, 0)) {
        throw wrongField('name', 'inspector.name_taken');
      }
      const made = await this.#one(trx, viewer, await insertInspector(trx, customerId, fields));
      await recordRow(trx, viewer, described, null, made);
      return toInspector(made);
    });
  }

  /** @throws HttpError 404 if there is none, 400 for a name that is taken, 409 if it has changed */
  change(
    viewer: Viewer,
    id: number,
    { version, ...fields }: BodyOf<Calls['change']>,
  ): Promise<Inspector> {
    refuseDrivers(viewer);
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#one(trx, viewer, id);
      if (await isNameTaken(trx, before.customer_id, fields.name, id)) {
        throw wrongField('name', 'inspector.name_taken');
      }
      if (!(await updateInspector(trx, id, version, fields))) throw conflict('inspector.changed');
      const after = await this.#one(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toInspector(after);
    });
  }

  /** @throws HttpError 404 if one is not visible, 400 if the name of one is taken meanwhile */
  archive(
    viewer: Viewer,
    { archived, ids }: BodyOf<Calls['archive']>,
  ): Promise<AnswerOf<Calls['archive']>> {
    refuseDrivers(viewer);
    return this.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, (wanted) => inspectorsById(trx, viewer, wanted));
      if (!archived) {
        for (const { customer_id: customerId, id, name } of rows) {
          if (await isNameTaken(trx, customerId, name, id)) {
            throw badRequest('inspector.name_taken');
          }
        }
      }
      const changed = await archiveRows(trx, viewer, described, rows, archived, (concerned) =>
        archiveInspectors(trx, idsOf(concerned), archived),
      );
      return { changed };
    });
  }

  async #one(trx: Transaction, viewer: Viewer, id: number): Promise<InspectorRow> {
    return orNotFound((await inspectorsById(trx, viewer, [id]))[0]);
  }
}
