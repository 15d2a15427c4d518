import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { MAX_RECALL_VEHICLES, platesIn } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, fieldConflict } from '../../../../platform/errors.ts';
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
import { type CampaignLine, campaignColumns } from './work-orders-campaigns.columns.ts';
import {
  campaignPage,
  deleteCampaign,
  insertCampaign,
  recallFigures,
  updateCampaign,
} from './work-orders-campaigns.repository.ts';
import { insertHitAlerts } from './work-orders-campaigns-alerts.repository.ts';
import {
  type Campaign,
  campaignAnswer,
  checkMayChange,
  described,
  lockedCampaign,
  todayOf,
  toListed,
  visibleCampaign,
} from './work-orders-campaigns-answer.ts';
import {
  addVehicles,
  countVehicles,
  hasOrders,
  vehiclesNamed,
  vehiclesOfCampaigns,
} from './work-orders-campaigns-vehicles.repository.ts';

type Calls = typeof contract.workOrderCampaigns;
type Body = BodyOf<Calls['create']>;

function refuseTaken(): never {
  throw fieldConflict('number', 'work_order.campaign_taken');
}

/** Recalls and service campaigns of makers. */
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
    return this.db.asViewer(viewer, (trx) => campaignAnswer(trx, viewer, id));
  }

  /** @throws HttpError 403 without permission, 409 for a number that another campaign has, or too many vehicles */
  create(viewer: Viewer, { model, plates, ...values }: Body): Promise<Campaign> {
    const work = this.db.asViewer(viewer, async (trx) => {
      checkMayChange(viewer);
      const customerId = await customerFor(trx, viewer, undefined);
      const { name: author } = await actorOf(trx, viewer);
      const id = await insertCampaign(trx, { customerId, author }, values);
      const unknown = await this.#select(trx, viewer, { id, customerId }, { model, plates });
      const row = await visibleCampaign(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return campaignAnswer(trx, viewer, id, unknown);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError as {@link create}; 404 if it is not visible, 409 also if somebody has changed it since */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['change']>): Promise<Campaign> {
    const { model, plates, version, ...values } = body;
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await lockedCampaign(trx, viewer, id);
      if (!(await updateCampaign(trx, id, version ?? before.version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      const of = { id, customerId: before.customer_id };
      const unknown = await this.#select(trx, viewer, of, { model, plates });
      await recordRow(trx, viewer, described, before, await visibleCampaign(trx, viewer, id));
      return campaignAnswer(trx, viewer, id, unknown);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError 403 without permission, 404 if it is not visible, 409 with a work order */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await lockedCampaign(trx, viewer, id);
      if (await hasOrders(trx, id)) throw conflict('work_order.campaign_has_orders');
      await deleteCampaign(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  /** Adds the vehicles that a list or a model names, and notifies people of them. Returns what no vehicle has. */
  async #select(
    trx: Transaction,
    viewer: Viewer,
    of: { readonly id: number; readonly customerId: number },
    { model, plates }: Pick<Body, 'model' | 'plates'>,
  ): Promise<readonly string[]> {
    const named = { model, plates: platesIn(plates) };
    if (named.plates.length > MAX_RECALL_VEHICLES) throw conflict('work_order.campaign_full');
    const { ids, unknown } = await vehiclesNamed(trx, viewer, of.customerId, named);
    await insertHitAlerts(trx, of, await addVehicles(trx, of, ids));
    if ((await countVehicles(trx, of.id)) > MAX_RECALL_VEHICLES) {
      throw conflict('work_order.campaign_full');
    }
    return unknown;
  }
}
