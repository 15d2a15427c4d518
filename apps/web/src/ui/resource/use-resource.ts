import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../data-table/pager.tsx';
import { useAddress } from '../use-address.ts';
import type { ListQuery, Resource } from './resource.ts';

type Address = Readonly<Record<string, string | undefined>>;

/** A page number of an address; 1 for what is none. */
function pageOf({ page }: Address): number {
  const number = Number(page);
  return Number.isInteger(number) && number > 0 && number <= 1_000_000 ? number : 1;
}

/** One of the sizes of a page; 50 for every other number (requirement O-P02). */
function pageSizeOf({ pageSize }: Address): number {
  return PAGE_SIZES.find((size) => String(size) === pageSize) ?? DEFAULT_PAGE_SIZE;
}

/** What the panel shows: nothing, a new record, or the one with this id. */
function openedOf({ open }: Address): number | 'new' | null {
  if (open === 'new') return 'new';
  const id = Number(open);
  return Number.isInteger(id) && id > 0 ? id : null;
}

const ORDERING = /^-?\w{1,40}$/;

/** The list of a resource: what its address asks for, the rows, and how to ask for others. */
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
    /** Asks for other rows, from the first page on unless a page is named. */
    change,
    /** Opens and closes the panel; the list stays as it is. */
    open: useCallback(
      (open: number | 'new' | null) =>
        setAddress({ open: open === null ? undefined : String(open) }),
      [setAddress],
    ),
    opened: openedOf(address),
    values,
    query,
    /** The same for the same filter and order, whatever the page. */
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
