import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { momentsOf } from '../../records/index.ts';
import { type PartRow, visibleParts } from '../catalogue/parts-catalogue.repository.ts';
import { describedPart, partAnswer } from '../catalogue/parts-catalogue.service.ts';
import {
  type StoreRow,
  visibleStoreIds,
  visibleStores,
} from '../stores/parts-stores.repository.ts';
import { movementColumns } from './parts-stock.columns.ts';
import {
  type MovementFilter,
  type MovementRow,
  movementPage,
  partsFound,
  sourceExists,
  visibleMovement,
} from './parts-stock.repository.ts';
import { moveStock, transferStock } from './parts-stock-move.ts';

type Calls = typeof contract.parts;
type Movement = AnswerOf<Calls['movement']>;
type MovementBody = BodyOf<Calls['move']>;

const toJson = (row: MovementRow): Movement => ({
  id: row.id,
  created_at: toApiDateTime(row.created_at.getTime()),
  kind: row.kind,
  part: { id: row.part_id, number: row.part_number, name: row.part_name, unit: row.unit },
  store: { id: row.store_id, name: row.store },
  other_store: row.other_store,
  quantity: row.quantity,
  unit_cost: row.unit_cost,
  value: row.value,
  balance: row.balance,
  reason: row.reason,
  created_by: row.created_by,
  work_order:
    row.work_order_id === null
      ? null
      : { id: row.work_order_id, reference_number: row.work_order ?? '' },
  purchase_order:
    row.purchase_order_id === null
      ? null
      : { id: row.purchase_order_id, reference_number: row.purchase_order ?? '' },
  stock_take:
    row.stock_take_id === null
      ? null
      : { id: row.stock_take_id, reference_number: row.stock_take ?? '' },
});

/**
 * A part and a store that a movement may name: visible, of one customer and in use.
 *
 * @throws HttpError 404 if one is not visible, 409 if one is archived
 */
export async function stockOfMovement(
  trx: Transaction,
  viewer: Viewer,
  of: { readonly part: number; readonly store: number },
): Promise<{ readonly part: PartRow; readonly store: StoreRow }> {
  const part = orNotFound((await visibleParts(trx, viewer, [of.part]))[0]);
  const store = orNotFound((await visibleStores(trx, viewer, [of.store]))[0]);
  if (part.customer_id !== store.customer_id) throw notFound();
  if (part.is_archived || store.is_archived) throw conflict('part.archived');
  return { part, store };
}

/** @throws HttpError 400 on the field for what does not fit the kind of movement */
function checkMovement({ kind, quantity, to_store, store, reason }: MovementBody): void {
  if (quantity === 0 || (quantity < 0 && kind !== 'adjustment')) {
    throw wrongField('quantity', 'part.quantity_positive');
  }
  if (kind === 'transfer' && (to_store === null || to_store === store)) {
    throw wrongField('to_store', 'part.other_store_required');
  }
  if (kind === 'adjustment' && reason.length < 2)
    throw wrongField('reason', 'part.reason_required');
}

/** A receipt without a cost costs what the preferred supplier asks; null for the average. */
const priceOf = ({ price }: PartRow, kind: MovementBody['kind']) =>
  kind === 'receipt' ? price : null;

/** Movements of the stock: their list, and those that people enter. */
export class StockService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a part, store, depot or order that is not visible */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['movements']>,
  ): Promise<AnswerOf<Calls['movements']>> {
    const { count, isLimit, rows } = await this.db.asViewer(viewer, async (trx) =>
      movementPage(trx, viewer, await this.#filter(trx, viewer, query), pageOf(query)),
    );
    return { count, count_is_limit: isLimit, results: rows.map(toJson) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['exportMovements']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const filter = await this.#filter(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await movementPage(trx, viewer, filter, page);
      return tableFile(trx, viewer, query.format, {
        title: 'parts.movements',
        stem: 'part-movements',
        rows,
        columns: (display) => movementColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Movement> {
    return this.db.asViewer(viewer, async (trx) =>
      toJson(orNotFound(await visibleMovement(trx, viewer, id))),
    );
  }

  /**
   * Receives a part without an order, adjusts its stock, or transfers it.
   *
   * @throws HttpError 400 on the field for what does not fit, 404 for a part or store that is not visible,
   *   409 for one that is archived, or less stock than what leaves
   */
  move(viewer: Viewer, body: MovementBody): Promise<AnswerOf<Calls['move']>> {
    return this.db.asViewer(viewer, async (trx) => {
      checkMovement(body);
      const { part, store } = await stockOfMovement(trx, viewer, body);
      const { kind, quantity, reason } = body;
      const mover = {
        customerId: part.customer_id,
        author: await actorOf(trx, viewer),
        userId: viewer.userId,
      };
      const from = { partId: part.id, storeId: store.id, reason };
      let toStore: string | null = null;
      if (kind === 'transfer') {
        const other = { part: part.id, store: body.to_store ?? 0 };
        const { store: to } = await stockOfMovement(trx, viewer, other);
        toStore = to.name;
        await transferStock(trx, mover, { ...from, toStoreId: to.id, quantity });
      } else {
        const unitCost = quantity > 0 ? (body.unit_cost ?? priceOf(part, kind)) : null;
        await moveStock(trx, mover, [{ ...from, kind, quantity, unitCost }]);
      }
      const log = (facts: object | null) => ({ ...describedPart(part), facts });
      const facts = { store: store.name, movement: kind, quantity, to_store: toStore, reason };
      await recordRow(trx, viewer, log, {}, facts);
      return partAnswer(trx, viewer, part.id);
    });
  }

  async #filter(
    trx: Transaction,
    viewer: Viewer,
    query: Omit<QueryOf<Calls['movements']>, 'page' | 'pageSize'>,
  ): Promise<MovementFilter> {
    const { part, store, depot, work_order: order, search } = query;
    const { purchase_order: purchaseOrder, stock_take: stockTake } = query;
    if (part !== undefined) orNotFound((await visibleParts(trx, viewer, [part]))[0]);
    if (store !== undefined) orNotFound((await visibleStores(trx, viewer, [store]))[0]);
    if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
    for (const [table, id] of [
      ['work_orders', order],
      ['purchase_orders', purchaseOrder],
      ['part_stock_takes', stockTake],
    ] as const) {
      if (id !== undefined && !(await sourceExists(trx, viewer, table, id))) throw notFound();
    }
    const isWhole = viewer.depotScope === 'all' && depot === undefined;
    const storeIds = isWhole ? null : await visibleStoreIds(trx, viewer, depot);
    const found = search === '' ? null : await partsFound(trx, viewer, search);
    const partIds = part === undefined ? found : (found?.filter((id) => id === part) ?? [part]);
    return {
      partIds,
      storeIds:
        store === undefined ? storeIds : (storeIds?.filter((id) => id === store) ?? [store]),
      kind: query.kind ?? null,
      workOrderId: order ?? null,
      purchaseOrderId: purchaseOrder ?? null,
      stockTakeId: stockTake ?? null,
      ...momentsOf(viewer, query),
    };
  }
}
