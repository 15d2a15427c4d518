/**
 * A text in the letters that every device has: accents are dropped, other letters become a question
 * mark, line ends a space. Devices differ in what else they take (Latin-1, GBK, nothing).
 */
export function asciiText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\s/gu, ' ')
    .replace(/[^\x20-\x7e]/gu, '?');
}
