import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { notFound, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import type { Services } from '../../../../platform/services.ts';
import { authorOf, keepChanges, trailOf } from '../../../core/activity-trail/index.ts';
import { checkVisibleDepot, visibleVehicle } from '../../../core/fleet/index.ts';
import { activityType } from '../types/vehicle-file-types.repository.ts';
import { toActivity, type VehicleActivity } from './activity-json.ts';
import {
  type ActivityRow,
  activityPage,
  lockActivity,
  regionIsVisible,
  setArchived,
  visibleActivity,
} from './vehicle-file-list.repository.ts';
import { ListAnswers } from './vehicle-file-list-answers.ts';
import { type ActivityFilter, filterOf } from './vehicle-file-list-filter.ts';

type Calls = typeof contract.vehicleFile;
type ListQuery = QueryOf<Calls['list']>;

/**
 * Checks that everything that a filter names is visible.
 *
 * @throws HttpError 404 otherwise
 */
export async function refuseInvisible(
  trx: Transaction,
  viewer: Viewer,
  { vehicleId, depotId, regionId, typeId }: ActivityFilter,
): Promise<void> {
  if (vehicleId !== null) await visibleVehicle(trx, viewer, vehicleId);
  if (depotId !== null) await checkVisibleDepot(trx, viewer, depotId);
  if (regionId !== null && !(await regionIsVisible(trx, viewer, regionId))) throw notFound();
  if (typeId !== null && (await activityType(trx, viewer, { id: typeId })) === undefined) {
    throw notFound();
  }
}

/** The list of activities, their documents and audit trails (R-168, RP-20). */
export class ActivitiesService {
  readonly #answers: ListAnswers;

  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'files'>) {
    this.#answers = new ListAnswers(services.bus);
  }

  /**
   * A page of the list as JSON (requirements G-65 to G-73).
   *
   * @throws HttpError 400 for invalid dates, 404 for filter values that are not visible
   */
  list(viewer: Viewer, query: ListQuery): Promise<Buffer> {
    const page = pageOf(query);
    const filter = filterOf(query, page.orderBy, page.search, viewer.timeZone);
    const newestFirst = page.orderBy === null || page.descending;
    const asked = { filter, limit: page.limit, offset: page.offset, newestFirst };
    return this.#answers.get(viewer, asked, () => this.#page(viewer, filter, asked));
  }

  /**
   * How many activities a list has, at most the count limit.
   *
   * @throws HttpError as `list`
   */
  async count(viewer: Viewer, query: ListQuery): Promise<number> {
    const page = pageOf(query);
    const filter = filterOf(query, page.orderBy, page.search, viewer.timeZone);
    const asked = { filter, limit: 1, offset: 0, newestFirst: true };
    return (await this.#page(viewer, filter, asked)).count;
  }

  async #page(
    viewer: Viewer,
    filter: ActivityFilter,
    asked: { limit: number; offset: number; newestFirst: boolean },
  ): Promise<AnswerOf<Calls['list']>> {
    const { count, isLimit, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      await refuseInvisible(trx, viewer, filter);
      return activityPage(trx, viewer, filter, asked);
    });
    return { count, count_is_limit: isLimit, results: rows.map(toActivity) };
  }

  /** @throws HttpError 404 if the activity does not exist or is not visible */
  async read(viewer: Viewer, id: number): Promise<VehicleActivity> {
    return toActivity(await this.#visible(viewer, id));
  }

  async #visible(viewer: Viewer, id: number): Promise<ActivityRow> {
    return orNotFound(
      await this.services.db.asViewer(viewer, (trx) => visibleActivity(trx, viewer, id)),
    );
  }

  /**
   * Archives or restores an activity (RP-20). Idempotent.
   *
   * @throws HttpError 404 if the activity does not exist or is not visible
   */
  async archive(viewer: Viewer, id: number, archived: boolean): Promise<VehicleActivity> {
    const { db, bus } = this.services;
    const { row, customerId } = await db.asViewer(viewer, async (trx) => {
      const known = await visibleActivity(trx, viewer, id);
      const held = known === undefined ? undefined : await lockActivity(trx, id);
      if (known === undefined || held === undefined) throw notFound();
      if (held.archived !== archived) {
        await setArchived(trx, id, archived);
        await keepChanges(trx, await authorOf(trx, viewer), [
          {
            customerId: held.customer_id,
            vehicleId: known.vehicle_id,
            activityId: id,
            scheduledActivityId: null,
            action: archived ? 'archived' : 'restored',
            changes: [{ field: 'archived', before: String(!archived), after: String(archived) }],
          },
        ]);
      }
      return { row: { ...known, archived }, customerId: held.customer_id };
    });
    bus.publish('activities.changed', { customerId });
    return toActivity(row);
  }

  /**
   * Every change of an activity, oldest first.
   *
   * @throws HttpError 404 if the activity does not exist or is not visible
   */
  async trail(viewer: Viewer, id: number): Promise<AnswerOf<Calls['trail']>> {
    const rows = await this.services.db.asViewer(viewer, async (trx) => {
      if ((await visibleActivity(trx, viewer, id)) === undefined) throw notFound();
      return trailOf(trx, id);
    });
    return rows.map(({ id: changeId, at, user_name: by, action, changes }) => ({
      id: Number(changeId),
      at: toApiDateTime(at.getTime()),
      by,
      action,
      changes,
    }));
  }

  /**
   * The signed URL of an activity's document, valid for 15 minutes.
   *
   * @throws HttpError 404 if the activity does not exist, is not visible or has no document
   */
  async documentAddress(viewer: Viewer, id: number): Promise<string> {
    const { file_id: fileId } = await this.#visible(viewer, id);
    if (fileId === null) throw notFound();
    return this.services.files.signedAddress(fileId, { reader: `u${viewer.userId}` });
  }
}
