import type { FileRow, Files } from '../../../platform/files/index.ts';
import type { AccidentBody } from './accident-body.ts';
import { storeDataUrl } from './accidents-pictures.ts';

type Photo = AccidentBody['photos'][number];

/** A photograph of a report: uploaded before (`id`), or sent with the report (`file`). */
export interface ReportPhoto {
  readonly field: string;
  readonly notes: string;
  readonly picture: { readonly id: number } | { readonly file: FileRow };
}

/** Images of a report; those sent with it are stored. */
export interface ReportPictures {
  readonly signature: FileRow;
  readonly sketch: FileRow | null;
  readonly scene: readonly ReportPhoto[];
  /** Photographs by the field of the person: `parties.0`, `witnesses.2`. */
  readonly people: ReadonlyMap<string, readonly ReportPhoto[]>;
}

const ID = /^[1-9]\d{0,9}$/;

/**
 * Stores all images sent with a report, or none.
 *
 * @throws HttpError 400 on the field of a file that is not an image
 */
export async function storeReportPictures(
  files: Files,
  body: AccidentBody,
  customerId: number,
): Promise<ReportPictures> {
  const stored: FileRow[] = [];
  const store = async (url: string, field: string) => {
    const file = await storeDataUrl(files, url, customerId, field);
    stored.push(file);
    return file;
  };
  const photosOf = async (photos: readonly Photo[], field: string): Promise<ReportPhoto[]> => {
    const kept: ReportPhoto[] = [];
    for (const [n, { notes, photo }] of photos.entries()) {
      const at = `${field}.${n}`;
      const picture = ID.test(photo) ? { id: Number(photo) } : { file: await store(photo, at) };
      kept.push({ field: at, notes, picture });
    }
    return kept;
  };
  try {
    const signature = await store(body.signature, 'signature');
    const sketch = body.sketch === null ? null : await store(body.sketch, 'sketch');
    const scene = await photosOf(body.photos, 'photos');
    const people = new Map<string, readonly ReportPhoto[]>();
    for (const kind of ['parties', 'witnesses'] as const) {
      for (const [n, { photos }] of body[kind].entries()) {
        const field = `${kind}.${n}`;
        people.set(field, await photosOf(photos, `${field}.photos`));
      }
    }
    return { signature, sketch, scene, people };
  } catch (error) {
    await files.discard(stored);
    throw error;
  }
}

/** Files of photographs that were sent with the report. */
export const filesOf = (photos: readonly ReportPhoto[]): FileRow[] =>
  photos.flatMap(({ picture }) => ('file' in picture ? [picture.file] : []));

/** Deletes stored images that no row refers to. */
export async function discardAll(files: Files, pictures: ReportPictures): Promise<void> {
  const { signature, sketch, scene, people } = pictures;
  const shown = [scene, ...people.values()].flatMap(filesOf);
  await files.discard([signature, ...(sketch === null ? [] : [sketch]), ...shown]);
}
