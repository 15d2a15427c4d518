import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { checkCostVehicle } from '../costs.repository.ts';
import { planColumns } from './costs-plans.columns.ts';
import {
  deletePlan,
  insertPlan,
  type PlanRow,
  type PlanValues,
  planPage,
  updatePlan,
} from './costs-plans.repository.ts';

type Calls = typeof contract.costPlans;
type Plan = AnswerOf<Calls['read']>;
type PlanBody = BodyOf<Calls['create']>;

const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;

const toJson = ({ customer_id: _, registration, vehicle_id, ...row }: PlanRow): Plan => ({
  ...row,
  vehicle: { id: vehicle_id, registration },
});

const described = ({ customer_id, id, registration, version: _, ...facts }: PlanRow) => ({
  customerId: customer_id,
  subject: { kind: 'cost_plan' as const, id: String(id), name: registration },
  facts: { ...facts, vehicle: registration },
});

/** The month after some months, as YYYY-MM. */
function monthAfter(month: string, months: number): string {
  const [year = 0, of = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 + months, 1)).toISOString().slice(0, 7);
}

/**
 * @throws HttpError 400 for a last month before the first, an amount that is missing, or depreciation whose
 *   residual value is above the price
 */
function valuesOf({ vehicle, version: _, ...body }: PlanBody): PlanValues {
  const { category, first_month, last_month, monthly, price, residual, term_months } = body;
  if (last_month !== null && last_month < first_month) {
    throw wrongField('last_month', 'cost.months_reversed');
  }
  if (category !== 'depreciation') {
    if (monthly === null) throw wrongField('monthly', 'validation.required');
    return {
      ...body,
      vehicle_id: vehicle,
      monthly,
      price: null,
      residual: null,
      term_months: null,
    };
  }
  if (price === null || price <= 0) throw wrongField('price', 'validation.required');
  if (term_months === null) throw wrongField('term_months', 'validation.required');
  const rest = residual ?? 0;
  if (rest < 0 || rest > price) throw wrongField('residual', 'cost.residual_above_price');
  const end = monthAfter(first_month, term_months - 1);
  return {
    ...body,
    vehicle_id: vehicle,
    residual: rest,
    monthly: (price - rest) / term_months,
    last_month: last_month === null || last_month > end ? end : last_month,
  };
}

/** Costs that repeat each month, and depreciation. */
export class CostPlansService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a vehicle that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.db.asViewer(viewer, async (trx) => {
      await checkCostVehicle(trx, viewer, query.vehicle);
      return planPage(trx, viewer, query, pageOf(query));
    });
    return { count, results: rows.map(toJson) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      await checkCostVehicle(trx, viewer, query.vehicle);
      const { rows } = await planPage(trx, viewer, query, wholePage(pageOf(query), query.format));
      return tableFile(trx, viewer, query.format, {
        title: 'costs.plans',
        stem: 'monthly-costs',
        rows,
        columns: (display) => planColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Plan> {
    return this.db.asViewer(viewer, async (trx) => toJson(await this.#visible(trx, viewer, id)));
  }

  /** @throws HttpError 400 for a wrong field, 404 for a vehicle that is not visible */
  create(viewer: Viewer, body: PlanBody): Promise<Plan> {
    return this.db.asViewer(viewer, async (trx) => {
      const values = valuesOf(body);
      await visibleVehicle(trx, viewer, body.vehicle);
      const row = await this.#visible(trx, viewer, await insertPlan(trx, values));
      await recordRow(trx, viewer, described, null, row);
      return toJson(row);
    });
  }

  /** @throws HttpError as {@link create}; 409 if somebody else has changed it since */
  change(viewer: Viewer, id: number, body: PlanBody): Promise<Plan> {
    return this.db.asViewer(viewer, async (trx) => {
      const values = valuesOf(body);
      const before = await this.#visible(trx, viewer, id);
      if (body.vehicle !== before.vehicle_id) await visibleVehicle(trx, viewer, body.vehicle);
      if (!(await updatePlan(trx, id, body.version ?? before.version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      const after = await this.#visible(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toJson(after);
    });
  }

  /** @throws HttpError 404 if it is not visible */
  remove(viewer: Viewer, id: number): Promise<void> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await deletePlan(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<PlanRow> {
    return orNotFound((await planPage(trx, viewer, { id }, ONE)).rows[0]);
  }
}
