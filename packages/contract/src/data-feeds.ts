import {
  FEED_KINDS,
  FEED_LONGEST_WAIT_S,
  FEED_MOST_ROWS,
  type ModuleName,
} from '@roadworthy/domain';
import { z } from 'zod';
import {
  deleted,
  feedActivity,
  feedCheck,
  feedDefect,
  feedEvent,
  feedFault,
  feedTrip,
  feedWorkOrder,
  IDS,
  position,
} from './data-feeds-records.ts';
import { endpoint } from './endpoint.ts';
import { exactText, id, utc, utcInput } from './fields.ts';

/** A version is long while many transactions run. */
const version = exactText(8000).min(1);

const query = z.object({
  /** `next_version` of the answer before; absent to begin. */
  from_version: version.optional(),
  /** Without a version: begin with what was received or changed since then, at most seven days ago. */
  from: utcInput.optional(),
  limit: z.coerce.number().int().min(1).max(FEED_MOST_ROWS).default(1000),
  /** Seconds to wait for a record if there is none. */
  wait: z.coerce.number().int().min(0).max(FEED_LONGEST_WAIT_S).default(0),
});

function feed<T extends z.core.SomeType>(
  path: string,
  what: string,
  modules: readonly [ModuleName, ...ModuleName[]],
  row: T,
) {
  return endpoint({
    method: 'GET',
    path: `/api/feeds/${path}/`,
    ids: IDS,
    summary: `Read ${what} since a version: new, changed and deleted ones, at least once each.`,
    access: { kind: 'module', anyOf: modules, refusesLimited: true },
    query,
    answer: z.object({
      results: z.array(z.union([row, deleted])),
      /** Send it as `from_version` of the next request. */
      next_version: z.string(),
      /** More records are ready now. */
      has_more: z.boolean(),
    }),
    refuses: [400, 409, 429],
  });
}

const reader = z
  .object({
    user: z.object({ id, name: z.string() }),
    last_read_at: utc,
    /** All records until then have been read. */
    read_until: utc,
    rows_read: z.int().nonnegative(),
  })
  .meta({ id: 'FeedReader' });

/** Feeds of records for other systems (docs/data-feeds.md). */
export const dataFeeds = {
  positions: feed('positions', 'the positions of vehicles', ['Trace'], position),
  trips: feed('trips', 'trips', ['Trips'], feedTrip),
  events: feed('events', 'events', ['Events'], feedEvent),
  defects: feed('defects', 'defects', ['Defect', 'Vehicle File'], feedDefect),
  checks: feed('checks', 'walkaround checks', ['Vehicle Check', 'Vehicle File'], feedCheck),
  faults: feed('faults', 'faults that devices report', ['Defect', 'Vehicle File'], feedFault),
  workOrders: feed('work_orders', 'work orders', ['Defect', 'Vehicle File'], feedWorkOrder),
  driverActivities: feed(
    'driver_activities',
    'activities of drivers',
    ['accessTachoGraf'],
    feedActivity,
  ),
  overview: endpoint({
    method: 'GET',
    path: '/api/administration/data_feeds/',
    ids: IDS,
    summary: 'List the feeds, their current versions, and who reads them.',
    access: { kind: 'administrator' },
    answer: z.object({
      feeds: z.array(
        z.object({
          kind: z.enum(FEED_KINDS),
          path: z.string(),
          /** Begins a feed now. */
          current_version: z.string(),
          readers: z.array(reader),
        }),
      ),
    }),
  }),
} as const;
