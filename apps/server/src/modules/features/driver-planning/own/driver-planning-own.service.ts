import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { ownDriver } from '../../../core/fleet/index.ts';
import {
  absencesOf,
  deleteAbsence,
  insertAbsence,
} from '../absences/driver-planning-absences.repository.ts';
import {
  type Absence,
  absenceValues,
  describedAbsence,
  refusingSecond,
  toAbsence,
} from '../absences/driver-planning-absences-json.ts';
import { mailRequest, requestReaders } from '../absences/driver-planning-absences-notice.ts';
import { refreshLevels } from '../checks/driver-planning-checks.ts';
import { planZone } from '../driver-planning-days.ts';
import { acknowledgeShift, shiftsOfDriver } from '../shifts/driver-planning-shifts.repository.ts';
import { describedShift, toShift } from '../shifts/driver-planning-shifts-json.ts';

type Calls = typeof contract.driverPlanning;
const DAY_MS = 86_400_000;
const AHEAD_DAYS = 28;

/** What drivers see of their own plan, and what they answer. */
export class OwnPlanService {
  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {}

  /** Of an account that is not linked to a driver, there is nothing. */
  read(viewer: Viewer, nowMs = Date.now()): Promise<AnswerOf<Calls['own']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      const zone = await planZone(trx, viewer);
      if (driver === null) return { driver, time_zone: zone, shifts: [], absences: [] };
      const from = new Date(nowMs);
      const until = new Date(nowMs + AHEAD_DAYS * DAY_MS);
      const shifts = await shiftsOfDriver(trx, driver.id, { from, until });
      const absences = await absencesOf(trx, { driver: driver.id, from });
      return {
        driver,
        time_zone: zone,
        shifts: shifts.map(toShift).map(({ author: _a, level: _l, reason: _r, ...one }) => one),
        absences: absences.map(toAbsence),
      };
    });
  }

  /** @throws HttpError 404 if it is not the driver's own, 409 if it has been changed since */
  acknowledge(
    viewer: Viewer,
    id: number,
    { version }: BodyOf<Calls['acknowledge']>,
  ): Promise<void> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await this.#driver(trx, viewer);
      const [before] = await shiftsOfDriver(trx, driver.id, { id });
      if (before === undefined) throw notFound();
      if (!(await acknowledgeShift(trx, id, version))) throw conflict('request.changed_meanwhile');
      const [after] = await shiftsOfDriver(trx, driver.id, { id });
      await recordRow(trx, viewer, describedShift, before, orNotFound(after));
    });
  }

  /**
   * Sends a request, and notifies the managers.
   *
   * @throws HttpError 400 for times that do not fit, 404 without a driver, 409 for a second absence then
   */
  async request(
    viewer: Viewer,
    body: BodyOf<Calls['requestAbsence']>,
    nowMs = Date.now(),
  ): Promise<Absence> {
    const driver = await this.services.db.asViewer(viewer, (trx) => this.#driver(trx, viewer));
    const readers = await requestReaders(this.services.db, viewer.customerId ?? 0, driver.id);
    const work = this.services.db.asViewer(viewer, async (trx) => {
      const author = await authorOf(trx, viewer);
      const zone = await planZone(trx, viewer);
      const id = await insertAbsence(trx, {
        ...absenceValues(body, zone),
        customer_id: viewer.customerId ?? 0,
        driver_id: driver.id,
        state: 'requested',
        author_id: author.userId,
        author: author.name,
      });
      await refreshLevels(trx, [driver.id], nowMs);
      const made = orNotFound((await absencesOf(trx, { id }))[0]);
      await recordRow(trx, viewer, describedAbsence, null, made);
      await mailRequest(trx, this.services, made, { readers, zone });
      return toAbsence(made);
    });
    return refusingSecond(work);
  }

  /** @throws HttpError 404 if it is not the driver's own, 409 if it is decided */
  withdraw(viewer: Viewer, id: number, nowMs = Date.now()): Promise<void> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await this.#driver(trx, viewer);
      const [before] = await absencesOf(trx, { id, driver: driver.id });
      if (before === undefined) throw notFound();
      if (before.state !== 'requested') throw conflict('driver_planning.decided');
      await deleteAbsence(trx, id);
      await refreshLevels(trx, [driver.id], nowMs);
      await recordRow(trx, viewer, describedAbsence, before, null);
    });
  }

  async #driver(trx: Transaction, viewer: Viewer) {
    const driver = await ownDriver(trx, viewer);
    if (driver === null) throw notFound();
    return driver;
  }
}
