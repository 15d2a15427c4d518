import type { AnswerOf, contract } from '@roadworthy/contract';
import { mayWorkOnOrders, toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { forbidden, orNotFound } from '../../../../platform/errors.ts';
import {
  type CampaignRow,
  campaignById,
  lockCampaign,
} from './work-orders-campaigns.repository.ts';
import {
  type CampaignVehicleRow,
  vehiclesOfCampaigns,
} from './work-orders-campaigns-vehicles.repository.ts';

export type Campaign = AnswerOf<typeof contract.workOrderCampaigns.read>;

/** Today in the time zone of a person, YYYY-MM-DD. */
export const todayOf = (viewer: Viewer) => toApiDate(Date.now(), viewer.timeZone ?? 'UTC');

/** A campaign as a list shows it. */
export const toListed = ({
  created_at: at,
  customer_id: _,
  description: __,
  ...row
}: CampaignRow) => ({
  ...row,
  created_at: at.toISOString(),
});

/** A vehicle of a campaign with its work order. */
export const toCampaignVehicle = (row: CampaignVehicleRow): Campaign['list'][number] => ({
  vehicle: { id: row.vehicle_id, registration: row.registration },
  model: row.model,
  vin: row.vin,
  state: row.state,
  work_order:
    row.work_order_id === null || row.order_state === null
      ? null
      : {
          id: row.work_order_id,
          reference_number: row.reference_number ?? '',
          state: row.order_state,
        },
  done_on: row.done_on,
  reason: row.reason,
});

/** A campaign as the audit log keeps it. */
export const described = (row: CampaignRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'recall_campaign' as const, id: String(row.id), name: row.number },
  facts: {
    number: row.number,
    title: row.title,
    description: row.description,
    maker: row.maker,
    is_safety: row.is_safety,
    due_on: row.due_on,
    vehicles: row.vehicles,
    planned: row.planned,
  },
});

/** @throws HttpError 404 if it is not visible */
export async function visibleCampaign(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<CampaignRow> {
  return orNotFound(await campaignById(trx, viewer, id, todayOf(viewer)));
}

/** @throws HttpError 403 without permission */
export function checkMayChange(viewer: Viewer): void {
  if (!mayWorkOnOrders(viewer)) throw forbidden('work_order.not_allowed');
}

/** Locks a campaign that is about to change. @throws HttpError as {@link visibleCampaign}, {@link checkMayChange} */
export async function lockedCampaign(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<CampaignRow> {
  const row = await visibleCampaign(trx, viewer, id);
  checkMayChange(viewer);
  await lockCampaign(trx, id);
  return row;
}

/** A campaign with its visible vehicles. @param unknown what no vehicle has */
export async function campaignAnswer(
  trx: Transaction,
  viewer: Viewer,
  id: number,
  unknown: readonly string[] = [],
): Promise<Campaign> {
  const row = await visibleCampaign(trx, viewer, id);
  return {
    ...toListed(row),
    description: row.description,
    list: (await vehiclesOfCampaigns(trx, viewer, [id])).map(toCampaignVehicle),
    may_change: mayWorkOnOrders(viewer),
    unknown: [...unknown],
  };
}
