import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { addDays } from '@roadworthy/domain/time';
import type { PlanningFinding } from '../../../../engines/driver-planning/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database, Transaction } from '../../../../platform/db/index.ts';
import { wrongField } from '../../../../platform/errors.ts';
import { recordRows } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { authorOf } from '../../../core/activity-trail/index.ts';
import { lockDrivers } from '../../../core/drivers/index.ts';
import { checkVisibleDepot, visibleDriver } from '../../../core/fleet/index.ts';
import { findingsBefore, refreshLevels } from '../checks/driver-planning-checks.ts';
import { dayAfter, midnightMs, planZone } from '../driver-planning-days.ts';
import { refusingClash } from '../driver-planning-refusals.ts';
import { insertShift, type ShiftRow, visibleShifts } from './driver-planning-shifts.repository.ts';
import { factsOfRow } from './driver-planning-shifts.service.ts';
import { describedShift, toFindings } from './driver-planning-shifts-json.ts';
import { notifyOfShifts } from './driver-planning-shifts-notice.ts';

type Calls = typeof contract.driverPlanning;
const DAY_MS = 86_400_000;
/** Shifts that are copied at once; each is checked on those before it. */
const MOST = 400;

/** Copies the shifts of a day or a week. */
export class ShiftCopyService {
  private readonly db: Database;

  constructor(private readonly services: Pick<Services, 'config' | 'db'>) {
    this.db = services.db;
  }

  /**
   * Copies shifts to other days at the same local time, the earliest first. A copy that clashes or breaks a rule
   * is left out.
   *
   * @throws HttpError 400 if both days are the same, 404 for a driver or depot that is not visible
   */
  copy(
    viewer: Viewer,
    body: BodyOf<Calls['copy']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['copy']>> {
    const days = Math.round((Date.parse(body.to) - Date.parse(body.from)) / DAY_MS);
    if (days === 0) throw wrongField('to', 'driver_planning.same_day');
    const work = this.db.asViewer(viewer, async (trx) => {
      const zone = await planZone(trx, viewer);
      const shifts = await this.#wanted(trx, viewer, body, zone);
      await lockDrivers(trx, [...new Set(shifts.map(({ driver_id }) => driver_id))]);
      const author = await authorOf(trx, viewer);
      const copied: number[] = [];
      const leftOut: { row: ShiftRow; startMs: number; finding: PlanningFinding }[] = [];
      for (const row of shifts) {
        const startMs = addDays(row.starts_at.getTime(), days, zone);
        const endMs = addDays(row.ends_at.getTime(), days, zone);
        const facts = { ...factsOfRow(row), id: 0, startMs, endMs };
        const findings = await findingsBefore(trx, facts, nowMs);
        const finding = findings.find(({ level }) => level === 'breaks');
        if (finding !== undefined) {
          leftOut.push({ row, startMs, finding });
          continue;
        }
        copied.push(
          await insertShift(trx, {
            customer_id: row.customer_id,
            driver_id: row.driver_id,
            vehicle_id: row.vehicle_id,
            trailer_id: row.trailer_id,
            depot_id: row.depot_id,
            starts_at: new Date(startMs),
            ends_at: new Date(endMs),
            driving_s: row.driving_s,
            note: row.note,
            reason: '',
            author_id: author.userId,
            author: author.name,
          }),
        );
      }
      await refreshLevels(trx, [...new Set(shifts.map(({ driver_id }) => driver_id))], nowMs);
      const changes = await this.#record(trx, viewer, copied);
      const how = { zone, nowMs, actorId: viewer.userId };
      await notifyOfShifts(trx, this.services, changes, how);
      return {
        copied: copied.length,
        left_out: leftOut.flatMap(({ finding, row, startMs }) =>
          toFindings(viewer, [finding]).map((one) => ({
            driver: { id: row.driver_id, first_name: row.first_name, surname: row.surname },
            start: toApiDateTime(startMs),
            finding: one,
          })),
        ),
      };
    });
    return refusingClash(work);
  }

  async #wanted(
    trx: Transaction,
    viewer: Viewer,
    { days, depot, driver, from }: BodyOf<Calls['copy']>,
    zone: string,
  ): Promise<readonly ShiftRow[]> {
    if (driver !== null) await visibleDriver(trx, viewer, driver);
    if (depot !== null) await checkVisibleDepot(trx, viewer, depot);
    return visibleShifts(
      trx,
      viewer,
      {
        ...(driver === null ? {} : { driver }),
        ...(depot === null ? {} : { depot }),
        from: new Date(midnightMs(from, zone)),
        until: new Date(midnightMs(dayAfter(from, days), zone)),
      },
      MOST,
    );
  }

  async #record(trx: Transaction, viewer: Viewer, ids: readonly number[]) {
    if (ids.length === 0) return [];
    const made = await visibleShifts(trx, viewer, { ids }, MOST);
    const changes = made.map((after) => ({ before: null, after }));
    await recordRows(trx, viewer, describedShift, changes);
    return changes;
  }
}
