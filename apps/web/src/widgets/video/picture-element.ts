/** An element that has a picture to draw. */
export type PictureElement = HTMLVideoElement | HTMLImageElement;

/** Size of the picture in an element; null while it has none. */
export function pictureSize(
  element: PictureElement | null,
): { widthPx: number; heightPx: number } | null {
  if (element === null) return null;
  const [widthPx, heightPx, isReady] =
    element instanceof HTMLVideoElement
      ? [element.videoWidth, element.videoHeight, element.readyState >= 2]
      : [element.naturalWidth, element.naturalHeight, element.complete];
  return isReady && widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null;
}

/**
 * The picture of an element as a file.
 *
 * @returns null where there is no picture
 */
export async function stillOf(element: PictureElement | null): Promise<Blob | null> {
  const size = pictureSize(element);
  if (element === null || size === null) return null;
  const canvas = document.createElement('canvas');
  canvas.width = size.widthPx;
  canvas.height = size.heightPx;
  canvas.getContext('2d')?.drawImage(element, 0, 0);
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', 0.92));
}
