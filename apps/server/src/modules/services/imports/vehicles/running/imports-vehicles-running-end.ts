import { wordingOf } from '../../../../../platform/customer-texts/index.ts';
import type { UploadState } from '../../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../../platform/deliveries/index.ts';
import type { Services } from '../../../../../platform/services.ts';
import { languageOf, type TextKey, textOf } from '../../../../../platform/texts.ts';
import { changeState, firstErrors, forgetFields } from '../imports-vehicles.repository.ts';
import { uploadToRun } from './imports-vehicles-running.repository.ts';
import { summaryMail } from './imports-vehicles-running-mail.ts';

type EndServices = Pick<Services, 'db' | 'config'>;

/** Errors in a mail. */
const MAILED_ERRORS = 20;

/** How an upload ended, and why nothing was written. */
export interface Ending {
  readonly state: Extract<UploadState, 'done' | 'failed' | 'cancelled'>;
  readonly failure?: Extract<TextKey, `upload.failed.${string}`>;
}

/**
 * Ends a waiting or running upload, and sends the summary if an address was given. Does nothing if
 * the upload has already ended.
 */
export async function endUpload(
  { db, config }: EndServices,
  uploadId: number,
  language: string,
  { state, failure }: Ending,
): Promise<void> {
  await db.asSystem(async (trx) => {
    const text = failure === undefined ? null : textOf(languageOf(language), failure);
    const open = ['checking', 'waiting', 'running'] as const;
    if (!(await changeState(trx, uploadId, open, state, text))) return;
    await forgetFields(trx, uploadId);
    const upload = await uploadToRun(trx, uploadId);
    if (upload === undefined || upload.email === null) return;
    const errors = await firstErrors(trx, [uploadId], MAILED_ERRORS);
    const link = `${config.publicUrl}/administration/upload-vehicles?upload=${uploadId}`;
    const wording = await wordingOf(trx, upload.customer_id, language);
    const mail = { to: upload.email, ...summaryMail({ wording, upload, errors, link }) };
    await enqueueMail(trx, upload.customer_id, mail);
  });
}
