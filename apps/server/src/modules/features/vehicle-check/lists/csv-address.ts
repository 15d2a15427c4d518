/**
 * The address of a list's rows as CSV, which its answer carries: the same query without a page.
 *
 * @param path of the call that answers the file
 */
export function csvAddress(path: string, query: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(query).filter(
    ([name, value]) =>
      name !== 'page' && name !== 'pageSize' && value !== undefined && value !== '',
  );
  return `${path}?${new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** The refusal of more rows than a file may have: the person narrows the search. */
export const TOO_MANY = { field: 'search', code: 'export.too_many_rows' } as const;
