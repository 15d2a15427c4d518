import type { AuditAction, AuditKind } from '@roadworthy/domain';
import type { ColumnType } from 'kysely';

/** The audit log of `migrations/0017_audit_and_users.sql`; rows are only appended. */
export interface AuditTables {
  audit_entries: {
    id: ColumnType<string, never, never>;
    customer_id: number | null;
    chain: ColumnType<number, never, never>;
    position: ColumnType<string, string, never>;
    at: ColumnType<Date, Date, never>;
    actor_id: number | null;
    action: AuditAction;
    subject_kind: AuditKind;
    subject_id: string;
    actor_name: string | null;
    subject_name: string | null;
    before: ColumnType<Record<string, unknown> | null, string | null, string | null>;
    after: ColumnType<Record<string, unknown> | null, string | null, string | null>;
    salt: Buffer | null;
    content_digest: Buffer;
    hash: Buffer;
  };
}
