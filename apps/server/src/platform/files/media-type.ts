import { fileTypeFromFile } from 'file-type';

/** Accepted media types; all others are refused, whatever the sender declares. */
export const MEDIA_TYPES = {
  mp4: 'video/mp4',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
  json: 'application/json',
  bytes: 'application/octet-stream',
} as const;

/** Brands of ISO files that are plain MP4 for a player. */
const AS_MP4: ReadonlySet<string> = new Set(['video/mp4', 'video/x-m4v', 'video/quicktime']);

/**
 * The media type of a file by its content; null if it has no signature (text, invalid data).
 *
 * @param path a file on this machine
 */
export async function mediaTypeOf(path: string): Promise<string | null> {
  const found = await fileTypeFromFile(path);
  if (found === undefined) return null;
  return AS_MP4.has(found.mime) ? MEDIA_TYPES.mp4 : found.mime;
}
