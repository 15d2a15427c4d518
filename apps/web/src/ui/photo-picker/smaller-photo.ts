import { scaledSize } from './picture.ts';

/** The longest side of a photograph of a document: enough to read small print. */
const LONGEST = '2000px';
const QUALITY = 0.85;

/**
 * A photograph reduced for sending on a weak network: JPEG, upright, without metadata. A file that the browser cannot
 * read, such as a PDF, stays as it is; the server checks it.
 */
export async function smallerPhoto(file: File): Promise<File> {
  if (!file.type.startsWith('image/')) return file;
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const canvas = document.createElement('canvas');
    Object.assign(canvas, scaledSize(bitmap, LONGEST));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise<Blob | null>((done) =>
      canvas.toBlob(done, 'image/jpeg', QUALITY),
    );
    return blob === null ? file : new File([blob], 'photograph.jpg', { type: 'image/jpeg' });
  } catch {
    return file;
  }
}
