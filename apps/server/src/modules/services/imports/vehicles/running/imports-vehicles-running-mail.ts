import { htmlOfText, type Mail } from '../../../../../platform/mail/index.ts';
import { textOf, type Wording } from '../../../../../platform/texts.ts';
import type { ResultRow, UploadRow } from '../imports-vehicles.repository.ts';

/** Data of the summary mail. */
interface MailFacts {
  readonly wording: Wording;
  readonly upload: UploadRow;
  /** The first invalid rows. */
  readonly errors: readonly ResultRow[];
  /** Address of the full result. */
  readonly link: string;
}

/** The summary of an upload that has ended (requirement Q-P01). */
export function summaryMail({ wording: words, upload, errors, link }: MailFacts): Omit<Mail, 'to'> {
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
