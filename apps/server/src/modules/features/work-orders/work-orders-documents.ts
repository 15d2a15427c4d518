import { type FileRow, type Files, storeChecked } from '../../../platform/files/index.ts';

/** Purpose of the files of records in the file store. */
const PURPOSE = 'records';

/**
 * Stores the file of an invoice.
 *
 * @throws HttpError 400 on `document` if it is neither a PDF nor an image
 */
export function storeInvoice(files: Files, path: string, customerId: number): Promise<FileRow> {
  return storeChecked(files, path, {
    customerId,
    purpose: PURPOSE,
    field: 'document',
    name: (mediaType) => `invoice.${mediaType.split('/')[1]}`,
  });
}
