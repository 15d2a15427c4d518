/** Kinds of records that other systems can follow as a feed. */
export const FEED_KINDS = [
  'positions',
  'trips',
  'events',
  'defects',
  'checks',
  'faults',
  'work_orders',
  'driver_activities',
] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** The most records in an answer of a feed. */
export const FEED_MOST_ROWS = 5000;
/** The longest time that a feed waits for new records, s. */
export const FEED_LONGEST_WAIT_S = 30;
/** A version can be continued for this time. */
export const FEED_KEPT_DAYS = 7;
