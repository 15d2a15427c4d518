import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Page } from '../../../platform/paging.ts';
import { depotsWithVehicles } from '../depots/index.ts';
import { type DriverChoice, depots, drivers, regions, repairers } from './pickers.repository.ts';

type Calls = typeof contract.pickers;

/** The options of the shared choosers (OP-087): of the customer, and of the depots in scope. */
export class PickersService {
  constructor(private readonly db: Database) {}

  /** A page of the visible depots. */
  depots(viewer: Viewer, page: Page, isBrief: boolean): Promise<AnswerOf<Calls['depots']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { count, isLimit, rows } = await depots(trx, viewer, page);
      const found = { count, count_is_limit: isLimit };
      if (!isBrief) {
        const ids = rows.map(({ id }) => id);
        return { ...found, results: await depotsWithVehicles(trx, viewer, ids) };
      }
      const results = rows.map(({ region_id, region_name, ...row }) => ({
        ...row,
        region: region_id === null ? null : { id: region_id, name: region_name ?? '' },
      }));
      return { ...found, results };
    });
  }

  /** A page of the visible regions. */
  async regions(viewer: Viewer, page: Page): Promise<AnswerOf<Calls['regions']>> {
    const { count, isLimit, rows } = await this.db.asViewer(viewer, (trx) =>
      regions(trx, viewer, page),
    );
    const results = rows.map(({ depots: vehicle_groups, ...row }) => ({ ...row, vehicle_groups }));
    return { count, count_is_limit: isLimit, results };
  }

  /** A page of the visible drivers. */
  async drivers(
    viewer: Viewer,
    page: Page,
    choice: DriverChoice,
  ): Promise<AnswerOf<Calls['drivers']>> {
    const { count, isLimit, rows } = await this.db.asViewer(viewer, (trx) =>
      drivers(trx, viewer, page, choice),
    );
    const results = rows.map(
      ({ tag_number, category_id, vehicle_id, user_id, customer_id, ...row }) => ({
        ...row,
        category: category_id,
        driver_id: tag_number,
        vehicle: vehicle_id,
        user: user_id,
        customer: customer_id,
      }),
    );
    return { count, count_is_limit: isLimit, results };
  }

  /**
   * The repairers of a customer; none for customer 0, which people without a customer request.
   *
   * @throws HttpError 404 for a customer that is not visible
   */
  async repairers(viewer: Viewer, customerId: number): Promise<AnswerOf<Calls['repairers']>> {
    if (customerId === 0) return [];
    if (!viewer.isGlobalAdmin && customerId !== viewer.customerId) throw notFound();
    return this.db.asViewer(viewer, (trx) => repairers(trx, customerId));
  }
}
