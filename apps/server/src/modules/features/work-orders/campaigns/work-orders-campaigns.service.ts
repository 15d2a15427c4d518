import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { MAX_RECALL_VEHICLES, mayWorkOnOrders, platesIn, toApiDate } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  conflict,
  fieldConflict,
  forbidden,
  orNotFound,
  wrongField,
} from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { customerFor, refusingTaken } from '../../../core/customers/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { createOrder } from '../work-orders-change.ts';
import { type CampaignLine, campaignColumns } from './work-orders-campaigns.columns.ts';
import {
  addVehicles,
  type CampaignRow,
  type CampaignVehicleRow,
  campaignById,
  campaignPage,
  countVehicles,
  deleteCampaign,
  hasOrders,
  insertCampaign,
  lockCampaign,
  recallFigures,
  storeOrder,
  storeVehicle,
  updateCampaign,
  vehiclesNamed,
  vehiclesOfCampaigns,
} from './work-orders-campaigns.repository.ts';

type Calls = typeof contract.workOrderCampaigns;
type Campaign = AnswerOf<Calls['read']>;
type Body = BodyOf<Calls['create']>;

const todayOf = (viewer: Viewer) => toApiDate(Date.now(), viewer.timeZone ?? 'UTC');

function refuseTaken(): never {
  throw fieldConflict('number', 'work_order.campaign_taken');
}

const toListed = ({ created_at: at, customer_id: _, description: __, ...row }: CampaignRow) => ({
  ...row,
  created_at: at.toISOString(),
});

const toVehicle = (row: CampaignVehicleRow): Campaign['list'][number] => ({
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

const described = (row: CampaignRow) => ({
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

/** Recalls and service campaigns of makers, and the work orders for their vehicles. */
export class WorkOrderCampaigns {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      return campaignPage(trx, viewer, query, pageOf(query), todayOf(viewer));
    });
    return { count, results: rows.map(toListed) };
  }

  /** Safety recalls that are not finished, and those of them that are overdue. */
  figures(viewer: Viewer): Promise<{ open: number; overdue: number }> {
    return this.db.asViewer(viewer, (trx) => recallFigures(trx, viewer, todayOf(viewer)));
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['export']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      if (query.vehicle !== undefined) await visibleVehicle(trx, viewer, query.vehicle);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await campaignPage(trx, viewer, query, page, todayOf(viewer));
      const ids = rows.map(({ id }) => id);
      const vehicles = await vehiclesOfCampaigns(trx, viewer, ids);
      const lines = rows.flatMap((campaign): CampaignLine[] => {
        const own = vehicles.filter((one) => one.campaign_id === campaign.id);
        if (own.length === 0) return [{ campaign, vehicle: null }];
        return own.map((vehicle) => ({ campaign, vehicle }));
      });
      return tableFile(trx, viewer, query.format, {
        title: 'recalls.title',
        stem: 'campaigns',
        rows: lines,
        columns: (display) => campaignColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Campaign> {
    return this.db.asViewer(viewer, (trx) => this.#answer(trx, viewer, id));
  }

  /** @throws HttpError 403 without permission, 409 for a number that another campaign has, or too many vehicles */
  create(viewer: Viewer, { model, plates, ...values }: Body): Promise<Campaign> {
    const work = this.db.asViewer(viewer, async (trx) => {
      this.#check(viewer);
      const customerId = await customerFor(trx, viewer, undefined);
      const { name: author } = await actorOf(trx, viewer);
      const id = await insertCampaign(trx, { customerId, author }, values);
      const unknown = await this.#select(trx, viewer, { id, customerId }, { model, plates });
      const row = await this.#row(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return this.#answer(trx, viewer, id, unknown);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError as {@link create}; 404 if it is not visible, 409 also if somebody has changed it since */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<Campaign> {
    const { model, plates, version, ...values } = body;
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#locked(trx, viewer, id);
      if (!(await updateCampaign(trx, id, version ?? before.version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      const of = { id, customerId: before.customer_id };
      const unknown = await this.#select(trx, viewer, of, { model, plates });
      await recordRow(trx, viewer, described, before, await this.#row(trx, viewer, id));
      return this.#answer(trx, viewer, id, unknown);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError 403 without permission, 404 if it is not visible, 409 with a work order */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#locked(trx, viewer, id);
      if (await hasOrders(trx, id)) throw conflict('work_order.campaign_has_orders');
      await deleteCampaign(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  /** @throws HttpError 400 on the field, 403 without permission, 404 for a vehicle that is not in it */
  setVehicle(
    viewer: Viewer,
    of: { readonly id: number; readonly vehicle: number },
    { done_on: doneOn, reason, state }: BodyOf<Calls['setVehicle']>,
  ): Promise<Campaign> {
    return this.db.asViewer(viewer, async (trx) => {
      const campaign = await this.#locked(trx, viewer, of.id);
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
      return this.#answer(trx, viewer, of.id);
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
      const before = await this.#locked(trx, viewer, id);
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
      await recordRow(trx, viewer, described, before, await this.#row(trx, viewer, id));
      return this.#answer(trx, viewer, id);
    });
  }

  #check(viewer: Viewer): void {
    if (!mayWorkOnOrders(viewer)) throw forbidden('work_order.not_allowed');
  }

  async #locked(trx: Transaction, viewer: Viewer, id: number): Promise<CampaignRow> {
    const row = await this.#row(trx, viewer, id);
    this.#check(viewer);
    await lockCampaign(trx, id);
    return row;
  }

  async #row(trx: Transaction, viewer: Viewer, id: number): Promise<CampaignRow> {
    return orNotFound(await campaignById(trx, viewer, id, todayOf(viewer)));
  }

  /** Adds the vehicles that a list or a model names. Returns what no vehicle has. */
  async #select(
    trx: Transaction,
    viewer: Viewer,
    of: { readonly id: number; readonly customerId: number },
    { model, plates }: Pick<Body, 'model' | 'plates'>,
  ): Promise<readonly string[]> {
    const named = { model, plates: platesIn(plates) };
    if (named.plates.length > MAX_RECALL_VEHICLES) throw conflict('work_order.campaign_full');
    const { ids, unknown } = await vehiclesNamed(trx, viewer, of.customerId, named);
    await addVehicles(trx, of, ids);
    if ((await countVehicles(trx, of.id)) > MAX_RECALL_VEHICLES) {
      throw conflict('work_order.campaign_full');
    }
    return unknown;
  }

  async #answer(
    trx: Transaction,
    viewer: Viewer,
    id: number,
    unknown: readonly string[] = [],
  ): Promise<Campaign> {
    const row = await this.#row(trx, viewer, id);
    return {
      ...toListed(row),
      description: row.description,
      list: (await vehiclesOfCampaigns(trx, viewer, [id])).map(toVehicle),
      may_change: mayWorkOnOrders(viewer),
      unknown: [...unknown],
    };
  }
}
