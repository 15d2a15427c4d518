import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../../../platform/paging.ts';

/** Entries that a single index returns in sorted order. */
export interface SortedPart {
  /** Selects among the entries `e` with their vehicles `v`. */
  readonly condition: RawBuilder<unknown>;
  /** Expressions of the `order by` clause. */
  readonly order: RawBuilder<unknown>;
}

/** Sort columns; an index supports each sort in both directions. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  off_road_at: ['e.since', 'e.id'],
  registration: ['v.registration', 'v.id', 'e.id'],
  reason: ['e.reason', 'e.id'],
  repairer: ['e.repairer_key', 'e.repairer', 'e.id'],
  expected_back: ['e.expected_back_at', 'e.id'],
  returned_at: ['e.returned_at', 'e.id'],
  cost_per_day: ['e.cost_per_day', 'e.id'],
};
/** Columns that can be null; nulls come last in both directions. */
const OPTIONAL: readonly string[] = ['repairer', 'expected_back', 'returned_at', 'cost_per_day'];

const EVERY = sql`true`;
const by = (keys: readonly string[], to: RawBuilder<unknown>) =>
  sql.join(keys.map((key) => sql`${sql.ref(key)} ${to}`));

/** Open entries first, oldest first because these have waited longest; then the cleared ones. */
const DEFAULT_SORT: readonly SortedPart[] = [
  { condition: sql`e.returned_at is null`, order: sql`e.since, e.id` },
  { condition: sql`e.returned_at is not null`, order: sql`e.returned_at desc, e.since, e.id` },
];

/** The sorted parts of a page, to be read one after another. */
export function partsOf({ orderBy, descending }: Page): readonly SortedPart[] {
  const keys = KEYS[orderBy ?? ''];
  if (orderBy === null || keys === undefined) return DEFAULT_SORT;
  const forwards = { condition: EVERY, order: by(keys, sql`asc`) };
  if (!descending) return [forwards];
  const backwards = { condition: EVERY, order: by(keys, sql`desc`) };
  if (!OPTIONAL.includes(orderBy)) return [backwards];
  // Reading the index backwards would return nulls first.
  const key = sql.ref(keys[0] ?? '');
  return [
    { ...backwards, condition: sql`${key} is not null` },
    { ...forwards, condition: sql`${key} is null` },
  ];
}
