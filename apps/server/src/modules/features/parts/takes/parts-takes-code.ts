const MAX_ID = 2_147_483_647;

/** Address in the QR code of a label: it opens the part. */
export const partAddress = (publicUrl: string, id: number): string =>
  `${publicUrl}/parts?open=${id}`;

/** The id of the part whose label has this text; null for another code. */
export function partOfAddress(publicUrl: string, code: string): number | null {
  const start = `${publicUrl}/parts?open=`;
  if (!code.startsWith(start)) return null;
  const id = Number(code.slice(start.length));
  return Number.isInteger(id) && id > 0 && id <= MAX_ID ? id : null;
}
