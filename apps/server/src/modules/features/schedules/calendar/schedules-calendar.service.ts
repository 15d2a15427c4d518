import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { allows, VEHICLE_FILE } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import {
  loadViewer,
  randomToken,
  tokenHash,
  type Viewer,
} from '../../../../platform/auth/index.ts';
import { wordingOf } from '../../../../platform/customer-texts/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { schedulePage } from '../schedules.repository.ts';
import {
  type CalendarFeedRow,
  deleteFeed,
  feedsOf,
  insertFeed,
  readFeed,
} from './schedules-calendar.repository.ts';
import { type CalendarItem, calendarFile, scheduleItem } from './schedules-calendar-file.ts';

type Calls = typeof contract.schedules;

/** Feeds of a person at most. */
const MAX_FEEDS = 20;
/** Events of a calendar at most: the next ones of a fleet of thousands of vehicles. */
const MAX_EVENTS = 5_000;

/** Events of another feature on the calendars, under one category. */
export interface CalendarSource {
  readonly category: string;
  /** What the viewer may see of it, the next ones first. */
  readonly items: (
    trx: Transaction,
    viewer: Viewer,
    of: { readonly depotId: number | null; readonly limit: number; readonly nowMs: number },
  ) => Promise<readonly CalendarItem[]>;
}

function toFeed(row: CalendarFeedRow) {
  return {
    id: row.id,
    name: row.name,
    depot: row.depot_id === null ? null : { id: row.depot_id, name: row.depot_name ?? '' },
    category: row.category,
    created_at: row.created_at.toISOString(),
    last_read_at: row.last_read_at?.toISOString() ?? null,
  };
}

/** Calendar feeds: what is due, for the calendar programs of people. */
export class CalendarFeedsService {
  constructor(
    private readonly services: Pick<Services, 'db' | 'config'>,
    private readonly sources: readonly CalendarSource[],
  ) {}

  async list(viewer: Viewer): Promise<AnswerOf<Calls['calendarFeeds']>> {
    const rows = await this.services.db.asViewer(viewer, (trx) => feedsOf(trx, viewer.userId));
    return { results: rows.map(toFeed) };
  }

  /**
   * Creates a feed of the viewer. Only a hash of its token is stored.
   *
   * @throws HttpError 404 for a depot that is not visible, 409 for too many feeds
   */
  async create(
    viewer: Viewer,
    body: BodyOf<Calls['createCalendarFeed']>,
  ): Promise<AnswerOf<Calls['createCalendarFeed']>> {
    const token = randomToken();
    const feed = await this.services.db.asViewer(viewer, async (trx) => {
      if (body.depot !== null) await checkVisibleDepot(trx, viewer, body.depot);
      if ((await feedsOf(trx, viewer.userId)).length >= MAX_FEEDS) {
        throw conflict({ code: 'calendar_feed.too_many', params: { most: MAX_FEEDS } });
      }
      const id = await insertFeed(trx, viewer, {
        name: body.name,
        tokenHash: tokenHash(token),
        depotId: body.depot,
        category: body.category,
      });
      const made = orNotFound((await feedsOf(trx, viewer.userId)).find((one) => one.id === id));
      await recordChange(trx, {
        customerId: viewer.customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'calendar_feed', id: String(id), name: made.name },
        action: 'created',
        before: null,
        after: { depot: made.depot_name, category: made.category },
      });
      return made;
    });
    return {
      ...toFeed(feed),
      address: `${this.services.config.publicUrl}/api/calendar/${token}/`,
    };
  }

  /** @throws HttpError 404 for a feed of another person */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const name = orNotFound(await deleteFeed(trx, viewer.userId, id));
      await recordChange(trx, {
        customerId: viewer.customerId,
        actor: await actorOf(trx, viewer),
        subject: { kind: 'calendar_feed', id: String(id), name },
        action: 'removed',
        before: { name },
        after: null,
      });
    });
  }

  /**
   * The calendar of a token, with the rights that its person has now.
   *
   * @throws HttpError 404 for an unknown or ended feed, and if the person may no longer see schedules
   */
  async calendar(token: string): Promise<string> {
    const { db, config } = this.services;
    const ended = 'calendar_feed.ended';
    const feed = orNotFound(await db.asSystem((trx) => readFeed(trx, tokenHash(token))), ended);
    const viewer = await loadViewer(db, feed.user_id);
    if (viewer === null || !allows(VEHICLE_FILE, viewer) || viewer.lacksSecondFactor) {
      throw notFound(ended);
    }
    return db.asViewer(viewer, async (trx) => {
      if (feed.depot_id !== null) await checkVisibleDepot(trx, viewer, feed.depot_id);
      const { rows } = await schedulePage(
        trx,
        viewer,
        {
          vehicleId: null,
          depotId: feed.depot_id,
          typeId: null,
          category: feed.category,
          state: null,
          from: null,
          to: null,
          withFulfilled: false,
        },
        { limit: MAX_EVENTS, offset: 0, search: '', orderBy: 'due_date', descending: false },
      );
      const wording = await wordingOf(trx, viewer.customerId, viewer.language);
      const nowMs = Date.now();
      const items = rows.map((row) => scheduleItem(row, nowMs));
      for (const { category, items: itemsOf } of this.sources) {
        if (feed.category !== null && feed.category !== category) continue;
        const of = { depotId: feed.depot_id, limit: MAX_EVENTS, nowMs };
        items.push(...(await itemsOf(trx, viewer, of)));
      }
      const { publicUrl } = config;
      return calendarFile(items, { name: feed.name, wording, publicUrl, nowMs });
    });
  }
}
