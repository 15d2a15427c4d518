import type { AnswerOf, contract } from '@roadworthy/contract';
import { severityOfRank, toApiDate, toApiDateTime } from '@roadworthy/domain';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { assignedVehicle } from '../../../core/fleet/index.ts';
import { driversDefects, driversMessages, driversVehicle } from './home-driver.repository.ts';

type Home = AnswerOf<typeof contract.home.driver>;

const DEFECTS = 5;
const MESSAGES = { days: 7, limit: 10 };

const utcOf = (at: Date | null) => (at === null ? null : toApiDateTime(at.getTime()));

/**
 * The home of a driver: the assigned vehicle, whatever depots and modules the person has. It contains
 * nothing about positions, so private use does not change it.
 */
export class HomeDriverService {
  constructor(private readonly services: Pick<Services, 'db'>) {}

  /** @param nowMs decides whether the last check was today in the person's time zone */
  read(viewer: Viewer, nowMs = Date.now()): Promise<Home> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const assigned = await assignedVehicle(trx, viewer.userId);
      if (assigned === null) return { vehicle: null, messages: [] };
      const messages = await driversMessages(trx, assigned.id, MESSAGES);
      return {
        vehicle: await this.#vehicle(trx, assigned, { nowMs, timeZone: viewer.timeZone ?? 'UTC' }),
        messages: messages.map((one) => ({
          ...one,
          created_at: toApiDateTime(one.created_at.getTime()),
        })),
      };
    });
  }

  async #vehicle(
    trx: Transaction,
    { id, registration }: { readonly id: number; readonly registration: string },
    { nowMs, timeZone }: { readonly nowMs: number; readonly timeZone: string },
  ): Promise<Home['vehicle']> {
    const row = await driversVehicle(trx, id);
    if (row === undefined) return null;
    const defects = await driversDefects(trx, id, DEFECTS);
    const { checked_at: checkedAt } = row;
    return {
      id,
      registration,
      type: row.type,
      model: row.model,
      off_road_since: utcOf(row.off_road_since),
      check: {
        last_at: utcOf(checkedAt),
        is_today:
          checkedAt !== null &&
          toApiDate(checkedAt.getTime(), timeZone) === toApiDate(nowMs, timeZone),
        defects: row.check_defects ?? 0,
      },
      defects: defects.map((one) => ({
        reference_number: one.reference_number,
        reported_at: toApiDateTime(one.reported_at.getTime()),
        severity: severityOfRank(one.severity_rank),
        items: one.items.map(({ name }) => name),
      })),
      open_defects: defects[0]?.count ?? 0,
      qrid: row.qrid,
    };
  }
}
