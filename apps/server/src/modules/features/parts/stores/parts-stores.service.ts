import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, fieldConflict, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { allOf, archiveRows, idsOf, recordRow } from '../../../../platform/resource.ts';
import { customerFor, refusingTaken } from '../../../core/customers/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import {
  insertStore,
  type StoreRow,
  storePage,
  updateStore,
  visibleStores,
  writeStoresArchived,
} from './parts-stores.repository.ts';

type Calls = typeof contract.parts;
type Store = AnswerOf<Calls['store']>;
type StoreBody = BodyOf<Calls['createStore']>;

const toJson = ({ customer_id: _, depot_id, depot, ...row }: StoreRow): Store => ({
  ...row,
  depot: { id: depot_id, name: depot },
});

const described = (row: StoreRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'part_store' as const, id: String(row.id), name: row.name },
  facts: { name: row.name, depot: row.depot },
  isArchived: row.is_archived,
  kept: null,
});

function refuseTaken(): never {
  throw fieldConflict('name', 'part.store_name_taken');
}

/** Stores of parts, each at a depot. */
export class StoresService {
  constructor(private readonly db: Database) {}

  async list(viewer: Viewer, query: QueryOf<Calls['stores']>): Promise<AnswerOf<Calls['stores']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      storePage(trx, viewer, pageOf(query), query.archived),
    );
    return { count, results: rows.map(toJson) };
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Store> {
    return this.db.asViewer(viewer, async (trx) => toJson(await this.#visible(trx, viewer, id)));
  }

  /** @throws HttpError 404 for a depot that is not visible, 409 for a name that another store has */
  create(viewer: Viewer, body: StoreBody): Promise<Store> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, undefined);
      await checkVisibleDepot(trx, viewer, body.depot);
      const id = await insertStore(trx, customerId, { name: body.name, depot_id: body.depot });
      const row = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return toJson(row);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError as {@link create}; 409 also if somebody else has changed it since */
  change(viewer: Viewer, id: number, body: StoreBody): Promise<Store> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await checkVisibleDepot(trx, viewer, body.depot);
      const values = { name: body.name, depot_id: body.depot };
      if (!(await updateStore(trx, id, body.version ?? before.version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toJson(after);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError 404 for one that is not visible, 409 to archive one with stock */
  archive(viewer: Viewer, { ids, archived }: BodyOf<Calls['archiveStores']>): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const rows = await allOf(ids, (wanted) => visibleStores(trx, viewer, wanted));
      if (archived && rows.some(({ parts }) => parts > 0)) throw conflict('part.store_has_stock');
      await archiveRows(trx, viewer, described, rows, archived, (concerned) =>
        writeStoresArchived(trx, idsOf(concerned), archived),
      );
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<StoreRow> {
    return orNotFound((await visibleStores(trx, viewer, [id]))[0]);
  }
}
