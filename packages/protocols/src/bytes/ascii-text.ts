/**
 * A text in ASCII, which every device supports: accents are removed, other letters become a question
 * mark, line breaks a space. Devices differ in further encodings (Latin-1, GBK, none).
 */
export function asciiText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '?');
}
