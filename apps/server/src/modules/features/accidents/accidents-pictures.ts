import { rm, writeFile } from 'node:fs/promises';
import { wrongField } from '../../../platform/errors.ts';
import {
  bytesOfDataUrl,
  type FileRow,
  type Files,
  storeChecked,
} from '../../../platform/files/index.ts';

/** Purpose under which images of accidents are stored. */
export const PURPOSE = 'accident';
/** Limit for images within a report; larger photographs are uploaded separately. */
const MAX_BYTES = 1_500_000;

/**
 * Stores a local image file, re-encoded without metadata such as the place of a photograph.
 *
 * @throws HttpError 400 on the field if it is not an image
 */
export function storePhoto(
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
    acceptsPdf: false,
  });
}

/** Like {@link storePhoto}, for an image in a data URL (V-42). */
export async function storeDataUrl(
  files: Files,
  url: string,
  customerId: number,
  field: string,
): Promise<FileRow> {
  const bytes = bytesOfDataUrl(url, field);
  if (bytes.length === 0 || bytes.length > MAX_BYTES) {
    throw wrongField(field, 'validation.picture_empty_or_large');
  }
  const path = await files.temporaryPath();
  try {
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    return await storePhoto(files, path, customerId, field);
  } finally {
    await rm(path, { force: true });
  }
}
