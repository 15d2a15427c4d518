import { createHash } from 'node:crypto';
import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { COST_KINDS, type CostKind, type VehicleType } from '@roadworthy/domain';
import { actsCustomerWide, type Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, wrongField } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import { type ReportFile, tableFile, wordsOf } from '../../../../platform/tables/index.ts';
import { customerFor } from '../../../core/customers/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { budgetColumns, lineColumns } from './costs-budgets.columns.ts';
import {
  type BudgetScope,
  budgetRows,
  budgetScopes,
  lockBudgets,
  replaceBudgets,
  yearRows,
} from './costs-budgets.repository.ts';
import { comparedRows } from './costs-budgets-compare.ts';
import { budgetLines } from './costs-budgets-lines.repository.ts';

type Calls = typeof contract.costBudgets;
type Year = AnswerOf<Calls['year']>;
type Query = QueryOf<Calls['figures']>;
type Months = Year['results'][number]['months'];

const MONTHS = 12;

interface NamedScope {
  readonly customerId: number;
  readonly scope: BudgetScope;
  /** Of the depot; the code of the type. */
  readonly name: string;
}

interface Table extends NamedScope {
  readonly year: number;
  readonly months: ReadonlyMap<CostKind, Months>;
}

const tableOf = async (trx: Transaction, named: NamedScope, year: number): Promise<Table> => {
  const months = new Map<CostKind, Months>();
  for (const { amount, kind, month } of await budgetRows(
    trx,
    named.customerId,
    named.scope,
    year,
  )) {
    const row = months.get(kind) ?? Array.from({ length: MONTHS }, () => null as number | null);
    row[month - 1] = amount;
    months.set(kind, row);
  }
  return { ...named, year, months };
};

const versionOf = ({ months }: Table): string =>
  createHash('sha256')
    .update(JSON.stringify([...months]))
    .digest('hex')
    .slice(0, 32);

const toJson = (table: Table): Year => ({
  year: table.year,
  depot: table.scope.depot === null ? null : { id: table.scope.depot, name: table.name },
  vehicle_type: table.scope.vehicle_type,
  results: COST_KINDS.map((kind) => ({
    kind,
    months: table.months.get(kind) ?? Array.from({ length: MONTHS }, () => null),
  })),
  version: versionOf(table),
});

const described = ({ customerId, months, name, scope, year }: Table) => ({
  customerId,
  subject: {
    kind: 'cost_budget' as const,
    id: `${scope.depot ?? scope.vehicle_type}-${year}`,
    name: `${name}, ${year}`,
  },
  facts: Object.fromEntries(
    [...months].map(([kind, row]) => [kind, row.map((one) => one ?? '–').join(', ')]),
  ),
});

/** Budgets of costs, and the costs compared with them. */
export class CostBudgetsService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 400 without a depot or type, or with both; 404 for a depot that is not visible */
  year(viewer: Viewer, { depot, vehicle_type, year }: QueryOf<Calls['year']>): Promise<Year> {
    return this.db.asViewer(viewer, async (trx) => {
      const named = await this.#scope(trx, viewer, depot ?? null, vehicle_type ?? null);
      return toJson(await tableOf(trx, named, year));
    });
  }

  /** @throws HttpError as {@link year}; 409 if somebody else has changed the table since */
  save(viewer: Viewer, body: BodyOf<Calls['save']>): Promise<Year> {
    const kinds = new Set(body.results.map(({ kind }) => kind));
    if (kinds.size < body.results.length) throw wrongField('results', 'validation.invalid');
    return this.db.asViewer(viewer, async (trx) => {
      const named = await this.#scope(trx, viewer, body.depot, body.vehicle_type);
      await lockBudgets(trx, named.customerId);
      const before = await tableOf(trx, named, body.year);
      if (body.version !== undefined && body.version !== versionOf(before)) {
        throw conflict('request.changed_meanwhile');
      }
      return toJson(await this.#replace(trx, viewer, before, body.results));
    });
  }

  /**
   * @throws HttpError 400 for the same year twice or without a budget in the first one, 404 for a depot that is
   *   not visible
   */
  copy(viewer: Viewer, body: BodyOf<Calls['copy']>): Promise<AnswerOf<Calls['copy']>> {
    const { depot, from_year: from, percent, to_year: to, vehicle_type: type } = body;
    if (from === to) throw wrongField('to_year', 'cost.same_year');
    return this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, undefined);
      const isAll = depot === null && type === null;
      const scopes = isAll
        ? await budgetScopes(trx, viewer, customerId, from)
        : [(await this.#scope(trx, viewer, depot, type)).scope];
      await lockBudgets(trx, customerId);
      let copied = 0;
      for (const { depot: one, vehicle_type: of } of scopes) {
        const named = await this.#scope(trx, viewer, one, of);
        const source = await tableOf(trx, named, from);
        if (source.months.size === 0) continue;
        const raised = (amount: number | null) =>
          amount === null ? null : Math.round(amount * (100 + percent)) / 100;
        const rows = COST_KINDS.map((kind) => ({
          kind,
          months: (source.months.get(kind) ?? Array.from({ length: MONTHS }, () => null)).map(
            raised,
          ),
        }));
        copied += rows.flatMap(({ months }) => months).filter((amount) => amount !== null).length;
        await this.#replace(trx, viewer, await tableOf(trx, named, to), rows);
      }
      if (copied === 0) throw wrongField('from_year', 'cost.no_budget');
      return { copied };
    });
  }

  /**
   * @param nowMs decides which months have ended, in UTC
   * @throws HttpError 404 for a depot that is not visible
   */
  figures(viewer: Viewer, query: Query, nowMs = Date.now()): Promise<AnswerOf<Calls['figures']>> {
    return this.db.asViewer(viewer, async (trx) => this.#compared(trx, viewer, query, nowMs));
  }

  /** @throws HttpError as {@link figures} */
  file(
    viewer: Viewer,
    query: QueryOf<Calls['exportFigures']>,
    nowMs = Date.now(),
  ): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      const { results } = await this.#compared(trx, viewer, query, nowMs);
      return tableFile(trx, viewer, query.format, {
        title: 'costs.budgetFigures',
        stem: 'cost-budget',
        rows: results,
        columns: (display) => budgetColumns(query, (key) => wordsOf(display, key)),
      });
    });
  }

  /**
   * The budgets of a year as a file, which can be imported again.
   *
   * @throws HttpError 404 for a depot that is not visible
   */
  yearFile(
    viewer: Viewer,
    { depot, format, vehicle_type, year }: QueryOf<Calls['exportYear']>,
  ): Promise<ReportFile> {
    return this.db.asViewer(viewer, async (trx) => {
      if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
      return tableFile(trx, viewer, format, {
        title: 'administration.list.cost_budget',
        stem: `budget-${year}`,
        rows: await budgetLines(trx, viewer, { years: [year], depot, vehicle_type }),
        columns: (display) => lineColumns((key) => wordsOf(display, key)),
      });
    });
  }

  async #compared(trx: Transaction, viewer: Viewer, query: Query, nowMs: number) {
    if (query.depot !== undefined) await checkVisibleDepot(trx, viewer, query.depot);
    return comparedRows(await yearRows(trx, viewer, query, query.year), query, nowMs);
  }

  async #replace(
    trx: Transaction,
    viewer: Viewer,
    before: Table,
    rows: Year['results'],
  ): Promise<Table> {
    await replaceBudgets(trx, before.customerId, before.scope, before.year, rows);
    const after = await tableOf(trx, before, before.year);
    await recordRow(trx, viewer, described, before, after);
    return after;
  }

  /** Budgets of vehicle types are of the whole customer. */
  async #scope(
    trx: Transaction,
    viewer: Viewer,
    depot: number | null,
    type: VehicleType | null,
  ): Promise<NamedScope> {
    if ((depot === null) === (type === null)) throw wrongField('depot', 'cost.depot_or_type');
    if (depot === null) {
      if (!actsCustomerWide(viewer)) throw notFound();
      const customerId = await customerFor(trx, viewer, undefined);
      return {
        customerId,
        scope: { depot, vehicle_type: type as VehicleType },
        name: String(type),
      };
    }
    await checkVisibleDepot(trx, viewer, depot);
    const { customer_id: customerId, name } = await trx
      .selectFrom('depots')
      .select(['customer_id', 'name'])
      .where('id', '=', depot)
      .executeTakeFirstOrThrow();
    return { customerId, scope: { depot, vehicle_type: null }, name };
  }
}
