import type { AnswerOf, contract } from '@roadworthy/contract';
import { actorOf, recordChange } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import { orNotFound, wrongField } from '../../../../platform/errors.ts';
import type { Services } from '../../../../platform/services.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { pastMoment } from '../../records/index.ts';
import type { DamageListRow } from '../lists/vehicle-check-lists.repository.ts';
import { type DamageRow, toDamageRow } from '../lists/vehicle-check-lists-answers.ts';
import { visibleReport } from '../reports/vehicle-check-reports.repository.ts';
import {
  damagesOfVehicle,
  keepFixed,
  openDamagesOf,
  visibleDamage,
} from './vehicle-check-damages.repository.ts';

type Calls = typeof contract.vehicleCheck;

/** Damages of a vehicle, and when they were fixed (R-122, R-124, RP-28). */
export class DamagesService {
  constructor(private readonly services: Pick<Services, 'db' | 'files'>) {}

  /** Damages of the vehicle of a report. @throws HttpError 404 for a report that is not visible */
  history(viewer: Viewer, reportId: number): Promise<AnswerOf<Calls['damageHistory']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const report = orNotFound(await visibleReport(trx, viewer, reportId));
      return this.#answer(await damagesOfVehicle(trx, report.vehicle_id));
    });
  }

  /** Damages that are not fixed. @throws HttpError 404 for a vehicle that is not visible */
  unfixed(viewer: Viewer, vehicleId: number): Promise<AnswerOf<Calls['unfixedDamages']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      return this.#answer(await openDamagesOf(trx, vehicleId));
    });
  }

  /**
   * Sets when a damage was fixed; null if it is not fixed.
   *
   * @throws HttpError 404 for a damage that is not visible, 400 for a time in the future or before
   *   the report
   */
  fix(viewer: Viewer, id: number, fixedAt: string | null): Promise<DamageRow> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const before = orNotFound(await visibleDamage(trx, viewer, id));
      const at = fixedAt === null ? null : pastMoment('fixed_at', fixedAt);
      if (at !== null && at < before.reported_at) {
        throw wrongField('fixed_at', 'damage.fixed_before_report');
      }
      const actor = await actorOf(trx, viewer);
      const fixed = at === null ? null : { at, by: actor.name };
      await keepFixed(trx, id, fixed);
      await recordChange(trx, {
        customerId: before.customer_id,
        actor,
        subject: {
          kind: 'vehicle_damage',
          id: String(id),
          name: `${before.registration}: ${before.description}`,
        },
        action: 'changed',
        before: { fixed_at: before.fixed_at, fixed_by: before.fixed_by },
        after: { fixed_at: at, fixed_by: fixed?.by ?? null },
      });
      const after = { ...before, fixed_at: at, fixed_by: fixed?.by ?? null };
      return toDamageRow(after, this.services.files);
    });
  }

  #answer({ count, rows }: { count: number; rows: DamageListRow[] }) {
    return { count, results: rows.map((row) => toDamageRow(row, this.services.files)) };
  }
}
