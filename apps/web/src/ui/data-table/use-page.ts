import { useState } from 'react';
import { DEFAULT_PAGE_SIZE } from './pager.tsx';

/**
 * The page a list stands at and how long its pages are; another length begins at page 1.
 *
 * @returns what the call's query takes, a way back to page 1, and what `Pager` takes
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
