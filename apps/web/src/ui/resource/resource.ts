import type { TFunction } from 'i18next';
import type { Column } from '../data-table/order.ts';
import type { ReportFormat } from '../download-menu/save-report.ts';
import type { Faults } from '../field/form-dialog.tsx';
import type { ImportKind } from './import-call.ts';

/*
 * A resource is one kind of record that an administrator manages: vehicles, trackers, depots, users. A
 * screen describes its differences in one `Resource` object and renders <ResourceScreen resource={…}/>;
 * search, sorting, pages, archive, bulk changes, form errors, toasts, export, history, phone layout and
 * keyboard are common (requirement O-P02). The address contains all state: search, page,
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

/** The query of a list: that of a paged call (requirement R-004), and the filters of the screen. */
export interface ListQuery {
  readonly search: string;
  readonly page: number;
  readonly pageSize: number;
  /** Key of a column, with a minus for descending; empty for the default sorting. */
  readonly ordering: string;
  /** Only with an archive: archived records instead of active ones. */
  readonly archived?: boolean;
  /** The values of `filters` by their names in the address. */
  readonly [filter: string]: string | number | boolean | undefined;
}

/** A column; the server sorts by its key if `isOrdered`. */
export interface ResourceColumn<Row> extends Omit<Column<Row>, 'compare' | 'foot'> {
  readonly isOrdered?: boolean;
}

/** Props of the fields of a form. */
export interface FormProps<Draft, One> {
  readonly draft: Draft;
  /** Errors by field name of the body, which is the name in the draft. */
  readonly faults: Faults;
  /** The edited record; null for a new one. */
  readonly one: One | null;
  readonly change: (changes: Partial<Draft>) => void;
}

export interface ResourceForm<Draft, One> {
  /** The initial values of the fields, of a record or of a new one. */
  readonly draftOf: (one: One | null) => Draft;
  /** The draft has a `vehicle`: the one that the address names, as the page of a vehicle links to it. */
  readonly takesVehicle?: boolean;
  /** A component: it may use hooks. `TextField`, `ChoiceField` and `SwitchField` bind to its props. */
  readonly Fields: (props: FormProps<Draft, One>) => React.ReactNode;
  /** Errors that the browser can detect before the call; empty for none. */
  readonly check?: (draft: Draft, t: TFunction) => Faults;
  /** Creates or changes the record. Its errors are shown, by field if the server names fields. */
  readonly save: (draft: Draft, one: One | null) => Promise<unknown>;
  /** Whether this record can be edited; default true. */
  readonly mayChange?: (one: One) => boolean;
}

/** An additional action of one record, a button of the panel: immediate or with a dialog. */
export type ResourceAction<One> = {
  readonly label: string;
  readonly isOffered?: (one: One) => boolean;
  /** The toast after the action, such as "Unlock successful". */
  readonly done: string;
} & (
  | {
      /** Asks this question first. */
      readonly confirm?: (one: One) => string;
      readonly run: (one: One) => Promise<unknown>;
    }
  | {
      /** Runs the action, then calls `onDone`, which closes the dialog and reloads the record. */
      readonly Dialog: (props: {
        readonly one: One;
        readonly onDone: () => void;
        readonly onClose: () => void;
      }) => React.ReactNode;
    }
);

export interface BulkDialogProps {
  readonly ids: readonly number[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** An action for all selected records: a button above the list that opens a dialog. */
export interface BulkAction {
  readonly key: string;
  readonly label: string;
  /** A `FormDialog`; after the change it calls `onDone`, which closes it and reloads the list. */
  readonly Dialog: (props: BulkDialogProps) => React.ReactNode;
}

export interface Resource<
  Row extends { readonly id: number },
  Draft,
  One extends { readonly id: number } = Row,
> {
  /** Key of the list in the cache: `invalidateQueries({ queryKey: [kind] })`; and subject of the history. */
  readonly kind: string;
  /**
   * Prefix of its texts: `.title`, `.search` (label and placeholder), `.new` (title of the panel for a new
   * record), `.empty` and `.emptyText` (no records yet, and the next step). Optional: `.noMatch` and
   * `.noMatchText` for a search without results, and `.addNew` for the button instead of "Add new".
   */
  readonly texts: string;
  readonly list: (
    query: ListQuery,
    signal: AbortSignal,
  ) => Promise<{
    readonly count: number;
    /** There are more than counted. */
    readonly count_is_limit?: boolean;
    readonly results: readonly Row[];
  }>;
  /** Loads the record for the form, each time its panel opens. */
  readonly read: (id: number, signal: AbortSignal) => Promise<One>;
  readonly nameOf: (one: Row | One) => string;
  /** The first column is the name: it opens the panel, and is the card title on a phone. */
  readonly columns: readonly ResourceColumn<Row>[];
  /** Without it, the panel shows only `Details`. */
  readonly form?: ResourceForm<Draft, One>;
  /** Content of the panel below the form, such as related records. */
  readonly Details?: (props: { readonly one: One }) => React.ReactNode;
  /** Whether this person may create records; default true. */
  readonly mayAdd?: boolean;
  /** Archives and restores one or many records. */
  readonly archive?: {
    readonly change: (ids: readonly number[], isArchived: boolean) => Promise<unknown>;
    /** The effect of archiving, shown in the confirmation. */
    readonly text?: string;
  };
  /** Permanently deletes one or many records; `change` may resolve with a function that undoes it. */
  readonly remove?: {
    readonly change: (ids: readonly number[]) => Promise<unknown>;
    readonly text?: string;
  };
  /** Whether this record can be archived and removed; default true. */
  readonly mayRemove?: (one: One) => boolean;
  readonly actions?: readonly ResourceAction<One>[];
  readonly bulk?: readonly BulkAction[];
  /** Controls next to the search, with their names in the address and in the query. */
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
  /** The import of the list, for users who may create records. */
  readonly importKind?: ImportKind;
  /** Reload interval of the open list, ms; by default it is not reloaded. */
  readonly refreshMs?: number;
  /** Whether the panel shows the history of a record if the audit log has its kind; default true. */
  readonly hasHistory?: boolean;
}
