import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import { MAX_COACHED_EVENTS, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { checkVisibleDepot, visibleDriver } from '../../../core/fleet/index.ts';
import { checkMaySeeEvents } from '../coaching-access.ts';
import { type EventServices, fleetEventsOf } from '../coaching-events.ts';
import {
  coachedDrivers,
  plannedSessionOf,
  queuedEvents,
  queuePage,
} from './coaching-queue.repository.ts';

type Calls = typeof contract.coaching;

/** The queue of events that are marked for coaching. */
export class CoachingQueue {
  constructor(private readonly services: EventServices) {}

  /** @throws HttpError 404 for a depot or driver that is not visible */
  async list(viewer: Viewer, query: QueryOf<Calls['queue']>): Promise<AnswerOf<Calls['queue']>> {
    checkMaySeeEvents(viewer);
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      if (query.depot !== undefined) await checkVisibleDepot(trx, viewer, query.depot);
      if (query.driver !== undefined) await visibleDriver(trx, viewer, query.driver);
      return queuePage(trx, viewer, query, pageOf(query));
    });
    return {
      count,
      results: rows.map((row) => ({
        id: row.driver_id,
        driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
        events: row.events,
        serious: row.serious,
        with_film: row.with_film,
        oldest_at: toApiDateTime(row.oldest_ms),
        newest_at: toApiDateTime(row.newest_ms),
        session: row.session_id,
      })),
    };
  }

  /** The drivers with whom a session can be planned. */
  async drivers(
    viewer: Viewer,
    query: QueryOf<Calls['drivers']>,
  ): Promise<AnswerOf<Calls['drivers']>> {
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      coachedDrivers(trx, viewer, pageOf(query)),
    );
    return { count, results: rows };
  }

  /** @throws HttpError 404 for a driver who is not visible */
  driver(
    viewer: Viewer,
    driverId: number,
    query: QueryOf<Calls['queueOfDriver']>,
  ): Promise<AnswerOf<Calls['queueOfDriver']>> {
    checkMaySeeEvents(viewer);
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await visibleDriver(trx, viewer, driverId);
      const filter = { ...query, driver: driverId };
      const queued = await queuedEvents(trx, viewer, filter, MAX_COACHED_EVENTS);
      const ids = queued.map(({ id }) => id);
      const mayWatch = viewer.modules.includes('videos');
      return {
        driver,
        session: await plannedSessionOf(trx, driverId),
        events: await fleetEventsOf(trx, this.services, viewer, ids, mayWatch),
      };
    });
  }
}
