import type { AnswerOf, BodyOf, contract, FieldsOf } from '@roadworthy/contract';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import type { FileRow } from '../../../platform/files/index.ts';
import type { Services } from '../../../platform/services.ts';
import { Intake, type Received } from '../records/index.ts';
import { keepLine, type LineFields, removeLine } from './lines/work-orders-lines.ts';
import { issueLine, returnLine } from './lines/work-orders-lines-parts.ts';
import { insertPhotographs } from './report/work-orders-report.repository.ts';
import { correctHours, setClock } from './times/work-orders-times.ts';
import { visibleOrder } from './work-orders.repository.ts';
import { answerOf } from './work-orders-answer.ts';
import { changeOrder, createOrder } from './work-orders-change.ts';
import { storeInvoice } from './work-orders-documents.ts';
import type { WorkOrder } from './work-orders-json.ts';
import { changeableOrder } from './work-orders-refusals.ts';
import { type OrderStepFields, prepareOrderStep, takeOrderStep } from './work-orders-steps.ts';
import { orderTrail } from './work-orders-trail.ts';

type Calls = typeof contract.workOrders;

/** Creates, plans and reads work orders, and moves them through their states. */
export class WorkOrdersService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {
    this.#intake = new Intake(services);
  }

  /** @throws HttpError 404 if the order does not exist or is not visible */
  read(viewer: Viewer, id: number): Promise<WorkOrder> {
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) =>
      answerOf(trx, viewer, files, orNotFound(await visibleOrder(trx, viewer, id))),
    );
  }

  /** @throws HttpError 403 without permission, 400 on the field for what is not visible */
  async create(viewer: Viewer, body: BodyOf<Calls['create']>): Promise<WorkOrder> {
    const id = await this.services.db.asViewer(viewer, (trx) => createOrder(trx, viewer, body));
    return this.read(viewer, id);
  }

  /** @throws HttpError as {@link changeOrder} */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<WorkOrder> {
    return this.#within(viewer, id, (trx) => changeOrder(trx, viewer, id, body));
  }

  /**
   * Takes a step of an order. The same request sent again takes it once.
   *
   * @throws HttpError 404 if not visible, 403 without permission or limit, 409 if it does not follow
   *   or the order has changed, 400 on the field for missing data
   */
  async move(
    viewer: Viewer,
    id: number,
    received: Received<OrderStepFields>,
  ): Promise<AnswerOf<Calls['move']>> {
    let left: AnswerOf<Calls['move']>['left'] = [];
    await this.#intake.take(viewer, received, {
      name: `work order ${id}`,
      prepare: (trx) => prepareOrderStep(trx, viewer, id, received.fields),
      keep: async (trx, prepared, pictures) => {
        left = await takeOrderStep(trx, viewer, prepared, pictures);
        return id;
      },
    });
    return { ...(await this.read(viewer, id)), left };
  }

  /** @throws HttpError 404 if not visible, 403 without permission, 409 if it has ended */
  async addPhotographs(
    viewer: Viewer,
    id: number,
    received: Received<FieldsOf<Calls['addPhotographs']>>,
  ): Promise<WorkOrder> {
    await this.#intake.take(viewer, received, {
      name: `work order photographs ${id}`,
      prepare: async (trx) => {
        const order = await changeableOrder(trx, viewer, id);
        return { customerId: order.customer_id, captions: received.fields.captions ?? [], order };
      },
      keep: async (trx, { order }, { photos }) => {
        await insertPhotographs(trx, order, photos);
        const changes = [{ field: 'photographs', before: null, after: String(photos.length) }];
        await orderTrail(trx, order, await actorOf(trx, viewer), {
          action: 'photographs',
          changes,
        });
        return id;
      },
    });
    return this.read(viewer, id);
  }

  /**
   * Adds a line, or changes one, with the file of an invoice.
   *
   * @throws HttpError as {@link keepLine}, 400 on `document` for a file of another type
   */
  async keepLine(
    viewer: Viewer,
    of: { readonly orderId: number; readonly lineId: number | null },
    received: Received<LineFields>,
  ): Promise<WorkOrder> {
    const { db, files } = this.services;
    const { fields } = received;
    const order = await db.asViewer(viewer, (trx) =>
      changeableOrder(trx, viewer, of.orderId, fields.version),
    );
    const document = await this.#document(received, order.customer_id);
    try {
      return await this.#within(viewer, of.orderId, (trx) =>
        keepLine(trx, viewer, of, fields, document),
      );
    } catch (error) {
      if (document !== null) await files.discard([document]);
      throw error;
    }
  }

  /** @throws HttpError as {@link removeLine} */
  removeLine(
    viewer: Viewer,
    of: { readonly orderId: number; readonly lineId: number; readonly version: number },
  ): Promise<WorkOrder> {
    return this.#within(viewer, of.orderId, (trx) => removeLine(trx, viewer, of));
  }

  /** @throws HttpError as {@link issueLine} */
  issueLine(
    viewer: Viewer,
    of: { readonly orderId: number; readonly lineId: number; readonly version: number },
  ): Promise<WorkOrder> {
    return this.#within(viewer, of.orderId, (trx) => issueLine(trx, viewer, of));
  }

  /** @throws HttpError as {@link returnLine} */
  returnLine(
    viewer: Viewer,
    of: { readonly orderId: number; readonly lineId: number },
    { quantity, version }: BodyOf<Calls['returnLine']>,
  ): Promise<WorkOrder> {
    return this.#within(viewer, of.orderId, (trx) =>
      returnLine(trx, viewer, { ...of, version }, quantity),
    );
  }

  /** @throws HttpError as {@link setClock} */
  clock(viewer: Viewer, id: number, isRunning: boolean): Promise<WorkOrder> {
    return this.#within(viewer, id, (trx) => setClock(trx, viewer, id, isRunning));
  }

  /** @throws HttpError as {@link correctHours} */
  correctTime(
    viewer: Viewer,
    of: { readonly orderId: number; readonly timeId: number },
    body: BodyOf<Calls['correctTime']>,
  ): Promise<WorkOrder> {
    return this.#within(viewer, of.orderId, (trx) => correctHours(trx, viewer, of, body));
  }

  /** Makes a change and answers with the order after it, in one transaction. */
  #within(
    viewer: Viewer,
    id: number,
    change: (trx: Transaction) => Promise<void>,
  ): Promise<WorkOrder> {
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) => {
      await change(trx);
      return answerOf(trx, viewer, files, orNotFound(await visibleOrder(trx, viewer, id)));
    });
  }

  async #document(received: Received<unknown>, customerId: number): Promise<FileRow | null> {
    return received.document == null
      ? null
      : storeInvoice(this.services.files, received.document.path, customerId);
  }
}
