/** The entries of a field, separated by commas, semicolons, spaces or line breaks. */
export function entriesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((entry) => entry !== '');
}
