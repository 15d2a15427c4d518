import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { type OfficialFailure, toApiDate, VEHICLE_SOURCES } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import {
  conflict,
  type HttpError,
  notFound,
  orNotFound,
  unavailable,
} from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { type ReportFile, tableFile, wholePage, wordsOf } from '../../../platform/tables/index.ts';
import { authorOf } from '../../core/activity-trail/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../core/fleet/index.ts';
import { vehicleToCheck } from './checks/official-data-checks.repository.ts';
import { checkVehicle } from './checks/official-data-checks.service.ts';
import { checkedValues } from './checks/official-data-checks-values.ts';
import {
  openDifferences,
  resolveDifference,
  visibleDifference,
} from './dates/official-data-dates.repository.ts';
import { useOfficialDate } from './dates/official-data-dates.service.ts';
import { officialColumns } from './official-data.columns.ts';
import {
  checksOf,
  lastCheck,
  type OfficialFilter,
  type OfficialRow,
  officialPage,
  testsOf,
} from './official-data.repository.ts';
import { OfficialSources } from './official-data-sources.ts';

type Calls = typeof contract.officialData;
type Details = AnswerOf<Calls['vehicle']>;
type Facts = AnswerOf<Calls['lookup']>;

const ONE = { limit: 1, offset: 0, orderBy: null, descending: false, search: '' } as const;
/** What a vehicle shows: forty years of tests, and the checks of the last days. */
const SHOWN_TESTS = 80;
const SHOWN_CHECKS = 5;
/** Answers younger than this are not asked for again. */
const FRESH_MS = 5 * 60_000;

const todayOf = (viewer: Viewer) => toApiDate(Date.now(), viewer.timeZone ?? 'UTC');

const rowJson = (row: OfficialRow): AnswerOf<Calls['list']>['results'][number] => ({
  id: row.vehicle_id,
  vehicle: { id: row.vehicle_id, registration: row.registration },
  flags: [...row.flags],
  tax_status: row.tax_status,
  tax_due_on: row.tax_due_on,
  mot_status: row.mot_status,
  mot_due_on: row.mot_due_on,
  mot_source: row.mot_source,
  last_mot_on: row.last_mot_on,
  last_mot_result: row.last_mot_result,
  checked_at: row.checked_at?.toISOString() ?? null,
});

const factsOf = (row: Facts): Facts => ({
  make: row.make,
  model: row.model,
  colour: row.colour,
  fuel: row.fuel,
  year_of_manufacture: row.year_of_manufacture,
  first_used_on: row.first_used_on,
  co2_g_per_km: row.co2_g_per_km,
  engine_cc: row.engine_cc,
  revenue_weight_kg: row.revenue_weight_kg,
  euro_status: row.euro_status,
  type_approval: row.type_approval,
  wheelplan: row.wheelplan,
  v5c_issued_on: row.v5c_issued_on,
  is_marked_for_export: row.is_marked_for_export,
  outstanding_recall: row.outstanding_recall,
});

function answersOf(row: OfficialRow) {
  return VEHICLE_SOURCES.flatMap((source) => {
    const state = row[`${source}_state`];
    const askedAt = row[`${source}_asked_at`];
    if (state === null || askedAt === null) return [];
    return [
      {
        source,
        state,
        failure: row[`${source}_failure`],
        asked_at: askedAt.toISOString(),
        fetched_at: row[`${source}_fetched_at`]?.toISOString() ?? null,
      },
    ];
  });
}

/** The error of a lookup without an answer. */
function lookupError(failure: OfficialFailure | null): HttpError {
  return failure === null
    ? notFound('official_data.not_found')
    : unavailable(`official_data.${failure}`);
}

/** Official data about vehicles, and what a person does with them. */
export class OfficialDataService {
  constructor(
    private readonly services: Pick<Services, 'config' | 'db'>,
    private readonly sources: OfficialSources,
  ) {}

  /** The service with the configured official services. */
  static of(services: Pick<Services, 'config' | 'db'>): OfficialDataService {
    return new OfficialDataService(services, new OfficialSources(services));
  }

  /** Whether an official service is configured. */
  get isConfigured(): boolean {
    return this.sources.isConfigured;
  }

  /** @throws HttpError 404 for a vehicle or depot that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      await this.#checkScope(trx, viewer, query);
      return officialPage(trx, viewer, query, pageOf(query), todayOf(viewer));
    });
    return { count, results: rows.map(rowJson) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await this.#checkScope(trx, viewer, query);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await officialPage(trx, viewer, query, page, todayOf(viewer));
      return tableFile(trx, viewer, query.format, {
        title: 'officialData.title',
        stem: 'official-data',
        rows,
        columns: (display) => officialColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** Which services are configured, and how they answer. */
  states(): Promise<AnswerOf<Calls['sources']>> {
    return this.sources.states();
  }

  /** @throws HttpError 404 for a vehicle that is not visible */
  async read(viewer: Viewer, vehicleId: number): Promise<Details> {
    const sources = await this.sources.states();
    return this.services.db.asViewer(viewer, (trx) =>
      this.#vehicle(trx, viewer, vehicleId, sources),
    );
  }

  /**
   * Asks the services about a vehicle, unless their answers are less than five minutes old.
   *
   * @throws HttpError 404 for a vehicle that is not visible, 409 if no service is configured or the asset
   *   has no registration
   */
  async check(viewer: Viewer, vehicleId: number): Promise<Details> {
    const { db } = this.services;
    const { author, vehicle, last } = await db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      return {
        author: await authorOf(trx, viewer),
        vehicle: await vehicleToCheck(trx, vehicleId),
        last: await lastCheck(trx, vehicleId),
      };
    });
    if (!this.sources.isConfigured) throw conflict('official_data.not_configured');
    if (vehicle === undefined) throw conflict('official_data.no_registration');
    const ageMs = Date.now() - (last?.checkedAt?.getTime() ?? 0);
    if (last?.isFound !== true || ageMs > FRESH_MS) {
      await checkVehicle(db, this.sources, vehicle, { cause: 'manual', author });
    }
    return this.read(viewer, vehicleId);
  }

  /** @throws HttpError 404 for a difference that is resolved or of a vehicle that is not visible */
  async resolve(viewer: Viewer, id: number, { use }: BodyOf<Calls['resolve']>): Promise<Details> {
    const vehicleId = await this.services.db.asViewer(viewer, async (trx) => {
      const one = orNotFound(await visibleDifference(trx, viewer, id));
      if (use === 'official') {
        await useOfficialDate(trx, await authorOf(trx, viewer), {
          customerId: one.customer_id,
          vehicleId: one.vehicle_id,
          date: one.date,
          on: one.official_on,
          source: one.source,
        });
      }
      await resolveDifference(trx, id, use, viewer.userId);
      const { registration } = await visibleVehicle(trx, viewer, one.vehicle_id);
      await recordChange(trx, {
        customerId: one.customer_id,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'official_data', id: String(one.vehicle_id), name: registration },
        action: 'changed',
        before: { [`${one.date}_due_on`]: one.ours_on },
        after: {
          [`${one.date}_due_on`]: use === 'official' ? one.official_on : one.ours_on,
          used: use,
        },
      });
      return one.vehicle_id;
    });
    return this.read(viewer, vehicleId);
  }

  /**
   * Looks up a registration for a new vehicle. Nothing is stored.
   *
   * @throws HttpError 404 if no service knows it, 409 if none is configured, 503 if none answers
   */
  async lookup({ registration }: BodyOf<Calls['lookup']>): Promise<Facts> {
    if (!this.sources.isConfigured) throw conflict('official_data.not_configured');
    const answers = await this.sources.ask(registration);
    const outcomes = [answers.dvla, answers.dvsa].flatMap((one) => one ?? []);
    if (!outcomes.some(({ state }) => state === 'found')) {
      const failed = outcomes.find((one) => one.state === 'failed');
      throw lookupError(failed?.state === 'failed' ? failed.failure : null);
    }
    return factsOf({ ...NO_FACTS, ...(checkedValues(answers, new Date()) as Partial<Facts>) });
  }

  async #checkScope(trx: Transaction, viewer: Viewer, filter: OfficialFilter): Promise<void> {
    if (filter.vehicle !== undefined) await visibleVehicle(trx, viewer, filter.vehicle);
    if (filter.depot !== undefined) await checkVisibleDepot(trx, viewer, filter.depot);
  }

  async #vehicle(
    trx: Transaction,
    viewer: Viewer,
    vehicleId: number,
    sources: Details['sources'],
  ): Promise<Details> {
    const vehicle = await visibleVehicle(trx, viewer, vehicleId);
    const { rows } = await officialPage(trx, viewer, { vehicle: vehicleId }, ONE, todayOf(viewer));
    const [row] = rows;
    const tests = await testsOf(trx, vehicleId, SHOWN_TESTS);
    const differences = await openDifferences(trx, vehicleId);
    const checks = await checksOf(trx, vehicleId, SHOWN_CHECKS);
    return {
      vehicle,
      sources,
      data:
        row === undefined || row.checked_at === null
          ? null
          : { ...rowJson(row), facts: factsOf(row), answers: answersOf(row) },
      tests: tests.map((test) => ({
        ...test,
        defects: [...test.defects],
        completed_at: test.completed_at.toISOString(),
      })),
      differences: differences.map((one) => ({
        id: one.id,
        date: one.date,
        ours_on: one.ours_on,
        official_on: one.official_on,
        source: one.source,
        found_at: one.found_at.toISOString(),
      })),
      runs: checks.map(({ asked_at, user_name, ...check }) => ({
        ...check,
        asked_at: asked_at.toISOString(),
        user: user_name,
      })),
    };
  }
}

const NO_FACTS: Facts = {
  make: null,
  model: null,
  colour: null,
  fuel: null,
  year_of_manufacture: null,
  first_used_on: null,
  co2_g_per_km: null,
  engine_cc: null,
  revenue_weight_kg: null,
  euro_status: null,
  type_approval: null,
  wheelplan: null,
  v5c_issued_on: null,
  is_marked_for_export: null,
  outstanding_recall: null,
};
