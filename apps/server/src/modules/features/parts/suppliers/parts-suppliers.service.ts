import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, fieldConflict, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { allOf, archiveRows, idsOf, recordRow } from '../../../../platform/resource.ts';
import { customerFor, refusingTaken } from '../../../core/customers/index.ts';
import {
  insertSupplier,
  type SupplierRow,
  supplierPage,
  updateSupplier,
  visibleSuppliers,
  writeSuppliersArchived,
} from './parts-suppliers.repository.ts';

type Calls = typeof contract.parts;
type Supplier = AnswerOf<Calls['supplier']>;
type SupplierBody = BodyOf<Calls['createSupplier']>;

const toJson = ({ customer_id: _, ...row }: SupplierRow): Supplier => row;

const described = ({ customer_id, id, name, email, phone, account, is_archived }: SupplierRow) => ({
  customerId: customer_id,
  subject: { kind: 'part_supplier' as const, id: String(id), name },
  facts: { name, email, phone, account },
  isArchived: is_archived,
  kept: null,
});

function refuseTaken(): never {
  throw fieldConflict('name', 'part.supplier_name_taken');
}

/** Suppliers of parts. */
export class SuppliersService {
  constructor(private readonly db: Database) {}

  async list(
    viewer: Viewer,
    query: QueryOf<Calls['suppliers']>,
  ): Promise<AnswerOf<Calls['suppliers']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      supplierPage(trx, viewer, pageOf(query), query.archived),
    );
    return { count, results: rows.map(toJson) };
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Supplier> {
    return this.db.asViewer(viewer, async (trx) => toJson(await this.#visible(trx, viewer, id)));
  }

  /** @throws HttpError 409 for a name that another supplier has */
  create(viewer: Viewer, { version: _, ...values }: SupplierBody): Promise<Supplier> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const id = await insertSupplier(trx, await customerFor(trx, viewer, undefined), values);
      const row = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return toJson(row);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError as {@link create}; 404 if not visible, 409 if somebody else has changed it since */
  change(viewer: Viewer, id: number, { version, ...values }: SupplierBody): Promise<Supplier> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      if (!(await updateSupplier(trx, id, version ?? before.version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toJson(after);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError 404 for one that is not visible */
  archive(viewer: Viewer, { ids, archived }: BodyOf<Calls['archiveSuppliers']>): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, (wanted) => visibleSuppliers(trx, viewer, wanted));
      await archiveRows(trx, viewer, described, rows, archived, (concerned) =>
        writeSuppliersArchived(trx, idsOf(concerned), archived),
      );
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<SupplierRow> {
    return orNotFound((await visibleSuppliers(trx, viewer, [id]))[0]);
  }
}
