import type { ColumnType, Generated } from 'kysely';

type Timestamp = ColumnType<Date, Date | string, Date | string>;
type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** Tables of accounts, `migrations/0017_audit_and_users.sql`; requests have no access to them. */
export interface AccountTables {
  totp_factors: {
    user_id: number;
    secret: Buffer;
    confirmed_at: OptionalTimestamp;
    last_step: ColumnType<string, number | undefined, number>;
    created_at: GeneratedTimestamp;
  };
  recovery_codes: {
    user_id: number;
    code_hash: Buffer;
    used_at: OptionalTimestamp;
    is_short: Generated<boolean>;
  };
  passkeys: {
    id: ColumnType<string, never, never>;
    user_id: number;
    credential_id: string;
    public_key: Buffer;
    counter: ColumnType<string, number, number>;
    transports: Generated<string[]>;
    name: string;
    created_at: GeneratedTimestamp;
    last_used_at: OptionalTimestamp;
  };
  account_sessions: {
    grant_id: string;
    user_id: number;
    user_agent: Generated<string>;
    address: Generated<string>;
    began_at: GeneratedTimestamp;
    last_used_at: GeneratedTimestamp;
  };
  api_tokens: {
    id: Generated<number>;
    user_id: number;
    name: string;
    token_hash: Buffer;
    hint: string;
    scopes: string[];
    created_at: GeneratedTimestamp;
    expires_at: Timestamp;
    last_used_at: OptionalTimestamp;
    revoked_at: OptionalTimestamp;
  };
}
