/** Bytes of country, network, area and cell; a country with bit 15 has a network of two bytes. */
export function cellBytes(content: Buffer, at: number, areaAndCell: number): number {
  const isWide = content.length >= at + 2 && (content.readUInt16BE(at) & 0x8000) !== 0;
  return 2 + (isWide ? 2 : 1) + areaAndCell;
}

/** From this generation (LTE) on, a cell has an area of four bytes and an id of eight. */
const LTE = 3;

/** Bytes of a cell that begins with its generation and ends with its signal (38, 39). */
export function typedCellBytes(content: Buffer, at: number): number {
  const isLte = (content[at] as number) >= LTE;
  return 1 + cellBytes(content, at + 1, isLte ? 12 : 5) + (isLte ? 2 : 1);
}
