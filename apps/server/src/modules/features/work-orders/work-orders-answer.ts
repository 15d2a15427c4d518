import {
  CLOSED_WORK_ORDERS,
  mayWorkOnOrders,
  toApiDateTime,
  workOrderSteps,
} from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import type { Files } from '../../../platform/files/index.ts';
import { amountOrNull, momentOrNull, toTrail, trailOf } from '../records/index.ts';
import { partLinesOf } from './lines/work-orders-lines.repository.ts';
import { partWarrantiesOf } from './lines/work-orders-lines-warranty.ts';
import { linksOf } from './links/work-orders-links.repository.ts';
import { orderPhotographs } from './report/work-orders-report.repository.ts';
import { timesOf } from './times/work-orders-times.repository.ts';
import {
  defectsOfOrder,
  type FoundOrder,
  factsOf,
  linesOf,
  sourcesOf,
  workOrderActor,
} from './work-orders.repository.ts';
import { toLine, toListed, type WorkOrder } from './work-orders-json.ts';

const doneBy = (at: Date | null, by: string | null) =>
  at === null ? null : { at: toApiDateTime(at.getTime()), by: by ?? '' };

async function partsOf(trx: Transaction, files: Files, id: number, viewer: Viewer) {
  const defects = await defectsOfOrder(trx, id);
  const times = await timesOf(trx, id);
  const parts = await partLinesOf(trx, id);
  const warranties = parts.length === 0 ? [] : await partWarrantiesOf(trx, id);
  return {
    defects: defects.map(({ items, ...defect }) => ({
      ...defect,
      finding: items[0]?.finding ?? '',
    })),
    lines: (await linesOf(trx, id)).map((line) =>
      toLine(
        line,
        line.file_id === null ? null : files.signedAddress(line.file_id),
        parts.find((one) => one.id === line.id),
        warranties.find((one) => one.line_id === line.id),
      ),
    ),
    photographs: (await orderPhotographs(trx, id)).map((one) => ({
      id: one.id,
      caption: one.caption,
      address: files.signedAddress(one.file_id),
      is_by_repairer: one.is_by_repairer,
    })),
    times: times.map((time) => ({
      id: time.id,
      user: time.user_id,
      name: time.user_name,
      started_at: toApiDateTime(time.started_at.getTime()),
      ended_at: momentOrNull(time.ended_at),
    })),
    is_clock_running: times.some((one) => one.ended_at === null && one.user_id === viewer.userId),
    links: (await linksOf(trx, id)).map((link) => ({
      id: link.id,
      email: link.email,
      created_by: link.created_by,
      created_at: toApiDateTime(link.created_at.getTime()),
      expires_at: toApiDateTime(link.expires_at.getTime()),
      revoked_at: momentOrNull(link.revoked_at),
      views: link.views,
      last_view_at: momentOrNull(link.last_view_at),
    })),
    trail: toTrail(await trailOf(trx, 'work_order', id)),
  };
}

/** All of an order, as its viewer sees it. */
export async function answerOf(
  trx: Transaction,
  viewer: Viewer,
  files: Files,
  order: FoundOrder,
): Promise<WorkOrder> {
  const actor = await workOrderActor(trx, viewer);
  const { inspection, schedule } = await sourcesOf(trx, order);
  const completed = doneBy(order.completed_at, order.completed_by);
  return {
    ...toListed(order),
    description: order.description,
    created_by: order.created_by,
    inspection: inspection ?? null,
    schedule:
      schedule === undefined
        ? null
        : {
            id: schedule.id,
            name: schedule.name,
            due_at: toApiDateTime(schedule.due_at.getTime()),
            is_fulfilled: schedule.fulfilled_at !== null,
          },
    repairer_id: order.repairer_id,
    repairer_ready_on: order.repairer_ready_on,
    repairer_note: order.repairer_note,
    repairer_done_at: momentOrNull(order.repairer_done_at),
    labour_cost: Number(order.labour_cost),
    parts_cost: Number(order.parts_cost),
    external_cost: Number(order.external_cost),
    recovered: Number(order.recovered),
    approved_total: amountOrNull(order.approved_total),
    approved: doneBy(order.approved_at, order.approved_by),
    started_at: momentOrNull(order.started_at),
    completed: completed === null ? null : { ...completed, note: order.completion_note ?? '' },
    signature:
      order.signature_file_id === null ? null : files.signedAddress(order.signature_file_id),
    next_steps: workOrderSteps(factsOf(order), actor),
    may_change: mayWorkOnOrders(viewer) && !CLOSED_WORK_ORDERS.includes(order.state),
    own_limit: actor.limit,
    ...(await partsOf(trx, files, order.id, viewer)),
  };
}
