import type { UploadField } from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';

type OptionalTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>;
type GeneratedTimestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string, string>;

/** The options of an upload (requirement Q-05). */
export interface KeptChoices {
  readonly create: boolean;
  readonly update: boolean;
  readonly remove_missing: boolean;
  readonly all_or_nothing: boolean;
}

/** The column of a file for each field, by position. */
export type UploadColumns = Partial<Record<UploadField, number | null>>;
/** The values of a row; empty fields are absent. */
export type UploadFields = Partial<Record<UploadField, string>>;

export type UploadState = 'checking' | 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
export type RowOutcome = 'created' | 'updated' | 'unchanged' | 'archived' | 'error';

/** The tables of `migrations/0021_uploads.sql`. */
export interface UploadTables {
  vehicle_uploads: {
    id: Generated<number>;
    customer_id: number;
    user_id: number | null;
    user_name: string;
    request_key: string | null;
    file_name: string;
    is_check: boolean;
    choices: Json<KeptChoices>;
    email: string | null;
    runs_on_weekend: boolean;
    state: UploadState;
    is_cancelled: Generated<boolean>;
    failure: string | null;
    headers: string[];
    columns: Json<UploadColumns>;
    sample: Json<string[][]>;
    row_count: Generated<number>;
    done_count: Generated<number>;
    created_count: Generated<number>;
    updated_count: Generated<number>;
    unchanged_count: Generated<number>;
    removed_count: Generated<number>;
    error_count: Generated<number>;
    created_at: GeneratedTimestamp;
    run_at: OptionalTimestamp;
    finished_at: OptionalTimestamp;
  };
  vehicle_upload_rows: {
    upload_id: number;
    customer_id: number;
    position: number;
    row_number: number | null;
    registration: Generated<string>;
    fields: Json<UploadFields> | null;
    outcome: RowOutcome | null;
    texts: Generated<string[]>;
  };
}
