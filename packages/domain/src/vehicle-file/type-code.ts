/**
 * The default code of an activity type: letters, digits and underscores of its name, 40 at most,
 * so that "Tail lift" becomes TAIL_LIFT (requirement RP-21).
 */
export function codeOfTypeName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^[_0-9]+|_+$/g, '')
    .slice(0, 40);
}
