import type { AnswerOf, BodyOf, QueryOf } from '@roadworthy/contract';
import { mayTakeOrderStep, type PurchaseOrderStep, stateAfterReceipt } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  displayOf,
  type ReportFile,
  readerOf,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { visibleParts } from '../catalogue/parts-catalogue.repository.ts';
import { offersOf } from '../catalogue/parts-offers.repository.ts';
import { checkFilter } from '../parts-filter.ts';
import { moveStock } from '../stock/parts-stock-move.ts';
import { type StoreRow, visibleStores } from '../stores/parts-stores.repository.ts';
import { visibleSuppliers } from '../suppliers/parts-suppliers.repository.ts';
import { orderColumns } from './parts-orders.columns.ts';
import {
  addReceived,
  insertOrder,
  lockOrder,
  type NewOrderLine,
  type OrderRow,
  orderLines,
  orderPage,
  storeOrderLines,
  updateOrder,
  visibleOrder,
} from './parts-orders.repository.ts';
import { orderDocument } from './parts-orders-document.ts';
import { answerOf, type Calls, described, type Order, toListed } from './parts-orders-json.ts';
import { enqueueOrder } from './parts-orders-mail.ts';
import { proposedOrders } from './parts-orders-proposal.ts';

type OrderBody = BodyOf<Calls['create']>;

/** Purchase orders: drafts, orders, receipts and their documents. */
export class PartOrdersService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /** @throws HttpError 404 for a store or supplier that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, isLimit, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      await checkFilter(trx, viewer, query);
      return orderPage(trx, viewer, query, pageOf(query));
    });
    return { count, count_is_limit: isLimit, results: rows.map(toListed) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await checkFilter(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await orderPage(trx, viewer, query, page);
      return tableFile(trx, viewer, query.format, {
        title: 'parts.orders',
        stem: 'purchase-orders',
        rows,
        columns: (display) => orderColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Order> {
    return this.services.db.asViewer(viewer, (trx) => answerOf(trx, viewer, id));
  }

  /** @throws HttpError 404 for what is not visible, 409 for what is archived, 400 for a part that is named twice */
  create(viewer: Viewer, body: OrderBody): Promise<Order> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const store = await this.#checkPlace(trx, viewer, body);
      const id = await insertOrder(trx, {
        customerId: store.customer_id,
        supplierId: body.supplier,
        storeId: body.store,
        note: body.note,
        createdBy: (await actorOf(trx, viewer)).name,
      });
      await this.#storeLines(trx, viewer, { id, customerId: store.customer_id }, body);
      await recordRow(trx, viewer, described, null, await this.#visible(trx, viewer, id));
      return answerOf(trx, viewer, id);
    });
  }

  /** @throws HttpError as {@link create}; 409 also if it is no draft or has changed */
  change(viewer: Viewer, id: number, body: OrderBody): Promise<Order> {
    return this.#step(viewer, id, 'change', body.version, async (trx, order) => {
      await this.#checkPlace(trx, viewer, body);
      await this.#storeLines(trx, viewer, { id, customerId: order.customer_id }, body);
      return { supplier_id: body.supplier, store_id: body.store, note: body.note };
    });
  }

  /**
   * Creates drafts, one for each supplier, of what a store has too little of.
   *
   * @throws HttpError 404 for a store that is not visible, 409 for one that is archived
   */
  propose(viewer: Viewer, storeId: number): Promise<AnswerOf<Calls['propose']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const store = orNotFound((await visibleStores(trx, viewer, [storeId]))[0]);
      if (store.is_archived) throw conflict('part.archived');
      const { bySupplier, withoutSupplier } = await proposedOrders(trx, store);
      const createdBy = (await actorOf(trx, viewer)).name;
      const { customer_id: customerId } = store;
      const orders = [];
      for (const [supplierId, lines] of bySupplier) {
        const made = { customerId, supplierId, storeId, note: '', createdBy };
        const id = await insertOrder(trx, made);
        await storeOrderLines(trx, { id, customerId }, lines);
        const row = await this.#visible(trx, viewer, id);
        await recordRow(trx, viewer, described, null, row);
        orders.push({ id, reference_number: row.reference_number });
      }
      return { orders, without_supplier: [...withoutSupplier] };
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 if it is no draft or has changed */
  order(viewer: Viewer, id: number, body: BodyOf<Calls['order']>): Promise<Order> {
    return this.#step(viewer, id, 'order', body.version, async (trx, order) => {
      const { email, language } = body;
      if (email !== null) await enqueueOrder(trx, order, email, language);
      const { name } = await actorOf(trx, viewer);
      return { state: 'ordered', ordered_at: new Date(), ordered_by: name, mailed_to: email };
    });
  }

  /**
   * Receives parts into the store of the order.
   *
   * @throws HttpError 404 for an order or line that is not visible, 400 for a line that is named twice or
   *   receives more than is open, 409 if the order has ended, is a draft or has changed
   */
  receive(viewer: Viewer, id: number, body: BodyOf<Calls['receive']>): Promise<Order> {
    return this.#step(viewer, id, 'receive', body.version, async (trx, order) => {
      const lines = await orderLines(trx, id);
      const known = new Map(lines.map((line) => [line.id, line]));
      if (new Set(body.lines.map(({ line }) => line)).size < body.lines.length) {
        throw wrongField('lines', 'part.line_twice');
      }
      const movements = [];
      for (const { line: lineId, quantity, unit_cost: cost } of body.lines) {
        const line = orNotFound(known.get(lineId));
        if (quantity > line.quantity - line.received + 0.0005) {
          const params = { part: line.part_number };
          throw wrongField('lines', { code: 'part.more_than_ordered', params });
        }
        await addReceived(trx, lineId, quantity);
        movements.push({
          partId: line.part_id,
          storeId: order.store_id,
          kind: 'receipt' as const,
          quantity,
          unitCost: cost ?? line.unit_price,
          purchaseOrderId: id,
          reason: body.reason,
        });
      }
      const author = await actorOf(trx, viewer);
      const mover = { customerId: order.customer_id, author, userId: viewer.userId };
      await moveStock(trx, mover, movements);
      return { state: stateAfterReceipt(await orderLines(trx, id)) };
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 if it has ended or has changed */
  cancel(viewer: Viewer, id: number, version: number): Promise<Order> {
    return this.#step(viewer, id, 'cancel', version, async () => ({ state: 'cancelled' }));
  }

  /** @throws HttpError 404 if it is not visible, 503 while too many reports are made */
  pdf(viewer: Viewer, id: number): Promise<{ name: string; bytes: Buffer }> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const order = await this.#visible(trx, viewer, id);
      const display = displayOf(viewer, await readerOf(trx, viewer), viewer.timeZone ?? 'UTC');
      return orderDocument(trx, this.services.files, order, display);
    });
  }

  /** Takes a step in its transaction, which the version makes safe against a second one at once. */
  #step(
    viewer: Viewer,
    id: number,
    step: PurchaseOrderStep,
    version: number | undefined,
    take: (trx: Transaction, order: OrderRow) => Promise<Parameters<typeof updateOrder>[3]>,
  ): Promise<Order> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await lockOrder(trx, id);
      const before = await this.#visible(trx, viewer, id);
      if (!mayTakeOrderStep(before.state, step)) throw conflict('part.order_state_wrong');
      const isCurrent = (version ?? before.version) === before.version;
      if (!isCurrent) throw conflict('request.changed_meanwhile');
      const change = await take(trx, before);
      if (!(await updateOrder(trx, id, before.version, change))) {
        throw conflict('request.changed_meanwhile');
      }
      await recordRow(trx, viewer, described, before, await this.#visible(trx, viewer, id));
      return answerOf(trx, viewer, id);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<OrderRow> {
    return orNotFound(await visibleOrder(trx, viewer, id));
  }

  async #checkPlace(trx: Transaction, viewer: Viewer, body: OrderBody): Promise<StoreRow> {
    const store = orNotFound((await visibleStores(trx, viewer, [body.store]))[0]);
    const supplier = orNotFound((await visibleSuppliers(trx, viewer, [body.supplier]))[0]);
    if (supplier.customer_id !== store.customer_id) throw notFound();
    if (store.is_archived || supplier.is_archived) throw conflict('part.archived');
    return store;
  }

  async #storeLines(
    trx: Transaction,
    viewer: Viewer,
    order: { readonly id: number; readonly customerId: number },
    { supplier, lines }: OrderBody,
  ): Promise<void> {
    const ids = lines.map(({ part }) => part);
    if (new Set(ids).size < ids.length) throw wrongField('lines', 'part.line_twice');
    const parts = await visibleParts(trx, viewer, ids);
    const own = parts.filter(({ customer_id: customerId }) => customerId === order.customerId);
    if (own.length < ids.length) throw notFound();
    if (own.some(({ is_archived: isArchived }) => isArchived)) throw conflict('part.archived');
    const offers = await offersOf(trx, ids);
    const made = lines.map(({ part, quantity, unit_price: price }): NewOrderLine => {
      const offer = offers.find((one) => one.part_id === part && one.supplier_id === supplier);
      return {
        partId: part,
        supplierNumber: offer?.number ?? '',
        quantity,
        unitPrice: price ?? offer?.price ?? 0,
      };
    });
    await storeOrderLines(trx, order, made);
  }
}
