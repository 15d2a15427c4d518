import type { AnswerOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { notFound } from '../../../../platform/errors.ts';
import type { Page } from '../../../../platform/paging.ts';
import { vehicleInSight } from '../../../fleet/index.ts';
import {
  depotFigures,
  depotsOfVehicle,
  type RegionRow,
  regionFigures,
  visibleDepots,
  visibleRegions,
} from './repository.ts';

type Calls = typeof contract.depots;

async function regionInSight(trx: Transaction, viewer: Viewer, id: number): Promise<RegionRow> {
  const [region] = await visibleRegions(trx, viewer, id);
  if (region === undefined) throw notFound();
  return region;
}

/** Regions and depots as everybody sees them who is assigned to some. */
export class DepotSightService {
  constructor(private readonly db: Database) {}

  /** The regions in sight, each with those of its depots that are. */
  regions(viewer: Viewer): Promise<AnswerOf<Calls['regions']>> {
    return this.db.asViewer(viewer, (trx) => visibleRegions(trx, viewer, null));
  }

  /** A page of the depots in sight. */
  async depots(viewer: Viewer, page: Page): Promise<AnswerOf<Calls['choosable']>> {
    const { count, rows } = await this.db.asViewer(viewer, (trx) =>
      visibleDepots(trx, viewer, page),
    );
    return { count, results: rows };
  }

  /** @throws HttpError 404 for an unknown vehicle and for one out of sight */
  ofVehicle(viewer: Viewer, vehicleId: number): Promise<AnswerOf<Calls['ofVehicle']>> {
    return this.db.asViewer(viewer, async (trx) => {
      await vehicleInSight(trx, viewer, vehicleId);
      return depotsOfVehicle(trx, viewer, vehicleId);
    });
  }

  /** @throws HttpError 404 for an unknown region and for one out of sight */
  regionDepots(viewer: Viewer, id: number): Promise<AnswerOf<Calls['regionDepots']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { name } = await regionInSight(trx, viewer, id);
      const depots = await depotFigures(trx, viewer, { regionId: id });
      return { region: { id, name }, depots };
    });
  }

  /** @throws HttpError 404 for an unknown region and for one out of sight */
  regionFigures(viewer: Viewer, id: number): Promise<AnswerOf<Calls['regionFigures']>> {
    return this.db.asViewer(viewer, async (trx) => {
      const { name } = await regionInSight(trx, viewer, id);
      return { id, name, ...(await regionFigures(trx, viewer, id)) };
    });
  }

  /** @throws HttpError 404 for an unknown depot and for one out of sight */
  async depotFigures(viewer: Viewer, id: number): Promise<AnswerOf<Calls['depotFigures']>> {
    const [figures] = await this.db.asViewer(viewer, (trx) =>
      depotFigures(trx, viewer, { depotId: id }),
    );
    if (figures === undefined) throw notFound();
    return figures;
  }
}
