import type { Named } from './imports-lists.repository.ts';

/** All values in a column. */
export const valuesIn = (
  rows: readonly Readonly<Record<string, string | undefined>>[],
  field: string,
) => rows.flatMap(({ [field]: cell }) => (cell === undefined ? [] : [cell]));

/** Looks up ids of entries that are not archived by name; the first of equal names wins. */
export function choosable(named: readonly Named[]): (name: string) => number | undefined {
  const ids = new Map<string, number>();
  for (const { id, name, is_archived: isArchived } of named) {
    const plain = name.toLowerCase();
    if (!isArchived && !ids.has(plain)) ids.set(plain, id);
  }
  return (name) => ids.get(name.toLowerCase());
}

/** Groups records by a text, ignoring case; skips those without one. */
export function byText<T>(records: readonly T[], textOf: (record: T) => string | null) {
  const groups = new Map<string, T[]>();
  for (const record of records) {
    const text = textOf(record)?.toLowerCase();
    if (text !== undefined) groups.set(text, [...(groups.get(text) ?? []), record]);
  }
  return (text: string): readonly T[] => groups.get(text.toLowerCase()) ?? [];
}
