import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { createOrder } from '../work-orders-change.ts';
import {
  type Campaign,
  campaignAnswer,
  described,
  lockedCampaign,
  toCampaignVehicle,
  todayOf,
  visibleCampaign,
} from './work-orders-campaigns-answer.ts';
import { campaignVehiclePage } from './work-orders-campaigns-due.repository.ts';
import {
  type CampaignVehicleRow,
  storeOrder,
  storeVehicle,
  vehiclesOfCampaigns,
} from './work-orders-campaigns-vehicles.repository.ts';

type Calls = typeof contract.workOrderCampaigns;

/** The vehicles of campaigns: what hits them, how far they are, and their work orders. */
export class WorkOrderCampaignVehicles {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle or depot that is not visible */
  list(viewer: Viewer, query: QueryOf<Calls['vehicles']>): Promise<AnswerOf<Calls['vehicles']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { depot, vehicle } = query;
      if (vehicle !== undefined) await visibleVehicle(trx, viewer, vehicle);
      if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
      const { count, rows } = await campaignVehiclePage(trx, viewer, query, {
        page: pageOf(query),
        today: todayOf(viewer),
      });
      return {
        count,
        results: rows.map((row) => ({
          ...toCampaignVehicle(row),
          campaign: {
            id: row.campaign_id,
            number: row.number,
            title: row.title,
            is_safety: row.is_safety,
          },
          depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
          due_on: row.due_on,
          is_overdue: row.is_overdue,
        })),
      };
    });
  }

  /** @throws HttpError 400 on the field, 403 without permission, 404 for a vehicle that is not in it */
  setVehicle(
    viewer: Viewer,
    of: { readonly id: number; readonly vehicle: number },
    { done_on: doneOn, reason, state }: BodyOf<Calls['setVehicle']>,
  ): Promise<Campaign> {
    return this.db.asViewer(viewer, async (trx) => {
      const campaign = await lockedCampaign(trx, viewer, of.id);
      if (state === 'not_affected' && reason.length < 2) {
        throw wrongField('reason', 'work_order.campaign_reason');
      }
      if (state === 'done' && (doneOn === null || doneOn > todayOf(viewer))) {
        throw wrongField('done_on', 'work_order.campaign_done_on');
      }
      const one = async () =>
        orNotFound(
          (await vehiclesOfCampaigns(trx, viewer, [of.id])).find(
            ({ vehicle_id: vehicle }) => vehicle === of.vehicle,
          ),
        );
      const before = await one();
      const key = { id: of.id, vehicleId: of.vehicle };
      await storeVehicle(trx, key, {
        doneOn: state === 'done' ? doneOn : null,
        reason: state === 'not_affected' ? reason : null,
      });
      const after = await one();
      const factsOf = (row: CampaignVehicleRow) => ({
        [row.registration]: [row.state, row.reason ?? row.done_on].filter(Boolean).join(': '),
      });
      await recordChange(trx, {
        customerId: campaign.customer_id,
        actor: await actorOf(trx, viewer),
        subject: described(campaign).subject,
        action: 'changed',
        before: factsOf(before),
        after: factsOf(after),
      });
      return campaignAnswer(trx, viewer, of.id);
    });
  }

  /**
   * Creates the work orders of open vehicles, all or none.
   *
   * @throws HttpError 403 without permission, 404 for a vehicle that is not in it, 409 for one that is not open
   */
  createOrders(
    viewer: Viewer,
    id: number,
    { due_on, vehicles }: BodyOf<Calls['createOrders']>,
  ): Promise<Campaign> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await lockedCampaign(trx, viewer, id);
      const known = await vehiclesOfCampaigns(trx, viewer, [id]);
      for (const vehicle of new Set(vehicles)) {
        const one = orNotFound(known.find(({ vehicle_id: own }) => own === vehicle));
        if (one.state !== 'open') {
          throw conflict({
            code: 'work_order.campaign_not_open',
            params: { vehicle: one.registration },
          });
        }
        const orderId = await createOrder(trx, viewer, {
          vehicle,
          title: `${before.number} ${before.title}`.slice(0, 120),
          description: before.description,
          defects: [],
          inspection: null,
          schedule: null,
          fault: null,
          place: 'internal',
          bay: null,
          planned_at: null,
          planned_minutes: null,
          technicians: [],
          repairer: null,
          due_on: due_on ?? before.due_on,
        });
        await storeOrder(trx, { id, vehicleId: vehicle }, orderId);
      }
      await recordRow(trx, viewer, described, before, await visibleCampaign(trx, viewer, id));
      return campaignAnswer(trx, viewer, id);
    });
  }
}
