import type { BodyOf, contract, FieldsOf } from '@roadworthy/contract';
import { lineNet } from '@roadworthy/domain';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, wrongField } from '../../../../platform/errors.ts';
import { storeFile } from '../../../../platform/files/index.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  changedMeanwhile,
  discardPictures,
  type Received,
  type StoredPhoto,
  storePhoto,
} from '../../records/index.ts';
import {
  deleteEstimate,
  insertLines,
  MAX_LINES,
  supersedeEstimate,
} from '../lines/work-orders-lines.repository.ts';
import {
  insertPhotoFiles,
  insertPhotographs,
  orderPhotographs,
} from '../report/work-orders-report.repository.ts';
import { linesOf, refreshTotals, updateOrder } from '../work-orders.repository.ts';
import { storeInvoice } from '../work-orders-documents.ts';
import { orderTrail } from '../work-orders-trail.ts';
import type { LinkedOrder } from './work-orders-links.repository.ts';

type Calls = typeof contract.workOrderLinks;
export type UploadFields = FieldsOf<Calls['upload']>;

/** Photographs that the holders of links may add to one order. */
const MAX_PHOTOGRAPHS = 60;

type State = Pick<LinkedOrder, 'state' | 'repairer_done_at'>;
/** An estimate is open until it is approved. */
export const mayEstimate = ({ state }: State): boolean => state === 'estimate';
export const mayAnswer = ({ state }: State): boolean =>
  state === 'estimate' || state === 'awaiting_approval' || state === 'approved';
export const mayFinish = ({ state, repairer_done_at: doneAt }: State): boolean =>
  doneAt === null && (state === 'approved' || state === 'in_progress');
export const mayInvoice = ({ state }: State): boolean =>
  state === 'approved' || state === 'in_progress' || state === 'done';

/** The repairer as the history names them; there is no account behind the link. */
const authorOf = ({ repairer }: LinkedOrder) => ({ userId: null, name: repairer ?? '–' });

function refuseUnless(isPossible: boolean): void {
  if (!isPossible) throw conflict('work_order.state_wrong');
}

/** Accepts or declines the work. */
export async function keepAnswer(
  trx: Transaction,
  order: LinkedOrder,
  { answer, ready_on: readyOn, note }: Omit<BodyOf<Calls['answer']>, 'token'>,
): Promise<void> {
  refuseUnless(mayAnswer(order));
  const change = {
    repairer_answer: answer,
    repairer_ready_on: readyOn,
    repairer_note: note || null,
  };
  if (!(await updateOrder(trx, order, change))) throw changedMeanwhile();
  await orderTrail(trx, order, authorOf(order), {
    action: answer,
    note,
    changes: [{ field: 'ready_on', before: order.repairer_ready_on, after: readyOn }],
  });
}

/** Replaces the repairer's estimate. */
export async function keepEstimate(
  trx: Transaction,
  order: LinkedOrder,
  lines: BodyOf<Calls['estimate']>['lines'],
): Promise<void> {
  refuseUnless(mayEstimate(order));
  await deleteEstimate(trx, order.id);
  if ((await linesOf(trx, order.id)).length + lines.length > MAX_LINES) {
    throw conflict('work_order.lines_full');
  }
  await insertLines(
    trx,
    lines.map((line) => ({
      customer_id: order.customer_id,
      work_order_id: order.id,
      kind: line.kind,
      description: line.description,
      quantity: String(line.quantity),
      unit_price: line.unit_price.toFixed(2),
      net: lineNet(line.quantity, line.unit_price).toFixed(2),
      is_by_repairer: true,
    })),
  );
  await refreshTotals(trx, order.id);
  if (!(await updateOrder(trx, order, {}))) throw changedMeanwhile();
  const sum = lines.reduce((all, line) => all + lineNet(line.quantity, line.unit_price), 0);
  await orderTrail(trx, order, authorOf(order), {
    action: 'repairer_estimate',
    changes: [{ field: 'estimate', before: null, after: sum.toFixed(2) }],
  });
}

/** Marks the work as done; a person of the operator completes the order after a look at it. */
export async function keepFinish(
  trx: Transaction,
  order: LinkedOrder,
  note: string,
): Promise<void> {
  refuseUnless(mayFinish(order));
  const change = { repairer_done_at: sql<Date>`now()` as unknown as Date };
  if (!(await updateOrder(trx, order, change))) throw changedMeanwhile();
  await orderTrail(trx, order, authorOf(order), { action: 'repairer_done', note });
}

/** An invoice counts instead of the repairer's estimate. */
async function addInvoice(
  trx: Transaction,
  order: LinkedOrder,
  { invoice_number: number = '', net = 0, vat }: UploadFields,
  fileId: string,
): Promise<void> {
  refuseUnless(mayInvoice(order));
  if ((await linesOf(trx, order.id)).length >= MAX_LINES) throw conflict('work_order.lines_full');
  await supersedeEstimate(trx, order.id);
  await insertLines(trx, [
    {
      customer_id: order.customer_id,
      work_order_id: order.id,
      kind: 'external',
      description: order.repairer ?? number,
      quantity: '1',
      unit_price: net.toFixed(2),
      net: net.toFixed(2),
      vat: vat?.toFixed(2) ?? null,
      invoice_number: number,
      file_id: fileId,
      is_by_repairer: true,
    },
  ]);
  await refreshTotals(trx, order.id);
  if (!(await updateOrder(trx, order, {}))) throw changedMeanwhile();
  await orderTrail(trx, order, authorOf(order), {
    action: 'repairer_invoice',
    changes: [{ field: 'invoice', before: null, after: `${number}: ${net.toFixed(2)}` }],
  });
}

async function addPhotos(trx: Transaction, order: LinkedOrder, photos: readonly StoredPhoto[]) {
  const there = await orderPhotographs(trx, order.id);
  if (there.filter((one) => one.is_by_repairer).length + photos.length > MAX_PHOTOGRAPHS) {
    throw conflict('work_order.photographs_full');
  }
  await insertPhotoFiles(trx, photos);
  await insertPhotographs(trx, order, photos, true);
  await orderTrail(trx, order, authorOf(order), {
    action: 'photographs',
    changes: [{ field: 'photographs', before: null, after: String(photos.length) }],
  });
}

/**
 * Stores files of a repairer and what they belong to; a refused upload leaves no file.
 *
 * @param change runs a change of the order in its transaction
 */
export async function keepUpload<T>(
  { files }: Pick<Services, 'files'>,
  order: LinkedOrder,
  { fields, photos, document }: Received<UploadFields>,
  change: (keep: (trx: Transaction, order: LinkedOrder) => Promise<void>) => Promise<T>,
): Promise<T> {
  const hasDocument = document != null;
  if (hasDocument && fields.invoice_number === undefined) {
    throw wrongField('invoice_number', 'work_order.invoice_number_required');
  }
  if (hasDocument && fields.net === undefined) throw wrongField('net', 'work_order.net_required');
  if (!hasDocument && photos.length === 0) {
    throw wrongField('document', 'work_order.file_required');
  }
  if (hasDocument) refuseUnless(mayInvoice(order));
  const stored: StoredPhoto[] = [];
  const customerId = order.customer_id;
  const invoice = hasDocument ? await storeInvoice(files, document.path, customerId) : null;
  try {
    for (const photo of photos) stored.push(await storePhoto(files, photo, customerId, ''));
    return await change(async (trx, now) => {
      if (invoice !== null) {
        await storeFile(trx, invoice);
        await addInvoice(trx, now, fields, invoice.id);
      }
      if (stored.length > 0) await addPhotos(trx, now, stored);
    });
  } catch (error) {
    await discardPictures(files, { photos: stored, signature: invoice });
    throw error;
  }
}
