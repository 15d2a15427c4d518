import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Page } from '../../../../platform/paging.ts';
import { visibleVehicle } from '../../fleet/index.ts';
import { depotsWithVehicles } from '../details/index.ts';
import {
  depotsOfVehicle,
  type RegionRow,
  visibleDepots,
  visibleRegions,
} from './depots-scope.repository.ts';

type Calls = typeof contract.depots;

/**
 * A region that the viewer may see, with those of its depots that are in sight.
 *
 * @throws HttpError 404 for an unknown region and for one out of sight
 */
export async function visibleRegion(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<RegionRow> {
  const [region] = await visibleRegions(trx, viewer, id);
  if (region === undefined) throw notFound();
  return region;
}

/** Regions and depots as everybody sees them who is assigned to some. */
export class VisibleDepotsService {
  constructor(private readonly db: Database) {}

  /** The regions in sight, each with those of its depots that are. */
  regions(viewer: Viewer): Promise<AnswerOf<Calls['regions']>> {
    return this.db.asViewer(viewer, (trx) => visibleRegions(trx, viewer, null));
  }

  /** A page of the depots in sight. */
  depots(viewer: Viewer, page: Page, isBrief: boolean): Promise<AnswerOf<Calls['choosable']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await visibleDepots(trx, viewer, page);
      const ids = rows.map(({ id }) => id);
      return { count, results: isBrief ? rows : await depotsWithVehicles(trx, viewer, ids) };
    });
  }

  /** @throws HttpError 404 for an unknown vehicle and for one out of sight */
  ofVehicle(viewer: Viewer, vehicleId: number): Promise<AnswerOf<Calls['ofVehicle']>> {
    return this.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      const depots = await depotsOfVehicle(trx, viewer, vehicleId);
      return depotsWithVehicles(
        trx,
        viewer,
        depots.map(({ id }) => id),
      );
    });
  }
}
