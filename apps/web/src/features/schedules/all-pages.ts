/** Rows per request, and the maximum in total: a chart cannot show more than 10,000 marks. */
export const PAGE_SIZE = 400;
const MOST_PAGES = 25;

/** All pages: the first has the count, the others load in parallel. */
export async function allPages<Row>(
  page: (number: number) => Promise<{ readonly count: number; readonly results: Row[] }>,
): Promise<Row[]> {
  const first = await page(1);
  const pages = Math.min(MOST_PAGES, Math.ceil(first.count / PAGE_SIZE));
  const others = await Promise.all(
    Array.from({ length: Math.max(0, pages - 1) }, (_, index) => page(index + 2)),
  );
  return [first, ...others].flatMap(({ results }) => results);
}
