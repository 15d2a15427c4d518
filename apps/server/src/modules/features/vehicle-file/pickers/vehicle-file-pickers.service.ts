import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { depotNames } from './vehicle-file-pickers.repository.ts';

type Calls = typeof contract.vehicleFile;

/** Options of the vehicle file's screens. */
export class PickersService {
  constructor(private readonly db: Database) {}

  /** The visible depots by name; all of them if no page size is given. */
  depots(viewer: Viewer, query: QueryOf<Calls['depots']>): Promise<AnswerOf<Calls['depots']>> {
    const { pageSize = null } = query;
    const page = pageOf({ ...query, pageSize: pageSize ?? 0 });
    return this.db.asViewer(viewer, (trx) => depotNames(trx, viewer, { ...page, limit: pageSize }));
  }
}
