import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { isAnswerStored, ownDriver } from '../../../core/fleet/index.ts';
import { fleetEventsOf } from '../coaching-events.ts';
import { scoresOfDriver } from '../scores/coaching-scores.service.ts';
import {
  eventsOfSessions,
  type SessionRow,
  sessionsOfDriver,
  updateSession,
} from '../sessions/coaching-sessions.repository.ts';
import { describedSession } from '../sessions/coaching-sessions-json.ts';
import { notifyOfSession } from '../sessions/coaching-sessions-notice.ts';
import { filmsOf } from './coaching-own.repository.ts';

type Calls = typeof contract.coaching;
type OwnSession = AnswerOf<Calls['answer']>;

/** Sessions that the driver sees. */
const SHOWN = 20;

/** What drivers see of their own coaching, and their answer. */
export class OwnCoaching {
  constructor(private readonly services: Pick<Services, 'addresses' | 'config' | 'db' | 'files'>) {}

  /** Of an account that is not linked to a driver, there are no sessions and no scores. */
  read(viewer: Viewer): Promise<AnswerOf<Calls['own']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      if (driver === null) return { driver, sessions: [], scores: [] };
      const today = toApiDate(Date.now(), viewer.timeZone ?? 'UTC');
      const rows = await sessionsOfDriver(trx, driver.id, { limit: SHOWN, today });
      const sessions = await this.#sessions(trx, viewer, rows);
      return { driver, sessions, scores: await scoresOfDriver(trx, viewer, driver.id) };
    });
  }

  /**
   * Stores the driver's comment, and the signature of a held session. What is stored already is not stored again: a
   * phone repeats an answer until it knows that it has arrived.
   *
   * @throws HttpError 404 if it is not the driver's own, 409 if it is signed or closed, if it is signed
   *   before it was held, or if somebody else has changed it
   */
  answer(viewer: Viewer, id: number, body: BodyOf<Calls['answer']>): Promise<OwnSession> {
    const { comment, signed_by: signedBy, version } = body;
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      if (driver === null) throw notFound();
      const before = await this.#row(trx, viewer, driver.id, id);
      if (isAnswerStored(before, body)) return this.#session(trx, viewer, before);
      if (before.state === 'acknowledged' || before.state === 'closed') {
        throw conflict('coaching.session_signed');
      }
      if (signedBy !== null && before.state !== 'held') throw conflict('coaching.not_held');
      const signature =
        signedBy === null
          ? {}
          : { state: 'acknowledged' as const, signed_by: signedBy, acknowledged_at: new Date() };
      const change = { driver_comment: comment, ...signature };
      if (!(await updateSession(trx, { id, version }, change))) {
        // The same answer may have been stored at the same time.
        const current = await this.#row(trx, viewer, driver.id, id);
        if (isAnswerStored(current, body)) return this.#session(trx, viewer, current);
        throw conflict('coaching.session_changed');
      }
      const after = await this.#row(trx, viewer, driver.id, id);
      await recordRow(trx, viewer, describedSession, before, after);
      const kind = signedBy === null ? 'answered' : 'signed';
      await notifyOfSession(trx, this.services, after, kind, viewer.userId);
      return this.#session(trx, viewer, after);
    });
  }

  async #session(trx: Transaction, viewer: Viewer, row: SessionRow): Promise<OwnSession> {
    return orNotFound((await this.#sessions(trx, viewer, [row]))[0]);
  }

  async #row(trx: Transaction, viewer: Viewer, driverId: number, id: number) {
    const today = toApiDate(Date.now(), viewer.timeZone ?? 'UTC');
    const [row] = await sessionsOfDriver(trx, driverId, { id, limit: 1, today });
    return orNotFound(row);
  }

  /** A driver sees all events of own sessions, and their film, without further permissions. */
  async #sessions(
    trx: Transaction,
    viewer: Viewer,
    rows: readonly SessionRow[],
  ): Promise<OwnSession[]> {
    const { files } = this.services;
    const links = await eventsOfSessions(
      trx,
      rows.map(({ id }) => id),
    );
    const ids = links.map(({ id }) => Number(id));
    const events = await fleetEventsOf(trx, this.services, viewer, ids, true);
    const films = await filmsOf(
      trx,
      events.flatMap(({ clip }) => clip ?? []),
    );
    const reader = `u${viewer.userId}`;
    const eventsOf = (sessionId: number) => {
      const own = new Set(
        links.filter((link) => link.session_id === sessionId).map(({ id }) => Number(id)),
      );
      return events
        .filter(({ id }) => own.has(id))
        .map(({ review: _, ...event }) => ({
          ...event,
          films: films
            .filter(({ clip_id }) => clip_id === event.clip)
            .map(({ camera, file_id, kind }) => ({
              camera,
              media: kind === 'video' ? ('video' as const) : ('image' as const),
              url: files.signedAddress(file_id, { reader }),
            })),
        }));
    };
    return rows.map((row) => ({
      id: row.id,
      coach: row.coach_name,
      state: row.state,
      planned_on: row.planned_on,
      follow_up_on: row.follow_up_on,
      note: row.note,
      actions: row.actions,
      events: eventsOf(row.id),
      comment: row.driver_comment,
      signed_by: row.signed_by,
      version: row.version,
    }));
  }
}
