import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { coachingAfter, MAX_COACHED_EVENTS, toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import {
  type ReportFile,
  tableFile,
  wholePage,
  wordsOf,
} from '../../../../platform/tables/index.ts';
import { customerOfDriver } from '../../../core/drivers/index.ts';
import { visibleDriver } from '../../../core/fleet/index.ts';
import { assigneesOf, isAssignable } from '../../../core/users/index.ts';
import { changeEventReviews, visibleEvents } from '../../events/index.ts';
import { checkMaySeeEvents } from '../coaching-access.ts';
import { fleetEventsOf } from '../coaching-events.ts';
import { queuedEvents } from '../queue/coaching-queue.repository.ts';
import { sessionColumns } from './coaching-sessions.columns.ts';
import {
  addSessionEvents,
  deleteSession,
  eventsOfSessions,
  insertSession,
  type SessionRow,
  type SessionValues,
  sessionPage,
  updateSession,
} from './coaching-sessions.repository.ts';
import {
  describedSession,
  type Session,
  toListedSession,
  toSession,
} from './coaching-sessions-json.ts';
import { notifyOfSession } from './coaching-sessions-notice.ts';

type Calls = typeof contract.coaching;

/** Events of one driver that can be in the queue; more are not offered at once. */
const MAX_QUEUED = 1000;
const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;
const todayOf = (viewer: Viewer) => toApiDate(Date.now(), viewer.timeZone ?? 'UTC');

/**
 * A session of a visible driver.
 *
 * @throws HttpError 404 if it is not visible
 */
export async function visibleSession(
  trx: Transaction,
  viewer: Viewer,
  id: number,
): Promise<SessionRow> {
  const { rows } = await sessionPage(trx, viewer, { id }, ONE, todayOf(viewer));
  return orNotFound(rows[0]);
}

/** Coaching sessions as coaches plan, hold and close them. */
export class CoachingSessions {
  constructor(private readonly services: Pick<Services, 'addresses' | 'config' | 'db' | 'files'>) {}

  /** The people who may coach drivers of the caller's customer. */
  coaches(viewer: Viewer): Promise<AnswerOf<Calls['coaches']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const people = await assigneesOf(trx, viewer.customerId ?? 0, [], 'Driver Behaviour');
      return people.map(({ id, first_name, last_name }) => ({
        id,
        name: `${first_name} ${last_name}`.trim(),
      }));
    });
  }

  /** @throws HttpError 404 for a driver who is not visible */
  async list(
    viewer: Viewer,
    query: QueryOf<Calls['sessions']>,
  ): Promise<AnswerOf<Calls['sessions']>> {
    checkMaySeeEvents(viewer);
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      if (query.driver !== undefined) await visibleDriver(trx, viewer, query.driver);
      return sessionPage(trx, viewer, query, pageOf(query), todayOf(viewer));
    });
    return { count, results: rows.map(toListedSession) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have, 404 as {@link list} */
  file(viewer: Viewer, query: QueryOf<Calls['exportSessions']>): Promise<ReportFile> {
    checkMaySeeEvents(viewer);
    return this.services.db.asViewer(viewer, async (trx) => {
      if (query.driver !== undefined) await visibleDriver(trx, viewer, query.driver);
      const page = wholePage(pageOf(query), query.format);
      const { rows } = await sessionPage(trx, viewer, query, page, todayOf(viewer));
      return tableFile(trx, viewer, query.format, {
        title: 'coaching.sessions',
        stem: 'coaching-sessions',
        rows,
        columns: (display) => sessionColumns((key) => wordsOf(display, key)),
      });
    });
  }

  /** @throws HttpError 404 if it is not visible */
  read(viewer: Viewer, id: number): Promise<Session> {
    checkMaySeeEvents(viewer);
    return this.services.db.asViewer(viewer, (trx) => this.#session(trx, viewer, id));
  }

  /**
   * @throws HttpError 400 for events that are not in the driver's queue, a coach who may not coach or
   *   a follow-up before the session; 404 for a driver who is not visible
   */
  create(viewer: Viewer, body: BodyOf<Calls['createSession']>): Promise<Session> {
    checkMaySeeEvents(viewer);
    const { driver: driverId, events, ...values } = body;
    return this.services.db.asViewer(viewer, async (trx) => {
      await visibleDriver(trx, viewer, driverId);
      const customerId = await customerOfDriver(trx, driverId);
      await this.#check(trx, customerId, values);
      const reviews = await this.#queued(trx, viewer, driverId, events);
      const id = await insertSession(trx, { customerId, driverId }, values);
      await addSessionEvents(trx, { id, customerId }, reviews);
      const after = await visibleSession(trx, viewer, id);
      await recordRow(trx, viewer, describedSession, null, after);
      await notifyOfSession(trx, this.services, after, 'planned', viewer.userId);
      return this.#session(trx, viewer, id);
    });
  }

  /**
   * @throws HttpError 400 as {@link create}, 404 if it is not visible, 409 if it is closed or somebody
   *   else has changed it
   */
  change(viewer: Viewer, id: number, body: BodyOf<Calls['changeSession']>): Promise<Session> {
    const { version, ...values } = body;
    return this.#change(viewer, id, async (trx, before) => {
      if (before.state === 'closed') throw conflict('coaching.session_closed');
      await this.#check(trx, before.customer_id, values, before.coach_id);
      if (!(await updateSession(trx, { id, version }, values))) {
        throw conflict('coaching.session_changed');
      }
    });
  }

  /**
   * @throws HttpError 400 for events that are not in the driver's queue or too many, 404 if it is not
   *   visible, 409 if it was held
   */
  addEvents(viewer: Viewer, id: number, events: readonly number[]): Promise<Session> {
    return this.#change(viewer, id, async (trx, before) => {
      if (before.state !== 'planned') throw conflict('coaching.session_held');
      if (before.events + events.length > MAX_COACHED_EVENTS) {
        throw wrongField('events', 'coaching.too_many_events');
      }
      const reviews = await this.#queued(trx, viewer, before.driver_id, events);
      await addSessionEvents(trx, { id, customerId: before.customer_id }, reviews);
    });
  }

  /**
   * Takes a step. The events of a held session become coached, and the driver is notified.
   *
   * @throws HttpError 404 if it is not visible, 409 if the step does not follow or somebody else has
   *   changed it
   */
  move(
    viewer: Viewer,
    id: number,
    { step, version }: BodyOf<Calls['moveSession']>,
  ): Promise<Session> {
    return this.#change(viewer, id, async (trx, before) => {
      const next = coachingAfter(before.state, step);
      if (next === null) throw conflict('coaching.wrong_step');
      const isSigned = before.acknowledged_ms !== null;
      const state = step === 'reopen' && isSigned ? 'acknowledged' : next;
      const now = new Date();
      const isChanged = await updateSession(
        trx,
        { id, version },
        {
          state,
          ...(step === 'hold' ? { held_at: now } : {}),
          ...(step === 'hold' ? {} : { closed_at: step === 'close' ? now : null }),
        },
      );
      if (!isChanged) throw conflict('coaching.session_changed');
      if (step !== 'hold') return;
      const events = await eventsOfSessions(trx, [id]);
      await changeEventReviews(trx, viewer, events, { state: 'coached', for_coaching: false });
      await notifyOfSession(trx, this.services, before, 'held', viewer.userId);
    });
  }

  /** @throws HttpError 404 if it is not visible, 409 if it was held */
  remove(viewer: Viewer, id: number): Promise<void> {
    checkMaySeeEvents(viewer);
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await visibleSession(trx, viewer, id);
      if (before.state !== 'planned') throw conflict('coaching.session_held');
      await deleteSession(trx, id);
      await recordRow(trx, viewer, describedSession, before, null);
    });
  }

  #change(
    viewer: Viewer,
    id: number,
    write: (trx: Transaction, before: SessionRow) => Promise<void>,
  ): Promise<Session> {
    checkMaySeeEvents(viewer);
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await visibleSession(trx, viewer, id);
      await write(trx, before);
      const after = await visibleSession(trx, viewer, id);
      await recordRow(trx, viewer, describedSession, before, after);
      return this.#session(trx, viewer, id);
    });
  }

  async #session(trx: Transaction, viewer: Viewer, id: number): Promise<Session> {
    const row = await visibleSession(trx, viewer, id);
    const all = (await eventsOfSessions(trx, [id])).map((event) => Number(event.id));
    const seen = (await visibleEvents(trx, viewer, all)).map((event) => Number(event.id));
    const mayWatch = viewer.modules.includes('videos');
    return toSession(row, await fleetEventsOf(trx, this.services, viewer, seen, mayWatch));
  }

  /** @param keptCoach the coach so far, who may stay without the permission */
  async #check(
    trx: Transaction,
    customerId: number,
    { coach, follow_up_on: followUp, planned_on: planned }: SessionValues,
    keptCoach: number | null = null,
  ): Promise<void> {
    if (followUp !== null && followUp < planned) {
      throw wrongField('follow_up_on', 'coaching.follow_up_before');
    }
    if (coach === keptCoach) return;
    if (!(await isAssignable(trx, coach, customerId, [], 'Driver Behaviour'))) {
      throw wrongField('coach', 'coaching.coach');
    }
  }

  /** The reviews of events in the queue of a driver. */
  async #queued(
    trx: Transaction,
    viewer: Viewer,
    driver: number,
    eventIds: readonly number[],
  ): Promise<string[]> {
    const wanted = new Set(eventIds);
    const queued = await queuedEvents(trx, viewer, { driver }, MAX_QUEUED);
    const found = queued.filter(({ id }) => wanted.has(id));
    if (found.length < wanted.size) throw wrongField('events', 'coaching.event_not_queued');
    return found.map(({ review_id }) => review_id);
  }
}
