import type { TFunction } from 'i18next';
import type { Order } from '../data-table/order.ts';

/*
 * A picker is a list for selecting records. Its kind configures the call, the columns and the sizes.
 * Search, sorting, pages, selection, keyboard and the silent empty list are common (requirements P-001 to
 * P-018) and combined in `MultiPicker` and `SinglePicker`.
 */

/** A selectable record. */
export interface PickerRow {
  readonly id: number;
  /** Rows with the permission admin are omitted (P-053, P-061, P-070, P-094). */
  readonly permission?: string | null;
}

/** A selected record, with the name for chips and footers. */
export interface Chosen {
  readonly id: number;
  readonly name: string;
}

/** The query of a list. */
export interface PickerQuestion {
  readonly pageSize: number;
  /** Counts from 1. */
  readonly page: number;
  readonly order: Order;
  readonly search: string;
}

export interface PickerAnswer<Row> {
  /** Count over all pages. */
  readonly count: number;
  /** There are more than counted. */
  readonly count_is_limit?: boolean;
  readonly results: readonly Row[];
}

export interface PickerColumn<Row> {
  /** The field that the server sorts by. */
  readonly key: string;
  /** Key of the text of the heading. */
  readonly text: string;
  readonly cell: (row: Row) => string;
  /** The cell in the person's language, if different. */
  readonly shown?: (row: Row, t: TFunction) => string;
}

export interface PickerKind<Row extends PickerRow> {
  /**
   * Identifies the kind in the cache and in the locale files: `picker.<key>.label`, `.search`,
   * `.empty` and `.selected`.
   */
  readonly key: string;
  /** The owner of the list, if there are several lists of a kind. */
  readonly of?: number;
  readonly columns: readonly PickerColumn<Row>[];
  readonly order: Order;
  /** One of 25, 50, 75 and 100 (P-P03); null if the list is loaded whole, without pages. */
  readonly pageSize: number | null;
  /** Rows of the first request, if different from the page size (OP-029). */
  readonly firstPageSize?: number;
  /**
   * Sorting of the first request, if different from the default; its rows are then sorted by the default
   * here (OP-030).
   */
  readonly first?: {
    readonly order: Order;
    readonly compare: (a: Row, b: Row) => number;
  };
  /** Whether the empty list also says "Please change the search query". */
  readonly hasEmptyHint: boolean;
  readonly nameOf: (row: Row) => string;
  /**
   * Loads a page.
   *
   * @param selectedId selection of a single picker
   */
  readonly load: (
    question: PickerQuestion,
    options: { readonly signal: AbortSignal; readonly selectedId: number | null },
  ) => Promise<PickerAnswer<Row>>;
}

/** The query of a paged call, with a separate direction (OP-038). */
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
