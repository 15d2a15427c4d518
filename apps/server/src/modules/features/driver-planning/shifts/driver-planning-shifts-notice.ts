import { formatDateTime } from '@roadworthy/domain';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { textOf } from '../../../../platform/texts.ts';
import { notifyUser } from '../../../core/users/index.ts';
import { accountsOfDrivers } from '../driver-planning.repository.ts';
import type { ShiftRow } from './driver-planning-shifts.repository.ts';

/** A shift before and after a change; null for none. */
export interface ShiftChange {
  readonly before: ShiftRow | null;
  readonly after: ShiftRow | null;
}

type Told = 'added' | 'changed' | 'removed';

/** What a driver reads of a shift. Its driving time and the planner's reason are not among it. */
const shown = ({ ends_at, note, starts_at, trailer_id, vehicle_id }: ShiftRow) =>
  JSON.stringify([starts_at, ends_at, vehicle_id, trailer_id, note]);

/** Which drivers learn what of a change. */
function toldOf({ after, before }: ShiftChange): { kind: Told; shift: ShiftRow }[] {
  if (before === null) return after === null ? [] : [{ kind: 'added', shift: after }];
  if (after === null) return [{ kind: 'removed', shift: before }];
  if (before.driver_id !== after.driver_id) {
    return [
      { kind: 'removed', shift: before },
      { kind: 'added', shift: after },
    ];
  }
  return shown(before) === shown(after) ? [] : [{ kind: 'changed', shift: after }];
}

/**
 * Notifies drivers of their shifts that have not ended, by push notification: of one change each, of several
 * together. The person who plans and drivers without an account are not notified.
 *
 * @param how the zone of the plan, the time, and who made the changes
 */
export async function notifyOfShifts(
  trx: Transaction,
  services: Pick<Services, 'config'>,
  changes: readonly ShiftChange[],
  how: { readonly zone: string; readonly nowMs: number; readonly actorId: number },
): Promise<void> {
  const told = changes.flatMap(toldOf).filter(({ shift }) => shift.ends_at.getTime() > how.nowMs);
  const accounts = await accountsOfDrivers(
    trx,
    told.map(({ shift }) => shift.driver_id),
  );
  const dates = { timeZone: how.zone, dateFormat: null, timeFormat: null };
  for (const { driverId, userId } of accounts) {
    const own = told.filter(({ shift }) => shift.driver_id === driverId);
    const [first] = own.toSorted(
      (a, b) => a.shift.starts_at.getTime() - b.shift.starts_at.getTime(),
    );
    if (first === undefined || userId === how.actorId) continue;
    const { kind, shift } = first;
    await notifyUser(trx, services, {
      customerId: shift.customer_id,
      userId,
      path: '/driver-planning/own',
      tag: own.length > 1 ? 'shifts' : `shift-${shift.id}`,
      write: (language) => {
        const values = {
          start: formatDateTime(shift.starts_at.getTime(), dates),
          end: formatDateTime(shift.ends_at.getTime(), dates),
          count: String(own.length),
        };
        const key = own.length > 1 ? 'several' : kind;
        return { subject: textOf(language, `driverPlanning.notice.${key}`, values), text: null };
      },
    });
  }
}
