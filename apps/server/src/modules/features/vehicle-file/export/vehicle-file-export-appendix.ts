import { buffer } from 'node:stream/consumers';
import { pictureUrl } from '../../../../platform/documents/index.ts';
import { type ErrorMessage, wrongField } from '../../../../platform/errors.ts';
import type { FileRow, Files } from '../../../../platform/files/index.ts';
import type { Appendix } from '../../../../platform/tables/index.ts';

/** Enough for an image on a page; text on a photographed sheet stays readable. */
const PICTURE_SIDE_PX = 1800;
/** Area of a landscape page below its heading, in points. */
const PICTURE_FIT = [770, 440] as const;
/** People export more documents as several files, by vehicle or by month. */
const MAX_DOCUMENTS = 100;
const MAX_BYTES = 100_000_000;
const QUIET = '#5b6675';

/** A document and its heading line. */
export interface BundledDocument {
  readonly file: FileRow;
  readonly heading: string;
}

/**
 * The documents of a list as an appendix to its PDF: each image on a page, each PDF as an
 * attachment that a page names and marks with a pin.
 *
 * @throws HttpError 400 for more documents than one file can hold
 */
export async function appendixOf(
  files: Files,
  documents: readonly BundledDocument[],
): Promise<Appendix> {
  const sizeBytes = documents.reduce((sum, { file }) => sum + file.sizeBytes, 0);
  if (documents.length > MAX_DOCUMENTS || sizeBytes > MAX_BYTES) {
    const detail: ErrorMessage = {
      code: 'export.too_many_documents',
      params: { most: MAX_DOCUMENTS },
    };
    throw wrongField('format', detail);
  }
  const content: object[] = [];
  const attached: Record<string, object> = {};
  for (const [n, { file, heading }] of documents.entries()) {
    const bytes = await buffer(await files.read(file));
    const head = [
      { text: heading, fontSize: 11, bold: true, pageBreak: 'before' },
      { text: file.name, color: QUIET, margin: [0, 2, 0, 8] },
    ];
    if (file.mediaType === 'application/pdf') {
      const name = `document${n + 1}`;
      const src = `data:application/pdf;base64,${bytes.toString('base64')}`;
      attached[name] = { src, name: file.name, type: file.mediaType };
      content.push(...head, { attachment: name, icon: 'PushPin', width: 14, height: 28 });
    } else {
      content.push(...head, { image: await pictureUrl(bytes, PICTURE_SIDE_PX), fit: PICTURE_FIT });
    }
  }
  return { content, files: attached };
}
