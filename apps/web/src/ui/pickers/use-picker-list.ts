import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Order } from '../data-table/order.ts';
import type { PickerKind, PickerQuestion, PickerRow } from './kind.ts';

/** Requirement P-007. */
export const SEARCH_DEBOUNCE_MS = 150;

const collator = new Intl.Collator('en', { numeric: true });

/** A completely loaded list, sorted by the displayed value of a column. */
function wholeInOrder<Row extends PickerRow>(
  rows: readonly Row[],
  { columns, pageSize }: PickerKind<Row>,
  order: Order,
): readonly Row[] {
  const column = columns.find(({ key }) => key === order.replace('-', ''));
  if (pageSize !== null || column === undefined) return rows;
  const sign = order.startsWith('-') ? -1 : 1;
  return [...rows].sort((a, b) => sign * collator.compare(column.cell(a), column.cell(b)));
}

/** The rows of the current page. */
function shownRows<Row extends PickerRow>(
  kind: PickerKind<Row>,
  rows: readonly Row[],
  { search, pageSize }: PickerQuestion,
  isFirst: boolean,
): readonly Row[] {
  if (kind.pageSize === null) {
    const term = search.toLowerCase();
    return rows.filter((row) => kind.nameOf(row).toLowerCase().includes(term));
  }
  const inOrder = isFirst && kind.first !== undefined ? [...rows].sort(kind.first.compare) : rows;
  return inOrder.slice(0, pageSize);
}

/**
 * The list of a picker: search, sorting, page and rows. Every change of search, sorting or page loads
 * again, and a search or sorting returns to page 1 (P-009, P-010); an outdated load is cancelled; a
 * failed one leaves an empty list (P-018).
 *
 * @param selectedId selection of a single picker, sent with the next load
 */
export function usePickerList<Row extends PickerRow>(
  kind: PickerKind<Row>,
  selectedId: number | null,
) {
  const isWhole = kind.pageSize === null;
  const [text, setText] = useState('');
  const [isFirst, setIsFirst] = useState(true);
  const [question, setQuestion] = useState<PickerQuestion>({
    pageSize: kind.pageSize ?? 0,
    page: 1,
    order: kind.order,
    search: '',
  });
  const ask = (changes: Partial<PickerQuestion>) => {
    setIsFirst(false);
    setQuestion((previous) => ({ ...previous, page: 1, ...changes }));
  };
  const askLater = useRef(ask);
  askLater.current = ask;
  const { search } = question;
  useEffect(() => {
    const term = text.trim();
    if (term === search) return;
    const timer = setTimeout(() => askLater.current({ search: term }), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, search]);

  const selected = useRef(selectedId);
  selected.current = selectedId;
  const asked: PickerQuestion = {
    ...question,
    ...(isFirst
      ? {
          pageSize: kind.firstPageSize ?? question.pageSize,
          order: kind.first?.order ?? question.order,
        }
      : {}),
    // A completely loaded list is searched and sorted here.
    ...(isWhole ? { search: '', order: kind.order } : {}),
  };
  const query = useQuery({
    queryKey: ['picker', kind.key, kind.of, asked],
    queryFn: ({ signal }) => kind.load(asked, { signal, selectedId: selected.current }),
    retry: false,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  const answer = query.isError ? undefined : query.data;
  // Sorting a long list takes longer than searching it, so it is done once per sorting.
  const inOrder = useMemo(() => {
    const allowed = (answer?.results ?? []).filter(({ permission }) => permission !== 'admin');
    return wholeInOrder(allowed, kind, question.order);
  }, [kind, answer, question.order]);
  const rows = useMemo(
    () => shownRows(kind, inOrder, question, isFirst),
    [kind, inOrder, question, isFirst],
  );
  return {
    text,
    setText,
    question,
    ask,
    rows,
    /** Count over all pages. */
    count: isWhole ? rows.length : (answer?.count ?? 0),
    countIsLimit: answer?.count_is_limit ?? false,
    /** True exactly while a request runs (P-085, P-096). */
    isLoading: query.isFetching,
    reload: query.refetch,
  };
}
