import type { Viewer } from '../../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../../platform/db/index.ts';
import { archiveVehicles } from '../../../../core/vehicles/index.ts';
import { addCounts, insertRows, type UploadRow } from '../imports-vehicles.repository.ts';
import { missingVehicles } from '../matching/imports-vehicles-matching.repository.ts';
import { countsOf } from './imports-vehicles-running-batch.ts';

/** Vehicles per transaction. */
const AT_ONCE = 200;
/** Greater than the position of any row of a file. */
const FIRST_POSITION = 1_000_000;

/**
 * Archives a batch of the visible vehicles that are missing in a file, or only lists them for a
 * check. Starts after the given id.
 *
 * @returns the number of devices that became free, and the last id; null if no vehicle is left
 */
export async function archiveMissing(
  trx: Transaction,
  viewer: Viewer,
  upload: UploadRow,
  afterId: number,
): Promise<{ moved: number; lastId: number } | null> {
  const missing = await missingVehicles(trx, viewer, upload, afterId, AT_ONCE);
  const last = missing.at(-1);
  if (last === undefined) return null;
  const ids = missing.map(({ id }) => id);
  const rows = missing.map(({ id, registration }) => ({
    position: FIRST_POSITION + id,
    row_number: null,
    registration,
    fields: null,
    outcome: 'archived' as const,
    texts: [],
  }));
  await insertRows(trx, upload, rows);
  await addCounts(trx, upload.id, countsOf(rows));
  const moved = upload.is_check ? 0 : await archiveVehicles(trx, viewer, ids, true);
  return { moved, lastId: last.id };
}
