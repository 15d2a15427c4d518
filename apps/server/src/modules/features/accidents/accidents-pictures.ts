import { rm, writeFile } from 'node:fs/promises';
import { wrongField } from '../../../platform/errors.ts';
import {
  bytesOfDataUrl,
  type FileRow,
  type Files,
  storeChecked,
} from '../../../platform/files/index.ts';

/** The purpose that pictures of accidents are kept for. */
export const PURPOSE = 'accident';
/** Drawings and small photographs; larger ones come by a call of their own. */
const MOST_BYTES = 1_500_000;

/**
 * Puts a picture that lies on this machine into the store, written anew without where it was taken.
 *
 * @throws HttpError 400 beside the field for what is no picture
 */
export function storePicture(
  files: Files,
  path: string,
  customerId: number,
  field: string,
): Promise<FileRow> {
  return storeChecked(files, path, {
    customerId,
    purpose: PURPOSE,
    field,
    name: (mediaType) => `accident-${field.split('.')[0]}.${mediaType.split('/')[1]}`,
    takesPdf: false,
  });
}

/** As {@link storePicture}, for one that came as a data URL (V-42). */
export async function storeDataUrl(
  files: Files,
  url: string,
  customerId: number,
  field: string,
): Promise<FileRow> {
  const bytes = bytesOfDataUrl(url, field);
  if (bytes.length === 0 || bytes.length > MOST_BYTES) {
    throw wrongField(field, 'validation.picture_empty_or_large');
  }
  const path = await files.temporaryPath();
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    return await storePicture(files, path, customerId, field);
  } finally {
    await rm(path, { force: true });
  }
}
