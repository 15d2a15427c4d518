/**
 * Reduces a text to ASCII, which every device supports: accents are dropped, other characters
 * become a question mark, line ends a space. Devices differ in further support (Latin-1, GBK,
 * none).
 */
export function asciiText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '?');
}
