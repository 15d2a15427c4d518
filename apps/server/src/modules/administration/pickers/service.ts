import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Database } from '../../../platform/db/index.ts';
import type { Page } from '../../../platform/paging.ts';
import { type DriverChoice, depots, drivers, regions } from './repository.ts';

type Calls = typeof contract.pickers;

/** What the shared pickers choose from (OP-087): of the customer, and of the depots in scope. */
export class PickersService {
  constructor(private readonly db: Database) {}

  /** A page of the depots in sight. */
  async depots(viewer: Viewer, page: Page): Promise<AnswerOf<Calls['depots']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) => depots(trx, viewer, page));
    const results = rows.map(({ id, name, region_id, region_name, vehicle_count }) => ({
      id,
      name,
      permission: null,
      region: region_id === null ? null : { id: region_id, name: region_name ?? '' },
      vehicle_count,
    }));
    return { count, results };
  }

  /** A page of the regions in sight. */
  async regions(viewer: Viewer, page: Page): Promise<AnswerOf<Calls['regions']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) => regions(trx, viewer, page));
    const results = rows.map(({ id, name, depots: vehicle_groups }) => ({
      id,
      name,
      permission: null,
      vehicle_groups,
    }));
    return { count, results };
  }

  /** A page of the drivers in sight. */
  async drivers(
    viewer: Viewer,
    page: Page,
    choice: DriverChoice,
  ): Promise<AnswerOf<Calls['drivers']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      drivers(trx, viewer, page, choice),
    );
    const results = rows.map(({ tag_number, vehicle_id, user_id, customer_id, ...row }) => ({
      ...row,
      driver_id: tag_number,
      vehicle: vehicle_id,
      user: user_id,
      customer: customer_id,
    }));
    return { count, results };
  }
}
