import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { orNotFound } from '../../../../platform/errors.ts';
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
 * A region that the viewer may see, with its visible depots.
 *
 * @throws HttpError 404 for a region that is unknown or not visible
 */
export async function visibleRegion(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<RegionRow> {
  return orNotFound((await visibleRegions(trx, viewer, id))[0]);
}

/** Regions and depots as returned to everyone with access to some. */
export class VisibleDepotsService {
  constructor(private readonly db: Database) {}

  /** The visible regions, each with its visible depots. */
  regions(viewer: Viewer): Promise<AnswerOf<Calls['regions']>> {
    return this.db.asViewer(viewer, (trx) => visibleRegions(trx, viewer, null));
  }

  /** A page of the visible depots. */
  depots(viewer: Viewer, page: Page, isBrief: boolean): Promise<AnswerOf<Calls['choosable']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { count, rows } = await visibleDepots(trx, viewer, page);
      const ids = rows.map(({ id }) => id);
      return { count, results: isBrief ? rows : await depotsWithVehicles(trx, viewer, ids) };
    });
  }

  /** @throws HttpError 404 for a vehicle that is unknown or not visible */
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
