/** A header without case, accents, spaces and punctuation. */
export function plainHeader(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
