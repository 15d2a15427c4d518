import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { mayWorkOnOrders, toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { makePdf } from '../../../../platform/documents/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { allOf, recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { labelSheet } from '../../qr-codes/index.ts';
import { visibleParts } from '../catalogue/parts-catalogue.repository.ts';
import { lockStocks, stockNow } from '../stock/parts-stock.repository.ts';
import { stockOfMovement } from '../stock/parts-stock.service.ts';
import { moveStock } from '../stock/parts-stock-move.ts';
import { visibleStores } from '../stores/parts-stores.repository.ts';
import {
  countsOf,
  deleteCount,
  endTake,
  insertTake,
  lockTake,
  openTakeOf,
  partOfCode,
  storeCount,
  type TakeRow,
  takePage,
  visibleTake,
} from './parts-takes.repository.ts';
import { partAddress, partOfAddress } from './parts-takes-code.ts';

type Calls = typeof contract.stockTakes;
type Take = AnswerOf<Calls['read']>;

const toListed = (row: TakeRow): AnswerOf<Calls['list']>['results'][number] => ({
  id: row.id,
  reference_number: row.reference_number,
  store: { id: row.store_id, name: row.store },
  state: row.state,
  created_at: toApiDateTime(row.created_at.getTime()),
  created_by: row.created_by,
  posted_at: row.posted_at === null ? null : toApiDateTime(row.posted_at.getTime()),
  posted_by: row.posted_by,
  parts: row.parts,
  differences: row.differences,
});

async function answerOf(trx: Transaction, viewer: Viewer, id: number): Promise<Take> {
  const row = orNotFound(await visibleTake(trx, viewer, id));
  return {
    ...toListed(row),
    lines: (await countsOf(trx, id)).map((line) => ({
      part: {
        id: line.part_id,
        number: line.part_number,
        name: line.part_name,
        unit: line.unit,
      },
      expected: line.expected,
      counted: line.counted,
      difference: line.difference,
      value: line.value,
      counted_at: toApiDateTime(line.counted_at.getTime()),
      counted_by: line.counted_by,
    })),
    may_change: row.state === 'open' && mayWorkOnOrders(viewer),
  };
}

const described = (row: TakeRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'stock_take' as const, id: String(row.id), name: row.reference_number },
  facts: {
    store: row.store,
    state: row.state,
    parts: row.parts,
    differences: row.differences,
  },
});

/** Stock-takes of stores, and the codes and labels of parts. */
export class StockTakesService {
  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {}

  /** @throws HttpError 404 for a store that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      const { store } = query;
      if (store !== undefined) orNotFound((await visibleStores(trx, viewer, [store]))[0]);
      return takePage(trx, viewer, query, pageOf(query));
    });
    return { count, results: rows.map(toListed) };
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Take> {
    return this.services.db.asViewer(viewer, (trx) => answerOf(trx, viewer, id));
  }

  /**
   * Begins the stock-take of a store, or answers with the open one: several people count together.
   *
   * @throws HttpError 404 for a store that is not visible, 409 for one that is archived
   */
  begin(viewer: Viewer, storeId: number): Promise<Take> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const store = orNotFound((await visibleStores(trx, viewer, [storeId]))[0]);
      if (store.is_archived) throw conflict('part.archived');
      const open = await openTakeOf(trx, storeId);
      if (open !== null) return this.#unchanged(trx, viewer, open);
      const { customer_id: customerId } = store;
      const createdBy = (await actorOf(trx, viewer)).name;
      const id = await insertTake(trx, { customerId, storeId, createdBy });
      await recordRow(trx, viewer, described, null, orNotFound(await visibleTake(trx, viewer, id)));
      return answerOf(trx, viewer, id);
    });
  }

  /** @throws HttpError 404 for a stock-take or part that is not visible, 409 if one has ended or is archived */
  count(
    viewer: Viewer,
    of: { readonly id: number; readonly part: number },
    { counted }: BodyOf<Calls['count']>,
  ): Promise<Take> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const take = await this.#open(trx, viewer, of.id);
      await stockOfMovement(trx, viewer, { part: of.part, store: take.store_id });
      const key = { partId: of.part, storeId: take.store_id };
      await lockStocks(trx, take.customer_id, [key]);
      const { quantity: expected } = await stockNow(trx, key);
      const by = (await actorOf(trx, viewer)).name;
      await storeCount(trx, take, { partId: of.part, expected, counted, by });
      return answerOf(trx, viewer, take.id);
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 if it has ended */
  removeCount(viewer: Viewer, of: { readonly id: number; readonly part: number }): Promise<Take> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const take = await this.#open(trx, viewer, of.id);
      await deleteCount(trx, take.id, of.part);
      return answerOf(trx, viewer, take.id);
    });
  }

  /**
   * Posts the differences as movements. Posting again changes nothing: a phone may repeat a request whose
   * answer was lost.
   *
   * @throws HttpError 404 if it is not visible, 409 if it is cancelled, or a stock that was counted too low has
   *   been issued since
   */
  post(viewer: Viewer, id: number): Promise<Take> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await lockTake(trx, id);
      const before = orNotFound(await visibleTake(trx, viewer, id));
      if (before.state === 'posted') return this.#unchanged(trx, viewer, id);
      if (before.state === 'cancelled') throw conflict('part.stock_take_ended');
      const author = await actorOf(trx, viewer);
      const mover = { customerId: before.customer_id, author, userId: viewer.userId };
      const counts = (await countsOf(trx, id)).filter(({ difference }) => difference !== 0);
      await moveStock(
        trx,
        mover,
        counts.map(({ part_id: partId, difference }) => ({
          partId,
          storeId: before.store_id,
          kind: 'count' as const,
          quantity: difference,
          unitCost: null,
          stockTakeId: id,
        })),
      );
      await endTake(trx, id, 'posted', author.name);
      const after = orNotFound(await visibleTake(trx, viewer, id));
      await recordRow(trx, viewer, described, before, after);
      return answerOf(trx, viewer, id);
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 if it has ended */
  cancel(viewer: Viewer, id: number): Promise<Take> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#open(trx, viewer, id);
      await endTake(trx, id, 'cancelled', '');
      const after = orNotFound(await visibleTake(trx, viewer, id));
      await recordRow(trx, viewer, described, before, after);
      return answerOf(trx, viewer, id);
    });
  }

  /** @throws HttpError 404 for a code that no part in use has */
  find(viewer: Viewer, code: string): Promise<AnswerOf<Calls['find']>> {
    const { publicUrl } = this.services.config;
    return this.services.db.asViewer(viewer, async (trx) => {
      const id = partOfAddress(publicUrl, code);
      if (id === null) return orNotFound(await partOfCode(trx, viewer, code), 'part.code_unknown');
      const found = (await visibleParts(trx, viewer, [id])).find((one) => !one.is_archived);
      const { number, name, unit } = orNotFound(found, 'part.code_unknown');
      return { id, number, name, unit };
    });
  }

  /** @throws HttpError 404 for a part that is not visible */
  async labels(
    viewer: Viewer,
    query: QueryOf<Calls['labels']>,
  ): Promise<{ name: string; bytes: Buffer }> {
    const { config, db } = this.services;
    const parts = query.ids.split(',').map(Number);
    const { rows, wording } = await db.asViewer(viewer, async (trx) => ({
      rows: await allOf(parts, (ids) => visibleParts(trx, viewer, ids)),
      wording: await wordingOf(trx, viewer.customerId, viewer.language),
    }));
    const labels = rows.map(({ id, number, name }) => ({
      heading: number,
      text: name,
      address: partAddress(config.publicUrl, id),
    }));
    const title = textOf(wording, 'parts.labels');
    return { name: 'part-labels.pdf', bytes: await makePdf(labelSheet(labels, title, wording)) };
  }

  /** Answers a call that changed nothing. Without a row here, the log would get the entry of the call. */
  async #unchanged(trx: Transaction, viewer: Viewer, id: number): Promise<Take> {
    const row = orNotFound(await visibleTake(trx, viewer, id));
    await recordRow(trx, viewer, described, row, row);
    return answerOf(trx, viewer, id);
  }

  async #open(trx: Transaction, viewer: Viewer, id: number): Promise<TakeRow> {
    await lockTake(trx, id);
    const take = orNotFound(await visibleTake(trx, viewer, id));
    if (take.state !== 'open') throw conflict('part.stock_take_ended');
    return take;
  }
}
