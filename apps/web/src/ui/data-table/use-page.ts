import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from './pager.tsx';

/**
 * The current page and page size of a list; another size returns to page 1.
 *
 * @returns the query parameters, a function that returns to page 1, and the props of `Pager`
 */
export function usePage() {
  const [{ page, pageSize }, set] = useState({ page: 1, pageSize: DEFAULT_PAGE_SIZE as number });
  const onPage = (next: number) => set({ page: next, pageSize });
  return {
    page,
    pageSize,
    toFirstPage: () => onPage(1),
    pager: {
      page,
      pageSize,
      onPage,
      onPageSize: (size: number) => set({ page: 1, pageSize: size }),
    },
  };
}
