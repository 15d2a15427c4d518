import type { TFunction } from 'i18next';
import type { Column } from '../data-table/order.ts';
import type { ReportFormat } from '../download-menu/save-report.ts';
import type { Faults } from '../field/form-dialog.tsx';
import type { ImportKind } from './import-call.ts';

/*
 * A resource is one kind of record that an administrator keeps: vehicles, trackers, depots, users. A
 * screen says what is its own in one `Resource` object and renders <ResourceScreen resource={…}/>;
 * search, order, pages, archive, bulk changes, the form's faults, toasts, export, history, phone and
 * keyboard come with the frame (requirement O-P02). Its address carries all of its state: search, page,
 * pageSize, ordering, archived=1, open=new or open=<id>, and the filters.
 *
 *   const vehicles: Resource<Row, Draft, One> = {
 *     kind: 'vehicle',                 // cache key, and the subject of the history
 *     texts: 'vehicles',               // prefix of its texts in the locale files, see `texts`
 *     list: (query, signal) => api.vehicles.list({ query, signal }),
 *     read: (id, signal) => api.vehicles.read({ params: { id }, signal }),
 *     nameOf: (row) => row.registration,
 *     columns,                         // made with useMemo: they hold translated headings
 *     form: { draftOf, Fields, save, check },
 *     archive: { change: (ids, isArchived) => api.vehicles.archive({ body: { ids, archived } }) },
 *   };
 */

/** What a list is asked for: the query of a paged call (requirement R-004), and the screen's filters. */
export interface ListQuery {
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
  /** A column's key, with a minus for descending; empty for the list's own order. */
  readonly ordering: string;
  /** Only where the resource has an archive; archived records instead of the others. */
  readonly archived?: boolean;
  /** The values of `filters`, by their names in the address. */
  readonly [filter: string]: string | number | boolean | undefined;
}

/** A column; the server orders by its key where `isOrdered`. */
export interface ResourceColumn<Row> extends Omit<Column<Row>, 'compare' | 'foot'> {
  readonly isOrdered?: boolean;
}

/** What the fields of a form are given. */
export interface FormProps<Draft, One> {
  readonly draft: Draft;
  /** Texts beside fields, by the names of the call's body, which are those of the draft. */
  readonly faults: Faults;
  /** The record that is changed; null for a new one. */
  readonly one: One | null;
  readonly change: (changes: Partial<Draft>) => void;
}

export interface ResourceForm<Draft, One> {
  /** The fields as they stand at first: of a record, or of a new one. */
  readonly draftOf: (one: One | null) => Draft;
  /** A component: it may use hooks. `TextField`, `ChoiceField` and `SwitchField` bind to its props. */
  readonly Fields: (props: FormProps<Draft, One>) => React.ReactNode;
  /** What the browser can tell is wrong, before the server is asked; no entry means nothing. */
  readonly check?: (draft: Draft, t: TFunction) => Faults;
  /** Makes or changes it. What it throws is shown, beside the fields where the server names them. */
  readonly save: (draft: Draft, one: One | null) => Promise<unknown>;
  /** Whether this record can still be changed; true where not said. */
  readonly mayChange?: (one: One) => boolean;
}

/** Something more to do with one record, a button of the panel: at once, or through a dialog. */
export type ResourceAction<One> = {
  readonly label: string;
  readonly isOffered?: (one: One) => boolean;
  /** The toast afterwards, for example "Unlock successful". */
  readonly done: string;
} & (
  | {
      /** Asks first, with this question. */
      readonly confirm?: (one: One) => string;
      readonly run: (one: One) => Promise<unknown>;
    }
  | {
      /** Does it, then calls `onDone`, which closes it and reads the record again. */
      readonly Dialog: (props: {
        readonly one: One;
        readonly onDone: () => void;
        readonly onClose: () => void;
      }) => React.ReactNode;
    }
);

/** Something to do with all chosen records, a button above the list that opens a dialog. */
export interface BulkAction {
  readonly key: string;
  readonly label: string;
  /** A `FormDialog`; it calls `onDone` once it has changed them, which closes it and reads anew. */
  readonly Dialog: (props: {
    readonly ids: readonly number[];
    readonly onDone: () => void;
    readonly onClose: () => void;
  }) => React.ReactNode;
}

export interface Resource<
  Row extends { readonly id: number },
  Draft,
  One extends { readonly id: number } = Row,
> {
  /** The list's key in the cache: `invalidateQueries({ queryKey: [kind] })`; and the history's subject. */
  readonly kind: string;
  /**
   * Prefix of its texts: `.title`, `.search` (label and placeholder), `.new` (title of the panel of a new
   * one), `.empty` and `.emptyText` (nothing there yet, and the next step). Where they are there,
   * `.noMatch` and `.noMatchText` for a search that finds nothing, and `.addNew` on the button instead of "Add new".
   */
  readonly texts: string;
  readonly list: (
    query: ListQuery,
    signal: AbortSignal,
  ) => Promise<{
    readonly count: number;
    /** There are more than were counted. */
    readonly count_is_limit?: boolean;
    readonly results: readonly Row[];
  }>;
  /** The record as the form needs it; read whenever its panel opens. */
  readonly read: (id: number, signal: AbortSignal) => Promise<One>;
  readonly nameOf: (one: Row | One) => string;
  /** The first is the name: it opens the panel, and is the title of a card on a phone. */
  readonly columns: readonly ResourceColumn<Row>[];
  /** Without it the panel only shows `Details`. */
  readonly form?: ResourceForm<Draft, One>;
  /** What the panel shows below the form, for example the records that hang on it. */
  readonly Details?: (props: { readonly one: One }) => React.ReactNode;
  /** Whether this person may make new ones; true where not said. */
  readonly mayAdd?: boolean;
  /** Records leave the lists and can be brought back; one or many at once. */
  readonly archive?: {
    readonly change: (ids: readonly number[], isArchived: boolean) => Promise<unknown>;
    /** What archiving means here, shown before it is done. */
    readonly text?: string;
  };
  /** Records are removed for good; one or many at once. */
  readonly remove?: {
    readonly change: (ids: readonly number[]) => Promise<unknown>;
    readonly text?: string;
  };
  /** Whether this record can be archived and removed at all; true where not said. */
  readonly mayRemove?: (one: One) => boolean;
  readonly actions?: readonly ResourceAction<One>[];
  readonly bulk?: readonly BulkAction[];
  /** Controls beside the search, and the names they have in the address and in the call's query. */
  readonly filters?: {
    readonly names: readonly string[];
    readonly Controls: (props: {
      readonly values: Readonly<Record<string, string | undefined>>;
      readonly change: (values: Readonly<Record<string, string | undefined>>) => void;
    }) => React.ReactNode;
  };
  /** Address of the list as a file; made with `addressOf(pathOf(…), { query })`. */
  readonly exportAddress?: (
    query: Omit<ListQuery, 'page' | 'pageSize'> & { readonly format: ReportFormat },
  ) => string;
  /** The list that files can be taken into, for whoever may add. */
  readonly importKind?: ImportKind;
  /** The list is read anew so often while it is looked at, ms; only by hand where not said. */
  readonly refreshMs?: number;
  /** Whether the panel shows the changes of a record, where the audit log knows its kind; true where not said. */
  readonly hasHistory?: boolean;
}
