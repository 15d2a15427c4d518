/** What every paged query has after parsing (requirement R-004). */
interface PagedQuery {
  readonly pageSize: number;
  readonly page: number;
  readonly ordering: string;
  readonly orderingDirection: 'asc' | 'desc' | '';
  readonly search: string;
}

/** A page as a repository needs it. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  /** One of the fields the contract allows, without sign; null for the list's own order. */
  readonly orderBy: string | null;
  readonly descending: boolean;
  readonly search: string;
}

/**
 * Turns a parsed paged query into limit, offset and order. Descending is said by a minus prefix or
 * by `orderingDirection`; either is enough (OP-038, requirements R-006, S-29).
 */
export function pageOf(query: PagedQuery): Page {
  const minus = query.ordering.startsWith('-');
  const field = minus ? query.ordering.slice(1) : query.ordering;
  return {
    limit: query.pageSize,
    offset: (query.page - 1) * query.pageSize,
    orderBy: field === '' ? null : field,
    descending: minus || query.orderingDirection === 'desc',
    search: query.search,
  };
}

/** Escapes a search text for `ilike '%…%'`, so that % and _ mean themselves (requirement R-P04). */
export function containsPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
