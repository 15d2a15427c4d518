import qrcode from 'qrcode';

/** Width of the quiet zone around the code (ISO/IEC 18004), modules. */
const QUIET_MODULES = 4;

/**
 * A QR code as an SVG with a single path, sharp at any size. Error correction level Q restores up
 * to a quarter of the code, as labels on vehicles get scratched and dirty.
 */
export function qrPicture(text: string): string {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'Q' });
  const side = modules.size + 2 * QUIET_MODULES;
  const runs: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    let column = 0;
    while (column < modules.size) {
      const start = column;
      while (column < modules.size && modules.get(row, column) !== 0) column += 1;
      const length = column - start;
      if (length > 0) {
        runs.push(`M${start + QUIET_MODULES} ${row + QUIET_MODULES}h${length}v1h-${length}z`);
      }
      column += 1;
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="#fff" d="M0 0h${side}v${side}h-${side}z"/><path fill="#000" d="${runs.join('')}"/></svg>`;
}
