import type { AnswerOf, BodyOf, contract, QueryOf } from '@roadworthy/contract';
import { LEAVE_KINDS } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { lockDrivers } from '../../../core/drivers/index.ts';
import { analyseAgain } from '../../drivers-hours/index.ts';
import { refreshLevels } from '../checks/driver-planning-checks.ts';
import { customerOfVisible } from '../driver-planning.repository.ts';
import { daysRange, planZone } from '../driver-planning-days.ts';
import {
  type AbsenceRow,
  absencePage,
  deleteAbsence,
  insertAbsence,
  updateAbsence,
} from './driver-planning-absences.repository.ts';
import {
  type Absence,
  absenceValues,
  describedAbsence,
  refusingSecond,
  toAbsence,
} from './driver-planning-absences-json.ts';
import { notifyOfDecision } from './driver-planning-absences-notice.ts';

type Calls = typeof contract.driverAbsences;
const ONE = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;

/** Leave counts in the average of working time. */
const isLeave = ({ kind, state }: AbsenceRow) =>
  state === 'approved' && (LEAVE_KINDS as readonly string[]).includes(kind);

/**
 * Checks the driver's shifts again, and the hours where leave changed. The driver must be locked.
 *
 * @param rows the absence before and after the change
 */
async function refresh(
  trx: Transaction,
  rows: readonly [AbsenceRow, ...AbsenceRow[]],
  nowMs: number,
): Promise<void> {
  const [{ driver_id: id, customer_id: customerId }] = rows;
  await refreshLevels(trx, [id], nowMs);
  const starts = rows.filter(isLeave).map(({ starts_at }) => starts_at.getTime());
  if (starts.length > 0) await analyseAgain(trx, { id, customerId }, Math.min(...starts));
}

/** Absences of drivers, as managers see and decide them. */
export class AbsencesService {
  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {}

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { driver, from, kind, state, to } = query;
    const { count, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      const range = daysRange({ from, to }, await planZone(trx, viewer));
      return absencePage(trx, viewer, { driver, kind, state, ...range }, pageOf(query));
    });
    return { count, results: rows.map(toAbsence) };
  }

  /** @throws HttpError 404 if the driver is not visible */
  read(viewer: Viewer, id: number): Promise<Absence> {
    return this.services.db.asViewer(viewer, async (trx) =>
      toAbsence(await this.#visible(trx, viewer, id)),
    );
  }

  /**
   * Enters an approved absence.
   *
   * @throws HttpError 400 for times that do not fit, 404 for a driver who is not visible, 409 if the driver has
   *   another absence then
   */
  add(
    viewer: Viewer,
    { driver, ...body }: BodyOf<Calls['add']>,
    nowMs = Date.now(),
  ): Promise<Absence> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const customerId = orNotFound(await customerOfVisible(trx, viewer, driver));
      const author = await authorOf(trx, viewer);
      await lockDrivers(trx, [driver]);
      const id = await insertAbsence(trx, {
        ...absenceValues(body, await planZone(trx, { customerId })),
        customer_id: customerId,
        driver_id: driver,
        state: 'approved',
        author_id: author.userId,
        author: author.name,
        decided_by_id: author.userId,
        decided_by: author.name,
        decided_at: new Date(nowMs),
      });
      return this.#changed(trx, viewer, null, id, nowMs);
    });
    return refusingSecond(work);
  }

  /** @throws HttpError as {@link add}; 409 also if somebody else has changed it since */
  change(
    viewer: Viewer,
    id: number,
    { version, ...body }: BodyOf<Calls['change']>,
    nowMs = Date.now(),
  ): Promise<Absence> {
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await lockDrivers(trx, [before.driver_id]);
      const zone = await planZone(trx, { customerId: before.customer_id });
      if (!(await updateAbsence(trx, id, version, absenceValues(body, zone)))) {
        throw conflict('request.changed_meanwhile');
      }
      return this.#changed(trx, viewer, before, id, nowMs);
    });
    return refusingSecond(work);
  }

  /**
   * Approves or refuses a request, and notifies the driver.
   *
   * @throws HttpError 404 if it is not visible, 409 if it is decided or somebody else has changed it since
   */
  decide(
    viewer: Viewer,
    id: number,
    { answer, state, version }: BodyOf<Calls['decide']>,
    nowMs = Date.now(),
  ): Promise<Absence> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      if (before.state !== 'requested') throw conflict('driver_planning.decided');
      await lockDrivers(trx, [before.driver_id]);
      const decider = await authorOf(trx, viewer);
      const values = {
        state,
        answer,
        decided_by_id: decider.userId,
        decided_by: decider.name,
        decided_at: new Date(nowMs),
      };
      if (!(await updateAbsence(trx, id, version, values))) {
        throw conflict('request.changed_meanwhile');
      }
      const decided = await this.#changed(trx, viewer, before, id, nowMs);
      const zone = await planZone(trx, { customerId: before.customer_id });
      await notifyOfDecision(trx, this.services, await this.#visible(trx, viewer, id), zone);
      return decided;
    });
  }

  /** @throws HttpError 404 if it is not visible */
  remove(viewer: Viewer, id: number, nowMs = Date.now()): Promise<void> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#visible(trx, viewer, id);
      await lockDrivers(trx, [before.driver_id]);
      await deleteAbsence(trx, id);
      await refresh(trx, [before], nowMs);
      await recordRow(trx, viewer, describedAbsence, before, null);
    });
  }

  async #changed(
    trx: Transaction,
    viewer: Viewer,
    before: AbsenceRow | null,
    id: number,
    nowMs: number,
  ): Promise<Absence> {
    const after = await this.#visible(trx, viewer, id);
    await refresh(trx, before === null ? [after] : [before, after], nowMs);
    await recordRow(trx, viewer, describedAbsence, before, after);
    return toAbsence(after);
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<AbsenceRow> {
    const { rows } = await absencePage(trx, viewer, { id }, ONE);
    return orNotFound(rows[0]);
  }
}
