import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import {
  conflict,
  fieldConflict,
  notFound,
  orNotFound,
  wrongField,
} from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { customerFor, refusingTaken } from '../../../core/customers/index.ts';
import { visibleRegistrationsOf, visibleVehicle } from '../../../core/fleet/index.ts';
import { calculateVehicles } from '../calculation/service-plans-calculation.service.ts';
import {
  assignVehicles,
  deletePlan,
  forgetServices,
  insertPlan,
  keepPlanServices,
  knownReferences,
  leavePlan,
  type PlanRow,
  type PlanValues,
  planPage,
  recalculatePlan,
  updatePlan,
  vehiclesOfPlan,
  visiblePlan,
} from './service-plans-plans.repository.ts';

type Calls = typeof contract.servicePlans;
type Plan = AnswerOf<Calls['plan']>;
type PlanBody = BodyOf<Calls['createPlan']>;

const toJson = ({ customer_id, model_id, model_name, services, ...row }: PlanRow): Plan => ({
  ...row,
  services: [...services],
  model: model_id === null ? null : { id: model_id, name: model_name ?? '' },
  customer: customer_id,
});

const described = (row: PlanRow) => ({
  customerId: row.customer_id,
  subject: { kind: 'service_plan' as const, id: String(row.id), name: row.name },
  facts: {
    name: row.name,
    note: row.note,
    model: row.model_name,
    services: row.services
      .map(({ name, interval_m, interval_engine_s }) =>
        [name, interval_m, interval_engine_s].join(' '),
      )
      .join(', '),
    vehicles: row.vehicles,
  },
});

function refuseTaken(): never {
  throw fieldConflict('name', 'service_plan.name_or_model_taken');
}

/** Service plans and their vehicles. */
export class PlansService {
  constructor(private readonly db: Database) {}

  async list(viewer: Viewer, query: QueryOf<Calls['plans']>): Promise<AnswerOf<Calls['plans']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      planPage(trx, viewer, pageOf(query)),
    );
    return { count, results: rows.map(toJson) };
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Plan> {
    return this.db.asViewer(viewer, async (trx) => toJson(await this.#visible(trx, viewer, id)));
  }

  /**
   * @throws HttpError 400 for an unknown model or type, a type that is named twice or a service without
   *   an interval, 409 for a name or model that another plan has
   */
  create(viewer: Viewer, body: PlanBody): Promise<Plan> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, undefined);
      await this.#check(trx, customerId, body);
      const id = await insertPlan(trx, customerId, body);
      await keepPlanServices(trx, { id, customerId }, body.services);
      const row = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, null, row);
      return toJson(row);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError as {@link create}; 409 also if somebody else has changed it since */
  change(viewer: Viewer, id: number, body: PlanBody): Promise<Plan> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const customerId = before.customer_id;
      await this.#check(trx, customerId, body);
      if (!(await updatePlan(trx, id, body.version ?? before.version, body))) {
        throw conflict('request.changed_meanwhile');
      }
      await keepPlanServices(trx, { id, customerId }, body.services);
      await recalculatePlan(trx, id);
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toJson(after);
    });
    return refusingTaken(work, refuseTaken);
  }

  /** @throws HttpError 404 if it is not visible */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const vehicleIds = await vehiclesOfPlan(trx, id);
      await deletePlan(trx, id);
      await forgetServices(trx, vehicleIds);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  /** @throws HttpError 404 for a plan or vehicle that is not visible, or of another customer */
  assign(viewer: Viewer, id: number, vehicleIds: readonly number[], nowMs: number): Promise<Plan> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      const wanted = [...new Set(vehicleIds)];
      const known = await visibleRegistrationsOf(trx, viewer, wanted);
      if (known.size < wanted.length) throw notFound();
      await assignVehicles(trx, { id, customerId: before.customer_id }, wanted);
      await calculateVehicles(trx, wanted, nowMs);
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toJson(after);
    });
  }

  /** @throws HttpError 404 for a vehicle that is not visible or has no plan */
  leave(viewer: Viewer, vehicleId: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      const planId = orNotFound(await leavePlan(trx, vehicleId));
      await forgetServices(trx, [vehicleId]);
      const after = await this.#visible(trx, viewer, planId);
      const before = { ...after, vehicles: after.vehicles + 1 };
      await recordRow(trx, viewer, described, before, after);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<PlanRow> {
    return orNotFound(await visiblePlan(trx, viewer, id));
  }

  async #check(trx: Transaction, customerId: number, values: PlanValues): Promise<void> {
    const { hasModel, types } = await knownReferences(trx, customerId, values);
    if (!hasModel) throw wrongField('model', 'validation.choice');
    const wanted = values.services.map(({ schedule_type }) => schedule_type);
    if (new Set(wanted).size < wanted.length) throw wrongField('services', 'service_plan.twice');
    if (types.size < wanted.length) throw wrongField('services', 'validation.choice');
    for (const { interval_engine_s, interval_m } of values.services) {
      if (interval_m === null && interval_engine_s === null) {
        throw wrongField('services', 'service_plan.no_interval');
      }
    }
  }
}
