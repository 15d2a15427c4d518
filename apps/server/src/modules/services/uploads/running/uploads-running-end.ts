import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { UploadState } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, type TextKey, textOf } from '../../../../platform/texts.ts';
import { firstErrors, forgetFields, moveOn } from '../uploads.repository.ts';
import { uploadToRun } from './uploads-running.repository.ts';
import { letterOf } from './uploads-running-letter.ts';

type EndServices = Pick<Services, 'db' | 'mail' | 'config'>;

/** Errors that a mail names. */
const MAILED_ERRORS = 20;

/** How an upload ended, and why nothing was written. */
export interface Ending {
  readonly state: Extract<UploadState, 'done' | 'failed' | 'cancelled'>;
  readonly failure?: Extract<TextKey, `upload.failed.${string}`>;
}

/**
 * Ends an upload that is under way or waits, and tells whoever wanted to know. An upload that has ended
 * stays as it is.
 */
export async function endUpload(
  { db, mail, config }: EndServices,
  uploadId: number,
  language: string,
  { state, failure }: Ending,
): Promise<void> {
  await db.asSystem(async (trx) => {
    const text = failure === undefined ? null : textOf(languageOf(language), failure);
    const open = ['checking', 'waiting', 'running'] as const;
    if (!(await moveOn(trx, uploadId, open, state, text))) return;
    await forgetFields(trx, uploadId);
    const upload = await uploadToRun(trx, uploadId);
    if (upload === undefined || upload.email === null) return;
    const errors = await firstErrors(trx, [uploadId], MAILED_ERRORS);
    const link = `${config.publicUrl}/administration/upload-vehicles?upload=${uploadId}`;
    // Before the end is kept: a mail may come twice where the server ends between, never not at all.
    const wording = await wordingOf(trx, upload.customer_id, language);
    await mail.send({ to: upload.email, ...letterOf({ wording, upload, errors, link }) });
  });
}
