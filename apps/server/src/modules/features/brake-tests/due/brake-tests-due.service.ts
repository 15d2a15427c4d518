import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { kindOf, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { type ReportFile, tableFile, wholePage } from '../../../../platform/tables/index.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { tyrePositionsOf } from '../../tyres/index.ts';
import { keepPlan, planOf, testsOfVehicle } from '../brake-tests.repository.ts';
import { refuseDrivers } from '../brake-tests-access.ts';
import { toBrakeTest, toPlan } from '../brake-tests-json.ts';
import { settingsOf } from '../settings/brake-tests-settings.repository.ts';
import { type DueRow, dueColumns } from './brake-tests-due.columns.ts';
import { brakeVehicles } from './brake-tests-due.repository.ts';
import { type BrakeDue, duesOf, toDue, toInterval } from './brake-tests-due.ts';

type Calls = typeof contract.brakeTests;
type ListQuery = Omit<QueryOf<Calls['list']>, 'page' | 'pageSize'>;
type VehicleBrakes = AnswerOf<Calls['vehicle']>;

const TESTS_SHOWN = 60;

/** Sort keys of the list; vehicles without a date come last. */
const KEYS: Readonly<Record<string, (due: BrakeDue) => number | string>> = {
  due: ({ year }) => year.dueMs ?? Number.POSITIVE_INFINITY,
  registration: ({ row }) => row.registration,
  last_tested: ({ year }) => year.lastTestMs ?? 0,
  counted: ({ year }) => year.counted,
};

function sorted(dues: readonly BrakeDue[], query: ListQuery): readonly BrakeDue[] {
  const { descending, orderBy } = pageOf({ ...query, page: 1, pageSize: 1 });
  const key = KEYS[orderBy ?? 'due'];
  if (key === undefined) return dues;
  const sign = descending ? -1 : 1;
  return dues.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    return a === b ? 0 : a < b ? -sign : sign;
  });
}

const toRow = (due: BrakeDue): DueRow => ({
  id: due.row.id,
  registration: due.row.registration,
  type: due.row.type,
  depot:
    due.row.depot_id === null ? null : { id: due.row.depot_id, name: due.row.depot_name ?? '' },
  category: due.category,
  regime: due.regime,
  ...toDue(due),
});

/** What is due of the brakes of the fleet and of one vehicle, by when and why. */
export class BrakeDueService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /** @throws HttpError 404 for a depot that is not visible */
  list(
    viewer: Viewer,
    query: QueryOf<Calls['list']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['list']>> {
    const { limit, offset } = pageOf(query);
    return this.services.db.asViewer(viewer, async (trx) => {
      const dues = await this.#matching(trx, viewer, query, nowMs);
      return { count: dues.length, results: dues.slice(offset, offset + limit).map(toRow) };
    });
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(
    viewer: Viewer,
    { format, ...query }: QueryOf<Calls['exportList']>,
    nowMs = Date.now(),
  ): Promise<ReportFile> {
    const page = wholePage(pageOf({ ...query, page: 1, pageSize: 1 }), format);
    return this.services.db.asViewer(viewer, async (trx) => {
      const dues = await this.#matching(trx, viewer, query, nowMs);
      return tableFile(trx, viewer, format, {
        title: 'brakes.list',
        stem: 'brake-tests',
        rows: dues.slice(0, page.limit).map(toRow),
        columns: dueColumns,
      });
    });
  }

  /** @throws HttpError 404 for a vehicle that is not visible */
  vehicle(viewer: Viewer, id: number, nowMs = Date.now()): Promise<VehicleBrakes> {
    return this.services.db.asViewer(viewer, (trx) => this.#vehicle(trx, viewer, id, nowMs));
  }

  /**
   * Stores how a vehicle meets the rule of the year, and what decides its inspection interval.
   *
   * @throws HttpError 404 for a vehicle that is not visible, 400 for a risk assessment without text or
   *   author, 409 if somebody else has changed the plan
   */
  changePlan(
    viewer: Viewer,
    id: number,
    plan: BodyOf<Calls['changePlan']>,
    nowMs = Date.now(),
  ): Promise<VehicleBrakes> {
    refuseDrivers(viewer);
    if (plan.regime === 'risk_assessment') {
      for (const name of ['assessment', 'assessed_by'] as const) {
        if (plan[name] === '') throw wrongField(name, 'validation.required');
      }
    }
    return this.services.db.asViewer(viewer, async (trx) => {
      const row = orNotFound(
        (await brakeVehicles(trx, viewer, { vehicleId: id, depotId: null, search: '' }))[0],
      );
      const customerId = row.customer_id;
      const before = toPlan(await planOf(trx, id));
      if (!(await keepPlan(trx, { vehicleId: id, customerId }, plan))) {
        throw conflict('brake_test.plan_changed');
      }
      const described = ({ version: _, ...facts }: VehicleBrakes['plan']) => ({
        customerId,
        subject: { kind: 'brake_plan' as const, id: String(id), name: row.registration },
        facts,
      });
      await recordRow(trx, viewer, described, before, toPlan(await planOf(trx, id)));
      return this.#vehicle(trx, viewer, id, nowMs);
    });
  }

  async #matching(
    trx: Transaction,
    viewer: Viewer,
    query: ListQuery,
    nowMs: number,
  ): Promise<readonly BrakeDue[]> {
    const { category, depot, regime, search, state } = query;
    if (depot !== undefined) await checkVisibleDepot(trx, viewer, depot);
    const filter = { vehicleId: null, depotId: depot ?? null, search };
    const dues = await duesOf(trx, await brakeVehicles(trx, viewer, filter), nowMs);
    const matching = dues.filter(
      (due) =>
        (state === undefined || due.year.state === state) &&
        (category === undefined || due.category === category) &&
        (regime === undefined || due.regime === regime),
    );
    return sorted(matching, query);
  }

  async #vehicle(
    trx: Transaction,
    viewer: Viewer,
    id: number,
    nowMs: number,
  ): Promise<VehicleBrakes> {
    const rows = await brakeVehicles(trx, viewer, { vehicleId: id, depotId: null, search: '' });
    const due = orNotFound((await duesOf(trx, rows, nowMs))[0]);
    const { limits } = await settingsOf(trx, due.row.customer_id);
    const tests = await testsOfVehicle(trx, id, TESTS_SHOWN);
    return {
      vehicle: { id, registration: due.row.registration },
      kind: kindOf(due.row.type, due.row.kind),
      category: due.category,
      tyre_positions: [...(await tyrePositionsOf(trx, id))],
      ...toDue(due),
      quarters: due.year.quarters.map(({ endMs, startMs, tests: count }) => ({
        start: toApiDateTime(startMs),
        end: toApiDateTime(endMs),
        tests: count,
      })),
      interval: toInterval(due),
      plan: toPlan(await planOf(trx, id)),
      tests: tests.map((test) => toBrakeTest(test, this.services.files)),
      limits,
    };
  }
}
