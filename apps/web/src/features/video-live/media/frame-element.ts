/** An element with a drawable frame. */
export type FrameElement = HTMLVideoElement | HTMLImageElement;

/** Size of the frame in an element; null while it has none. */
export function frameSize(
  element: FrameElement | null,
): { widthPx: number; heightPx: number } | null {
  if (element === null) return null;
  const [widthPx, heightPx, isReady] =
    element instanceof HTMLVideoElement
      ? [element.videoWidth, element.videoHeight, element.readyState >= 2]
      : [element.naturalWidth, element.naturalHeight, element.complete];
  return isReady && widthPx > 0 && heightPx > 0 ? { widthPx, heightPx } : null;
}
