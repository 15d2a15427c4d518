/** A document's name is cut to its last characters (requirement H-59). */
export const DOCUMENT_NAME_LENGTH = 90;

const two = (n: number) => String(n).padStart(2, '0');

/** dd-MM-yyyyTHH:mm:ss of a moment, in UTC. */
function stamp(timeMs: number): string {
  const date = new Date(timeMs);
  const day = `${two(date.getUTCDate())}-${two(date.getUTCMonth() + 1)}-${date.getUTCFullYear()}`;
  const hour = two(date.getUTCHours());
  return `${day}T${hour}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
}

/**
 * The name under which a document is uploaded and stored (requirements H-58, H-59): its original name,
 * the registration without spaces, the reference of the type, the time and the extension. Only the
 * last 90 characters are kept.
 *
 * @param fileName original name of the file
 * @param timeMs time of the upload, ms since 1970 UTC
 */
export function documentName(
  fileName: string,
  registration: string,
  reference: string,
  timeMs: number,
): string {
  const dot = fileName.lastIndexOf('.');
  const base = dot > 0 ? fileName.slice(0, dot) : fileName;
  const extension = dot > 0 ? fileName.slice(dot) : '';
  const plain = registration.replace(/\s+/g, '');
  const name = `${base}${plain}${reference}${stamp(timeMs)}${extension}`;
  return name.slice(-DOCUMENT_NAME_LENGTH);
}
