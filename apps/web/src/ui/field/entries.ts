/** The entries of a field that takes several, parted by commas, semicolons, blanks or lines. */
export function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}
