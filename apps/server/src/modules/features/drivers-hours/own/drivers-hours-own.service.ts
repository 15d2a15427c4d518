import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { customerOfDriver } from '../../../core/drivers/index.ts';
import { isAnswerStored, ownDriver } from '../../../core/fleet/index.ts';
import { analysisOf, remainingOf } from '../drivers-hours-analysis.ts';
import { toActivity, toInfringement, toRemaining } from '../drivers-hours-json.ts';
import type { InfringementRow } from '../infringements/drivers-hours-infringements.repository.ts';
import { describedInfringement } from '../infringements/drivers-hours-infringements.service.ts';
import { rulesOf } from '../settings/drivers-hours-settings.repository.ts';
import {
  infringementOfDriver,
  infringementsOfDriver,
  keepAnswer,
} from './drivers-hours-own.repository.ts';
import { notifyOfInfringement } from './drivers-hours-own-notice.ts';

type Calls = typeof contract.ownHours;

const DAY_MS = 24 * 3_600_000;
/** Days before today whose activities are shown. */
const DAYS_BEFORE = 7;
/** Signed infringements are shown for eight weeks. */
const SIGNED_DAYS = 56;
const MOST_INFRINGEMENTS = 20;

/** Whether the driver's answer is stored already; a name that somebody else typed is no signature of the driver. */
const isStored = (row: InfringementRow, answer: BodyOf<Calls['answer']>): boolean =>
  isAnswerStored(row, answer) && (answer.signed_by === null || row.is_own_signature);

/** What drivers see of their own hours, and their signature after a debrief (U-20). */
export class OwnHoursService {
  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {}

  /**
   * The hours of the driver to whom the account is linked.
   *
   * @param nowMs end of what is known; the remaining time is that of this moment
   */
  read(viewer: Viewer, nowMs = Date.now()): Promise<AnswerOf<Calls['read']>> {
    const today = Math.floor(nowMs / DAY_MS) * DAY_MS;
    const range = { startMs: today - DAYS_BEFORE * DAY_MS, endMs: today + DAY_MS };
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      if (driver === null) {
        const nothing = { remaining: null, known_until: null, activities: [], infringements: [] };
        return { driver, regime: 'eu', ...nothing };
      }
      const customerId = await customerOfDriver(trx, driver.id);
      const analysed = { id: driver.id, customerId };
      const { activities } = await analysisOf(trx, analysed, range, nowMs);
      const remaining = await remainingOf(trx, [analysed], nowMs);
      const since = new Date(nowMs - SIGNED_DAYS * DAY_MS);
      const rows = await infringementsOfDriver(trx, driver.id, {
        since,
        limit: MOST_INFRINGEMENTS,
      });
      const knownMs = activities.reduce((most, { endMs }) => Math.max(most, endMs), 0);
      return {
        driver,
        regime: (await rulesOf(trx, customerId)).regime,
        remaining: toRemaining(remaining.get(driver.id) ?? null),
        known_until: knownMs === 0 ? null : toApiDateTime(knownMs),
        activities: activities.map(toActivity),
        infringements: rows.map(toInfringement),
      };
    });
  }

  /**
   * Stores the driver's comment, and the signature of a debriefed infringement. What is stored already is not stored
   * again: a phone repeats an answer until it knows that it has arrived.
   *
   * @throws HttpError 404 if it is not the driver's own, 409 if it is signed already, if it is signed before
   *   it was debriefed, or if somebody else has changed it
   */
  answer(
    viewer: Viewer,
    id: number,
    body: BodyOf<Calls['answer']>,
  ): Promise<AnswerOf<Calls['answer']>> {
    const { comment, signed_by: signedBy, version } = body;
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      if (driver === null) throw notFound();
      const before = orNotFound(await infringementOfDriver(trx, driver.id, id));
      if (isStored(before, body)) return toInfringement(before);
      if (before.signed_by !== null) throw conflict('drivers_hours.signed_already');
      if (signedBy !== null && before.state !== 'debriefed') {
        throw conflict('drivers_hours.not_debriefed');
      }
      if (!(await keepAnswer(trx, { id, version }, { comment, signedBy }))) {
        // The same answer may have been stored at the same time.
        const current = orNotFound(await infringementOfDriver(trx, driver.id, id));
        if (isStored(current, body)) return toInfringement(current);
        throw conflict('drivers_hours.infringement_changed');
      }
      const after = orNotFound(await infringementOfDriver(trx, driver.id, id));
      await recordRow(trx, viewer, describedInfringement, before, after);
      const kind = signedBy === null ? 'answered' : 'signed';
      await notifyOfInfringement(trx, this.services, after, kind, viewer.userId);
      return toInfringement(after);
    });
  }
}
