import { type StoredColumns, storage } from '../../session/storage.ts';

/** All columns, as wide as their content. */
export const DEFAULT_COLUMNS: StoredColumns = { hidden: [], widthsPx: {} };

const listeners = new Set<() => void>();

/** The arrangement of the columns of each table in this browser, by the id of the table. */
export const columnStore = {
  get: (id: string): StoredColumns => storage.tableColumns.get()?.[id] ?? DEFAULT_COLUMNS,
  /** Stores an arrangement; an open table takes it over. */
  set: (id: string, columns: StoredColumns): void => {
    const { [id]: before, ...others } = storage.tableColumns.get() ?? {};
    const isDefault = columns.hidden.length === 0 && Object.keys(columns.widthsPx).length === 0;
    if (isDefault && before === undefined) return;
    storage.tableColumns.set(isDefault ? others : { ...others, [id]: columns });
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
};

/** Equal for arrangements that show the same. */
export const arrangementKey = ({ hidden, widthsPx }: StoredColumns): string =>
  JSON.stringify([[...hidden].sort(), Object.entries(widthsPx).sort()]);
