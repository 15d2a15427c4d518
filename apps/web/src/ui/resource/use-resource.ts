import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../data-table/pager.tsx';
import { useAddress } from '../use-address.ts';
import type { ListQuery, Resource } from './resource.ts';

type Address = Readonly<Record<string, string | undefined>>;

/** The page number of an address; 1 if invalid. */
function pageOf({ page }: Address): number {
  const number = Number(page);
  return Number.isInteger(number) && number > 0 && number <= 1_000_000 ? number : 1;
}

/** A valid page size; 50 for other numbers (requirement O-P02). */
function pageSizeOf({ pageSize }: Address): number {
  return PAGE_SIZES.find((size) => String(size) === pageSize) ?? DEFAULT_PAGE_SIZE;
}

/** The content of the panel: nothing, a new record, or the record with this id. */
function openedOf({ open }: Address): number | 'new' | null {
  if (open === 'new') return 'new';
  const id = Number(open);
  return Number.isInteger(id) && id > 0 ? id : null;
}

const ORDERING = /^-?\w{1,40}$/;

/** The list of a resource: the query of its address, the rows, and functions that change the query. */
export function useResource<
  Row extends { readonly id: number },
  Draft,
  One extends { readonly id: number },
>(resource: Resource<Row, Draft, One>) {
  const [address, setAddress] = useAddress();
  const { kind, archive, filters, columns } = resource;
  const asked = address.ordering ?? '';
  const isKnown =
    ORDERING.test(asked) &&
    columns.some(({ key, isOrdered }) => isOrdered === true && key === asked.replace('-', ''));
  const ordering = isKnown ? asked : '';
  const isArchived = archive !== undefined && address.archived === '1';
  const page = pageOf(address);
  const pageSize = pageSizeOf(address);
  const search = address.search ?? '';
  const values: Address = Object.fromEntries(
    (filters?.names ?? []).map((name) => [name, address[name]]),
  );
  const filter: Omit<ListQuery, 'page' | 'pageSize'> & { readonly [name: string]: unknown } = {
    ...values,
    search,
    ordering,
    ...(archive === undefined ? {} : { archived: isArchived }),
  };
  const query = { ...filter, page, pageSize } as ListQuery;
  const list = useQuery({
    queryKey: [kind, 'list', query],
    queryFn: ({ signal }) => resource.list(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: resource.refreshMs ?? false,
  });
  const filterKey = JSON.stringify(filter);
  const change = useCallback(
    (changes: Address) => setAddress({ page: undefined, ...changes }),
    [setAddress],
  );
  return {
    address,
    /** Changes the query, and goes to page 1 unless a page is given. */
    change,
    /** Opens and closes the panel; the list does not change. */
    open: useCallback(
      (open: number | 'new' | null) =>
        setAddress({ open: open === null ? undefined : String(open) }),
      [setAddress],
    ),
    opened: openedOf(address),
    values,
    query,
    /** Equal for equal filters and sorting, independent of the page. */
    filterKey,
    ordering,
    isArchived,
    rows: list.data?.results ?? [],
    count: list.data?.count ?? 0,
    isLimit: list.data?.count_is_limit === true,
    state: useMemo(
      () => ({
        isPending: list.isPending,
        error: list.error,
        refetch: list.refetch,
        isPlaceholderData: list.isPlaceholderData,
      }),
      [list.isPending, list.error, list.refetch, list.isPlaceholderData],
    ),
  };
}

export type ResourceList<Row extends { readonly id: number }> = Omit<
  ReturnType<typeof useResource>,
  'rows'
> & { readonly rows: readonly Row[] };
