import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import {
  type ArchivableRow,
  allOf,
  archiveRows,
  idsOf,
  recordRow,
  recordRows,
} from '../../../platform/resource.ts';
import type { ReportFile } from '../../../platform/tables/index.ts';
import { listFile } from '../../../platform/tables/index.ts';
import { customerFor, refusingTaken, throwIfInvalid } from '../customers/index.ts';
import {
  type Driver,
  type DriverBody,
  keptFacts,
  nameOf,
  toDriver,
  valuesOf,
} from './driver-json.ts';
import { DRIVER_COLUMNS } from './drivers.columns.ts';
import {
  archiveDrivers,
  assignAccount,
  assignVehicle,
  type DriverFilter,
  type DriverRow,
  driverPage,
  insertDriver,
  keptDrivers,
  lockDrivers,
  setCategory,
  updateDriver,
} from './drivers.repository.ts';
import { checkDriver, refuseNumber } from './drivers-checks.ts';
import { categoryIsKnown } from './drivers-form.repository.ts';

type Calls = typeof contract.drivers;
type ListQuery = QueryOf<Calls['list']>;

/** Documents that expire within this number of days are highlighted. */
const EXPIRING_DAYS = 30;
const DAY_MS = 86_400_000;

function filterOf(viewer: Viewer, { archived, category, expiring }: ListQuery): DriverFilter {
  const lastMs = Date.now() + EXPIRING_DAYS * DAY_MS;
  return {
    isArchived: archived === 'true',
    categoryId: category ?? null,
    expiringBy: expiring === 'true' ? toApiDate(lastMs, viewer.timeZone ?? 'UTC') : null,
  };
}

async function visibleDriver(trx: Transaction, viewer: Viewer, id: number): Promise<DriverRow> {
  return orNotFound((await keptDrivers(trx, viewer, [id]))[0]);
}

/** Locks drivers; all of them must be visible. */
const visibleDrivers = (trx: Transaction, viewer: Viewer, ids: readonly number[]) =>
  allOf(ids, async (wanted) => {
    await lockDrivers(trx, wanted);
    return keptDrivers(trx, viewer, wanted);
  });

const described = (row: DriverRow): ArchivableRow => ({
  customerId: row.customer,
  subject: { kind: 'driver', id: String(row.id), name: nameOf(row) },
  facts: keptFacts(row),
  isArchived: row.archived,
  // Read before archiving, so that the history shows what was unassigned.
  kept: keptFacts(row),
});

/**
 * Creates a driver in a transaction, and logs it.
 *
 * @throws HttpError 400 for fields that refer to another customer, or a number that is taken
 */
export async function createDriver(
  trx: Transaction,
  viewer: Viewer,
  body: DriverBody,
  customerId: number,
): Promise<DriverRow> {
  await checkDriver(trx, viewer, body, customerId, null);
  const id = await insertDriver(trx, customerId, valuesOf(body));
  await assignVehicle(trx, viewer, id, body.vehicle);
  await assignAccount(trx, id, body.user);
  const row = await visibleDriver(trx, viewer, id);
  await recordRow(trx, viewer, described, null, row);
  return row;
}

/** Administration of drivers (O-20, RP-17, RP-18). */
export class DriversService {
  constructor(private readonly db: Database) {}

  async list(viewer: Viewer, query: ListQuery): Promise<AnswerOf<Calls['list']>> {
    const { count, isLimit, rows } = await this.db.asViewer(viewer, (trx) =>
      driverPage(trx, viewer, pageOf(query), filterOf(viewer, query)),
    );
    return { count, count_is_limit: isLimit, results: rows.map(toDriver) };
  }

  /**
   * The same list as a file.
   *
   * @throws HttpError 400 if there are more rows than a file may have
   */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    return this.db.asViewer(viewer, (trx) =>
      listFile(trx, viewer, pageOf(query), query.format, {
        title: 'administration.list.drivers',
        stem: 'drivers',
        columns: DRIVER_COLUMNS,
        rows: async (page) => (await driverPage(trx, viewer, page, filterOf(viewer, query))).rows,
      }),
    );
  }

  /** @throws HttpError 404 for a driver who is unknown or not visible */
  read(viewer: Viewer, id: number): Promise<Driver> {
    return this.db.asViewer(viewer, async (trx) => toDriver(await visibleDriver(trx, viewer, id)));
  }

  /** @throws HttpError 400 for fields that refer to another customer, or a number that is taken */
  create(viewer: Viewer, body: DriverBody): Promise<Driver> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const customerId = await customerFor(trx, viewer, body.customer);
      return toDriver(await createDriver(trx, viewer, body, customerId));
    });
    return refusingTaken(work, refuseNumber);
  }

  /** @throws HttpError as {@link create}; 404 for a driver who is unknown or not visible */
  change(viewer: Viewer, id: number, body: DriverBody): Promise<Driver> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const before = orNotFound((await visibleDrivers(trx, viewer, [id]))[0]);
      if (body.customer !== undefined && body.customer !== before.customer) {
        throwIfInvalid({ customer: ['driver.customer_fixed'] });
      }
      if (before.archived) throwIfInvalid({ non_field_errors: ['driver.restore_first'] });
      await checkDriver(trx, viewer, body, before.customer, before);
      await updateDriver(trx, id, valuesOf(body));
      // A driver of several vehicles keeps them if the first of them is unchanged.
      if (body.vehicle !== before.vehicle) await assignVehicle(trx, viewer, id, body.vehicle);
      if (body.user !== before.user) await assignAccount(trx, id, body.user);
      const after = await visibleDriver(trx, viewer, id);
      await recordRow(trx, viewer, described, before, after);
      return toDriver(after);
    });
    return refusingTaken(work, refuseNumber);
  }

  /**
   * Archives or restores drivers; all or none.
   *
   * @throws HttpError 404 if one is not visible
   */
  archive(
    viewer: Viewer,
    ids: readonly number[],
    isArchived: boolean,
  ): Promise<{ changed: number }> {
    return this.db.asViewer(viewer, async (trx) => {
      const drivers = await visibleDrivers(trx, viewer, ids);
      const changed = await archiveRows(trx, viewer, described, drivers, isArchived, (concerned) =>
        archiveDrivers(trx, idsOf(concerned), isArchived),
      );
      return { changed };
    });
  }

  /**
   * Sets the category of drivers; all or none.
   *
   * @throws HttpError 400 for a category of another customer, 404 if a driver is not visible
   */
  async changeMany(
    viewer: Viewer,
    ids: readonly number[],
    categoryId: number | null,
  ): Promise<{ changed: number }> {
    return this.db.asViewer(viewer, async (trx) => {
      const before = await visibleDrivers(trx, viewer, ids);
      for (const customerId of new Set(before.map(({ customer }) => customer))) {
        if (categoryId === null || (await categoryIsKnown(trx, customerId, categoryId))) continue;
        throwIfInvalid({ category: ['category.unknown'] });
      }
      const wanted = idsOf(before);
      await setCategory(trx, wanted, categoryId);
      const after = await keptDrivers(trx, viewer, wanted);
      const categoryOf = (row: DriverRow) => ({
        ...described(row),
        facts: { category: row.category_name },
      });
      const pairs = after.map((row, n) => ({ before: before[n] ?? row, after: row }));
      await recordRows(trx, viewer, categoryOf, pairs);
      return { changed: before.filter((row) => row.category_id !== categoryId).length };
    });
  }
}
