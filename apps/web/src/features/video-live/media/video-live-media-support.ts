/** Managed media source of iPhones, which lack the standard one. */
declare global {
  var ManagedMediaSource: typeof MediaSource | undefined;
}

/** The media source class; null if the browser has none. */
export function mediaSourceClass(): typeof MediaSource | null {
  return globalThis.ManagedMediaSource ?? globalThis.MediaSource ?? null;
}

/** Whether this browser can play a live stream at all. */
export function canPlayLive(): boolean {
  return mediaSourceClass() !== null && typeof WebSocket === 'function';
}

/** Whether this browser plays a codec by RFC 6381, such as `avc1.4d0014`; H.265 often not. */
export function canPlayCodec(codec: string): boolean {
  return mediaSourceClass()?.isTypeSupported(`video/mp4; codecs="${codec}"`) ?? false;
}
