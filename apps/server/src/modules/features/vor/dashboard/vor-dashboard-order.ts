import { type RawBuilder, sql } from 'kysely';
import type { Page } from '../../../../platform/paging.ts';

/** Entries that follow each other in one order, which an index has. */
export interface OrderedPart {
  /** Which of the entries `e`, whose vehicle is `v`. */
  readonly condition: RawBuilder<unknown>;
  /** What follows `order by`. */
  readonly order: RawBuilder<unknown>;
}

/** Columns of the orders; an index holds each, forwards and backwards. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  off_road_at: ['e.since', 'e.id'],
  registration: ['v.registration', 'v.id', 'e.id'],
  reason: ['e.reason', 'e.id'],
  repairer: ['e.repairer_key', 'e.repairer', 'e.id'],
  expected_back: ['e.expected_back_at', 'e.id'],
  returned_at: ['e.returned_at', 'e.id'],
  cost_per_day: ['e.cost_per_day', 'e.id'],
};
/** An entry may have none of these; it comes last then, forwards and backwards. */
const OPTIONAL: readonly string[] = ['repairer', 'expected_back', 'returned_at', 'cost_per_day'];

const EVERY = sql`true`;
const by = (keys: readonly string[], to: RawBuilder<unknown>) =>
  sql.join(keys.map((key) => sql`${sql.ref(key)} ${to}`));

/** What is open before what is over; of the open the oldest first, which waits longest. */
const OWN_ORDER: readonly OrderedPart[] = [
  { condition: sql`e.returned_at is null`, order: sql`e.since, e.id` },
  { condition: sql`e.returned_at is not null`, order: sql`e.returned_at desc, e.since, e.id` },
];

/** The entries in the order of a page, part after part. */
export function partsOf({ orderBy, descending }: Page): readonly OrderedPart[] {
  const keys = KEYS[orderBy ?? ''];
  if (orderBy === null || keys === undefined) return OWN_ORDER;
  const forwards = { condition: EVERY, order: by(keys, sql`asc`) };
  if (!descending) return [forwards];
  const backwards = { condition: EVERY, order: by(keys, sql`desc`) };
  if (!OPTIONAL.includes(orderBy)) return [backwards];
  // Backwards through an index would begin with those that have none.
  const key = sql.ref(keys[0] ?? '');
  return [
    { ...backwards, condition: sql`${key} is not null` },
    { ...forwards, condition: sql`${key} is null` },
  ];
}
