import { htmlOfText, type Mail } from '../../../../platform/mail/index.ts';
import { textOf, type Wording } from '../../../../platform/texts.ts';
import type { ResultRow, UploadRow } from '../uploads.repository.ts';

/** What a mail says of an upload. */
interface LetterFacts {
  readonly wording: Wording;
  readonly upload: UploadRow;
  /** The first of the rows that are wrong. */
  readonly errors: readonly ResultRow[];
  /** Where the rest is found. */
  readonly link: string;
}

/** The summary of an upload that ended (requirement Q-P01). */
export function letterOf({ wording: words, upload, errors, link }: LetterFacts): Omit<Mail, 'to'> {
  const state = upload.state === 'failed' || upload.state === 'cancelled' ? upload.state : 'done';
  const values = {
    file: upload.file_name,
    customer: upload.customer_name,
    state: textOf(words, `upload.mail.${state}`),
    failure: upload.failure === null ? '' : `${upload.failure}\n`,
    rows: String(upload.row_count),
    created: String(upload.created_count),
    updated: String(upload.updated_count),
    unchanged: String(upload.unchanged_count),
    removed: String(upload.removed_count),
    errors: String(upload.error_count),
    link,
  };
  const lines = errors.map(({ row_number: row, registration, texts }) =>
    textOf(words, 'upload.mail.error', {
      row: String(row ?? ''),
      registration,
      text: texts.join(' '),
    }),
  );
  const text = [textOf(words, 'upload.mail.body', values), ...lines].join('\n');
  return { subject: textOf(words, 'upload.mail.subject', values), text, html: htmlOfText(text) };
}
