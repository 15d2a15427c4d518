/** The parsed parameters of every paged query (requirement R-004). */
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
  /** A sort field of the contract, without sign; null for the default sort. */
  readonly orderBy: string | null;
  readonly descending: boolean;
  readonly search: string;
}

/**
 * Converts a parsed paged query to limit, offset and sort. Descending is set by a minus prefix or
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

/** Rows of a list are counted up to this number; pages continue beyond it (R-168, R-P07). */
export const COUNT_LIMIT = 10_000;

/**
 * Limit of the count for a search that scans rows, in every list. Lower than
 * {@link COUNT_LIMIT}: with one hit in ten rows, that many would take a walk of 100,000 rows for each page.
 */
export const SEARCH_COUNT_LIMIT = 1000;

/** The number of rows of a list, as far as known. */
export interface ListCount {
  readonly count: number;
  /** There are, or may be, more rows than `count`. */
  readonly isLimit: boolean;
}

/** The position of a page in its list. */
type PagePlace = Pick<Page, 'limit' | 'offset'>;

/** A page that is not full is the last one. An empty page proves nothing, unless it is the first. */
const isLastPage = ({ limit, offset }: PagePlace, rowsOnPage: number): boolean =>
  rowsOnPage < limit && (rowsOnPage > 0 || offset === 0);

/**
 * How many rows to count for {@link countOf}: one more than the limit; past the end of a list, all
 * rows before the page, so that the count is exact. 0 if the page itself determines the count.
 *
 * @param countLimit a lower limit, for lists whose rows are slow to count
 */
export function rowsToCount(page: PagePlace, rowsOnPage: number, countLimit = COUNT_LIMIT): number {
  if (isLastPage(page, rowsOnPage)) return 0;
  return Math.max(countLimit, rowsOnPage === 0 ? page.offset : 0) + 1;
}

/**
 * The `count` and `count_is_limit` of every list of the server. Exactly as many rows as the limit are
 * not more than it. A page beyond the limit raises the count to its own last row.
 *
 * @param counted matching rows; counting stopped at {@link rowsToCount}, or went further
 */
export function countOf(
  page: PagePlace,
  rowsOnPage: number,
  counted: number,
  countLimit = COUNT_LIMIT,
): ListCount {
  const seen = page.offset + rowsOnPage;
  if (isLastPage(page, rowsOnPage)) return { count: seen, isLimit: false };
  const isExact = counted < rowsToCount(page, rowsOnPage, countLimit);
  if (isExact) return { count: counted, isLimit: false };
  return { count: Math.max(countLimit, rowsOnPage === 0 ? 0 : seen), isLimit: true };
}

/** Escapes a search text for `ilike '%…%'`, so that % and _ mean themselves (requirement R-P04). */
export function containsPattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
