import type { AnswerOf, contract, QueryOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { pageOf } from '../../../../platform/paging.ts';
import { checkVisibleDepot } from '../../../core/fleet/index.ts';
import { absencePage, absencesOf } from '../absences/driver-planning-absences.repository.ts';
import { toAbsence } from '../absences/driver-planning-absences-json.ts';
import { findingsOf } from '../checks/driver-planning-checks.ts';
import { dayAfter, daysRange, mondayOf, planZone, todayIn } from '../driver-planning-days.ts';
import { visibleShifts } from '../shifts/driver-planning-shifts.repository.ts';
import { factsOfRow } from '../shifts/driver-planning-shifts.service.ts';
import { toFindings, toShift } from '../shifts/driver-planning-shifts-json.ts';
import { boardDrivers, countAttention } from './driver-planning-board.repository.ts';

type Calls = typeof contract.driverPlanning;
const NO_ROWS = { limit: 1, offset: 0, orderBy: null, descending: true, search: '' } as const;

/** A week of shifts and absences by driver. */
export class PlanningBoardService {
  constructor(private readonly db: Database) {}

  /** @throws HttpError 404 for a depot that is not visible */
  read(
    viewer: Viewer,
    query: QueryOf<Calls['board']>,
    nowMs = Date.now(),
  ): Promise<AnswerOf<Calls['board']>> {
    return this.db.asViewer(viewer, async (trx) => {
      if (query.depot !== undefined) await checkVisibleDepot(trx, viewer, query.depot);
      const zone = await planZone(trx, viewer);
      const today = todayIn(zone, nowMs);
      const week = mondayOf(query.day ?? today);
      const { from, until } = daysRange({ from: week, to: dayAfter(week, 6) }, zone);
      const span = { from: from ?? new Date(0), until: until ?? new Date(0) };
      const page = await boardDrivers(trx, viewer, query, span, pageOf(query));
      const drivers = page.rows.map(({ id }) => id);
      const shifts = await visibleShifts(trx, viewer, { drivers, ...span });
      const findings = await findingsOf(trx, shifts.map(factsOfRow), nowMs);
      const absences = await absencesOf(trx, { drivers, isOpen: true, ...span });
      return {
        count: page.count,
        results: page.rows.map((driver) => ({
          driver,
          shifts: shifts
            .filter(({ driver_id }) => driver_id === driver.id)
            .map((row) => ({
              ...toShift(row),
              findings: toFindings(viewer, findings.get(row.id) ?? []),
            })),
          absences: absences.filter(({ driver_id }) => driver_id === driver.id).map(toAbsence),
        })),
        week,
        today,
        time_zone: zone,
      };
    });
  }

  /** Shifts of today that need attention, and requests of absence that nobody has decided. */
  figures(
    viewer: Viewer,
    nowMs: number,
  ): Promise<{ readonly shifts: number; readonly requests: number; readonly today: string }> {
    return this.db.asViewer(viewer, async (trx) => {
      const zone = await planZone(trx, viewer);
      const today = todayIn(zone, nowMs);
      const { from, until } = daysRange({ from: today, to: today }, zone);
      const span = { from: from ?? new Date(0), until: until ?? new Date(0) };
      const shifts = await countAttention(trx, viewer, span);
      const { count } = await absencePage(trx, viewer, { state: 'requested' }, NO_ROWS);
      return { shifts, requests: count, today };
    });
  }
}
