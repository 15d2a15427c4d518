/** A text as a PDF string literal; only ASCII characters. */
const literal = (text: string) =>
  `(${text.replace(/[^\x20-\x7e]/g, ' ').replace(/[\\()]/g, (sign) => `\\${sign}`)})`;

/**
 * A one-page PDF of a few lines, built directly, so that sample documents do not need the PDF
 * worker thread.
 *
 * @param lines the first is the title
 */
export function sampleDocument(lines: readonly string[]): Buffer {
  const text = lines
    .map((line, n) => `/F1 ${n === 0 ? 22 : 12} Tf ${literal(line)} Tj 0 -${n === 0 ? 36 : 20} Td`)
    .join('\n');
  const content = `BT\n72 760 Td\n${text}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = file.length;
    file += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const tail = `trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${count}\n0000000000 65535 f \n${table}${tail}`, 'latin1');
}
