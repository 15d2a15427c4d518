import { buffer } from 'node:stream/consumers';
import { pictureUrl } from '../../../../platform/documents/index.ts';
import type { FileRow, Files } from '../../../../platform/files/index.ts';
import { REPORT_SIDE_PX } from '../intake/records-intake-pictures.ts';
import type { Photograph } from './records-reports.repository.ts';

const SMALL_SIDE_PX = 600;

/** A photograph as a data URL; null if the file is deleted or unreadable. */
export interface ShownPhotograph {
  readonly caption: string;
  readonly shows: Photograph['shows'];
  readonly url: string | null;
}

/** Images of a report as data URLs. */
export interface Pictures {
  readonly logo: string | null;
  readonly signature: string | null;
  readonly photographs: readonly ShownPhotograph[];
}

/** An unreadable image is null: it must not prevent the report. */
async function dataUrlOf(
  files: Files,
  file: FileRow | null,
  sidePx: number,
): Promise<string | null> {
  if (file === null) return null;
  try {
    return await pictureUrl(await buffer(await files.read(file)), sidePx);
  } catch {
    return null;
  }
}

/** Uses the reduced copy from the upload unchanged, if there is one. */
async function photographUrl(files: Files, { file, report }: Photograph): Promise<string | null> {
  if (file === null) return null;
  if (report === null) return dataUrlOf(files, file, REPORT_SIDE_PX);
  try {
    const bytes = await buffer(await files.read(report));
    return `data:image/jpeg;base64,${bytes.toString('base64')}`;
  } catch {
    return null;
  }
}

/** Reads and scales the images of a report for a PDF. */
export async function recordPhotos(
  files: Files,
  logo: FileRow | null,
  signature: FileRow | null,
  photographs: readonly Photograph[],
): Promise<Pictures> {
  const [logoShown, signatureShown, ...urls] = await Promise.all([
    dataUrlOf(files, logo, SMALL_SIDE_PX),
    dataUrlOf(files, signature, SMALL_SIDE_PX),
    ...photographs.map((one) => photographUrl(files, one)),
  ]);
  return {
    logo: logoShown,
    signature: signatureShown,
    photographs: photographs.map(({ caption, shows }, n) => ({
      caption,
      shows,
      url: urls[n] ?? null,
    })),
  };
}
