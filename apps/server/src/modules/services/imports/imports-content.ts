/** Serialises a form so that the order of its content does not matter. */
export function contentOf(draft: object): string {
  return JSON.stringify(draft, (_, value) => {
    if (Array.isArray(value)) {
      return value.every((one) => typeof one !== 'object') ? [...value].sort() : value;
    }
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
