import { sql } from 'kysely';
import type { Transaction } from '../../../platform/db/index.ts';

/** A backup that was written and read again. */
export interface BackupRun {
  /** The moment whose rows it contains. */
  readonly createdAt: Date;
  readonly verifiedAt: Date;
  readonly sizeBytes: number;
}

/** Records a verified backup. Records older than a year are deleted. */
export async function recordBackup(
  trx: Transaction,
  run: {
    readonly createdAt: string;
    readonly version: string;
    readonly sizeBytes: number;
    readonly isEncrypted: boolean;
  },
): Promise<void> {
  await sql`insert into backup_runs (created_at, version, size_bytes, is_encrypted, verified_at)
    values (${run.createdAt}, ${run.version}, ${run.sizeBytes}, ${run.isEncrypted}, now())
    on conflict (created_at) do nothing`.execute(trx);
  await sql`delete from backup_runs where created_at < now() - interval '1 year'`.execute(trx);
}

/** Records that a backup was verified again; one of another installation changes nothing. */
export async function recordVerification(trx: Transaction, createdAt: string): Promise<void> {
  await sql`update backup_runs set verified_at = now() where created_at = ${createdAt}`.execute(
    trx,
  );
}

/** The newest backup; null if none was made. */
export async function latestBackup(trx: Transaction): Promise<BackupRun | null> {
  const row = await trx
    .selectFrom('backup_runs')
    .select(['created_at', 'verified_at', 'size_bytes'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        createdAt: row.created_at,
        verifiedAt: row.verified_at,
        sizeBytes: Number(row.size_bytes),
      };
}
