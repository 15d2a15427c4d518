import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { ResultRow, UploadRow } from './imports-vehicles.repository.ts';

export type UploadJob = AnswerOf<typeof contract.imports.read>;

const moment = (at: Date | null): string | null =>
  at === null ? null : toApiDateTime(at.getTime());

export function toUploadJob(upload: UploadRow, errors: readonly ResultRow[]): UploadJob {
  return {
    id: upload.id,
    file_name: upload.file_name,
    state: upload.state,
    created_at: toApiDateTime(upload.created_at.getTime()),
    run_at: moment(upload.run_at),
    finished_at: moment(upload.finished_at),
    rows: upload.row_count,
    done: upload.done_count,
    created: upload.created_count,
    updated: upload.updated_count,
    unchanged: upload.unchanged_count,
    removed: upload.removed_count,
    error_count: upload.error_count,
    errors: errors.map(({ row_number: row, registration, texts }) => ({
      row: row ?? 0,
      registration,
      text: texts.join(' '),
    })),
    verify: upload.is_check,
    choices: upload.choices,
    email: upload.email,
    created_by: upload.user_name,
    customer: { id: upload.customer_id, name: upload.customer_name },
    failure: upload.failure,
    headers: upload.headers,
    columns: upload.columns,
    sample: upload.sample,
  };
}
