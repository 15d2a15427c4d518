import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/db/index.ts';

/** The facts of a clip that the viewing log stores. */
export interface ClipOfFile {
  readonly requestId: number;
  readonly customerId: number;
  readonly vehicleId: number;
  readonly cameras: readonly number[];
  readonly reason: string;
}

/** The clip that a file belongs to. */
export async function clipOfFile(
  trx: Transaction,
  fileId: string,
): Promise<ClipOfFile | undefined> {
  const row = await trx
    .selectFrom('video_request_files as rf')
    .innerJoin('video_requests as r', 'r.id', 'rf.request_id')
    .select(['r.id', 'r.customer_id', 'r.vehicle_id', 'r.cameras', 'r.reason'])
    .where('rf.file_id', '=', fileId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    requestId: Number(row.id),
    customerId: row.customer_id,
    vehicleId: row.vehicle_id,
    cameras: row.cameras,
    reason: row.reason,
  };
}

export interface ShareFacts {
  readonly note: string;
  readonly created_by_name: string;
  readonly lives: boolean;
}

/** A share, and whether it is still valid. */
export async function shareById(trx: Transaction, id: number): Promise<ShareFacts | undefined> {
  return trx
    .selectFrom('video_shares')
    .select(['note', 'created_by_name'])
    .select(sql<boolean>`revoked_at is null and expires_at > now()`.as('lives'))
    .where('id', '=', String(id))
    .executeTakeFirst();
}

/** The name of a link holder in the log: the recipient, and who made the link. */
export function shareLabel(share: Omit<ShareFacts, 'lives'> | undefined): string {
  if (share === undefined) return '';
  return share.note === '' ? share.created_by_name : `${share.note} (${share.created_by_name})`;
}
