/**
 * The URL of a list as CSV, returned with the list: the same query without paging.
 *
 * @param path of the call that returns the file
 */
export function csvAddress(path: string, query: Readonly<Record<string, unknown>>): string {
  const said = Object.entries(query).filter(
    ([name, value]) =>
      name !== 'page' && name !== 'pageSize' && value !== undefined && value !== '',
  );
  return `${path}?${new URLSearchParams(said.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

/** Error for more rows than a file may have; the person has to narrow the search. */
export const TOO_MANY = { field: 'search', code: 'export.too_many_rows' } as const;
