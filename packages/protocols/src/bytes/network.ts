/** A cell of the mobile network as text: country, network, area, cell, signal (if reported). */
export const cellText = (...parts: readonly (number | bigint)[]): string => parts.join(',');

/** A hardware address with colons. */
export const macText = (bytes: Buffer): string => bytes.toString('hex').replace(/..(?=.)/g, '$&:');

/** Sizes of a cell in a list: area, cell, and a byte of signal. */
export interface CellSizes {
  readonly area: 2 | 4;
  readonly cell: 2 | 3 | 4 | 8;
}

const SIGNAL_BYTES = 1;
export const bytesOfCell = ({ area, cell }: CellSizes): number => area + cell + SIGNAL_BYTES;

/** Consecutive cells as text, without the empty places. The signal is in dBm below zero. */
export function readCells(
  content: Buffer,
  at: number,
  count: number,
  network: readonly [country: number, network: number],
  sizes: CellSizes,
): string {
  const cells: string[] = [];
  for (let n = 0, from = at; n < count; n += 1, from += bytesOfCell(sizes)) {
    const area = content.readUIntBE(from, sizes.area);
    const cell =
      sizes.cell === 8
        ? content.readBigUInt64BE(from + sizes.area)
        : content.readUIntBE(from + sizes.area, sizes.cell);
    const signal = content[from + sizes.area + sizes.cell] as number;
    if (area > 0) cells.push(cellText(...network, area, cell, -signal));
  }
  return cells.join(';');
}

const MAC_BYTES = 6;
export const ACCESS_POINT_BYTES = MAC_BYTES + SIGNAL_BYTES;

/** Consecutive Wi-Fi access points as text: address and signal in dBm below zero. */
export function readAccessPoints(content: Buffer, at: number, count: number): string {
  const points: string[] = [];
  for (let n = 0, from = at; n < count; n += 1, from += ACCESS_POINT_BYTES) {
    const mac = content.subarray(from, from + MAC_BYTES);
    if (mac.some((byte) => byte !== 0))
      points.push(`${macText(mac)},${-(content[from + MAC_BYTES] as number)}`);
  }
  return points.join(';');
}
