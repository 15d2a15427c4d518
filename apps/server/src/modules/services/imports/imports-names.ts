import type { Named } from './imports.repository.ts';

/** What the cells of a column say, over all rows. */
export const saidIn = (
  rows: readonly Readonly<Record<string, string | undefined>>[],
  field: string,
) => rows.flatMap(({ [field]: cell }) => (cell === undefined ? [] : [cell]));

/** The ids of what can be chosen, by its name; the first of two of one name. */
export function choosable(named: readonly Named[]): (name: string) => number | undefined {
  const ids = new Map<string, number>();
  for (const { id, name, is_archived: isArchived } of named) {
    const plain = name.toLowerCase();
    if (!isArchived && !ids.has(plain)) ids.set(plain, id);
  }
  return (name) => ids.get(name.toLowerCase());
}

/** Groups records by a text of theirs, whatever its case; those without one are left out. */
export function byText<T>(records: readonly T[], textOf: (record: T) => string | null) {
  const groups = new Map<string, T[]>();
  for (const record of records) {
    const text = textOf(record)?.toLowerCase();
    if (text !== undefined) groups.set(text, [...(groups.get(text) ?? []), record]);
  }
  return (text: string): readonly T[] => groups.get(text.toLowerCase()) ?? [];
}
