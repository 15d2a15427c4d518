import { type FrameElement, frameSize } from '../media/frame-element.ts';

/** Heights as fractions of the image width, so that the text is legible at any size. */
const STRIP_OF_WIDTH = 0.045;
const LEAST_STRIP_PX = 22;
const TEXT_OF_STRIP = 0.55;
const QUALITY = 0.92;

/**
 * The frame of an element as a JPEG, with a strip of text below it, so that nothing is covered.
 *
 * @param caption camera and time
 * @returns null if there is no frame
 */
export async function captionedStill(
  element: FrameElement | null,
  caption: string,
): Promise<Blob | null> {
  const size = frameSize(element);
  if (element === null || size === null) return null;
  const { widthPx, heightPx } = size;
  const stripPx = Math.max(LEAST_STRIP_PX, Math.round(widthPx * STRIP_OF_WIDTH));
  const canvas = document.createElement('canvas');
  canvas.width = widthPx;
  canvas.height = heightPx + stripPx;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(element, 0, 0, widthPx, heightPx);
  context.fillStyle = '#101418';
  context.fillRect(0, heightPx, widthPx, stripPx);
  context.fillStyle = '#ffffff';
  context.textBaseline = 'middle';
  context.font = `${Math.round(stripPx * TEXT_OF_STRIP)}px system-ui, sans-serif`;
  const indentPx = stripPx * 0.4;
  context.fillText(caption, indentPx, heightPx + stripPx / 2, widthPx - 2 * indentPx);
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', QUALITY));
}
