import type { TFunction } from 'i18next';
import type { Order } from '../data-table/order.ts';

/*
 * A picker is one list to choose records from. Its kind says what is its own: the call, the columns,
 * the sizes. Search, order, pages, selection, keyboard and the silent empty list are of the base
 * (requirements P-001 to P-018), which `MultiPicker` and `SinglePicker` put together.
 */

/** What can be picked. */
export interface PickerRow {
  readonly id: number;
  /** Rows with the permission admin are left out (P-053, P-061, P-070, P-094). */
  readonly permission?: string | null;
}

/** A record that was picked, with the name that chips and footers show. */
export interface Chosen {
  readonly id: number;
  readonly name: string;
}

/** What a list is asked for. */
export interface PickerQuestion {
  readonly pageSize: number;
  /** From 1. */
  readonly page: number;
  readonly order: Order;
  readonly search: string;
}

export interface PickerAnswer<Row> {
  /** Of all pages. */
  readonly count: number;
  /** There are more than were counted. */
  readonly count_is_limit?: boolean;
  readonly results: readonly Row[];
}

export interface PickerColumn<Row> {
  /** The field the server orders by. */
  readonly key: string;
  /** Key of the heading's text. */
  readonly text: string;
  readonly cell: (row: Row) => string;
  /** The cell in the person's language, where it is not the same. */
  readonly shown?: (row: Row, t: TFunction) => string;
}

export interface PickerKind<Row extends PickerRow> {
  /**
   * Names the kind in the cache and its texts in the locale files: `picker.<key>.label`, `.search`,
   * `.empty` and `.selected`.
   */
  readonly key: string;
  /** Whose list it is, where there are several of a kind. */
  readonly of?: number;
  readonly columns: readonly PickerColumn<Row>[];
  readonly order: Order;
  /** One of 25, 50, 75 and 100 (P-P03); null where the list comes whole and has no pages. */
  readonly pageSize: number | null;
  /** What the first request asks for, where that is not the size of a page (OP-029). */
  readonly firstPageSize?: number;
  /**
   * What the first request is ordered by, where that is not the default order; its rows are then put
   * into the default order here (OP-030).
   */
  readonly first?: {
    readonly order: Order;
    readonly compare: (a: Row, b: Row) => number;
  };
  /** Whether the empty list also says "Please change the search query". */
  readonly hasEmptyHint: boolean;
  readonly nameOf: (row: Row) => string;
  /**
   * Asks the server.
   *
   * @param selectedId of a single picker
   */
  readonly load: (
    question: PickerQuestion,
    options: { readonly signal: AbortSignal; readonly selectedId: number | null },
  ) => Promise<PickerAnswer<Row>>;
}

/** The query of a paged call, with the direction said apart (OP-038). */
export function pagedQueryOf({ pageSize, page, order, search }: PickerQuestion) {
  const isDescending = order.startsWith('-');
  return {
    pageSize,
    page,
    ordering: isDescending ? order.slice(1) : order,
    orderingDirection: isDescending ? ('desc' as const) : ('asc' as const),
    search,
  };
}
