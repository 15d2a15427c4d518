import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { toApiDate } from '@roadworthy/domain';
import { actorOf, recordChanges } from '../../../../platform/audit/index.ts';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Database } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import { allOf } from '../../../../platform/resource.ts';
import { refusingTaken } from '../../../core/customers/index.ts';
import { visibleVehicle } from '../../../core/fleet/index.ts';
import { calculateTyres, calculateTyresOn } from '../calculation/tyres-calculation.service.ts';
import { lockTyres } from '../register/tyres-change.repository.ts';
import { tyresById } from '../register/tyres-register.repository.ts';
import { tyreOf } from '../register/tyres-register.service.ts';
import { placesOf } from './tyres-moves.service.ts';
import { lastMoveOf, undoStep } from './tyres-undo.repository.ts';

type Calls = typeof contract.tyres;

function refuseOccupied(): never {
  throw conflict('tyre.undo_occupied');
}

/** Takes back moves of tyres that were entered by mistake. */
export class TyreUndoService {
  constructor(private readonly db: Database) {}

  /**
   * Undoes the last fitting, rotation or removal of a tyre, with the other tyres that were moved at once.
   *
   * @throws HttpError 404 if a tyre or vehicle of the step is not visible, 409 if another step came since,
   *   or another tyre is at the position
   */
  undo(
    viewer: Viewer,
    id: number,
    { reason, step }: BodyOf<Calls['undo']>,
  ): Promise<AnswerOf<Calls['undo']>> {
    const work = this.db.asViewer(viewer, async (trx) => {
      const nowMs = Date.now();
      const today = toApiDate(nowMs, 'UTC');
      const visible = (ids: readonly number[]) => tyresById(trx, viewer, ids, today);
      orNotFound((await visible([id]))[0]);
      const found = await lastMoveOf(trx, id);
      if (found === undefined) throw conflict('tyre.undo_nothing');
      if (found.step !== step) throw conflict('request.changed_meanwhile');
      await lockTyres(trx, found.tyreIds);
      const last = await lastMoveOf(trx, id);
      if (last?.step !== step) throw conflict('request.changed_meanwhile');
      if (last.later.length > 0) {
        throw conflict({ code: 'tyre.undo_later', params: { tyres: last.later.join(', ') } });
      }
      const [row] = await allOf(last.tyreIds, visible);
      if (row === undefined) throw notFound();
      const vehicles = [];
      for (const vehicleId of last.vehicleIds) {
        const { registration } = await visibleVehicle(trx, viewer, vehicleId);
        vehicles.push({ vehicleId, registration, before: await placesOf(trx, vehicleId, today) });
      }
      const actor = await actorOf(trx, viewer);
      await undoStep(trx, last, { author: actor.name, reason });
      await calculateTyres(trx, last.tyreIds, nowMs);
      await calculateTyresOn(trx, last.vehicleIds, nowMs);
      const changes = [];
      for (const { before, registration, vehicleId } of vehicles) {
        changes.push({
          customerId: row.customer_id,
          actor,
          subject: {
            kind: 'vehicle_tyres' as const,
            id: String(vehicleId),
            name: registration,
          },
          action: 'changed' as const,
          before,
          after: { ...(await placesOf(trx, vehicleId, today)), undone: reason },
        });
      }
      await recordChanges(trx, changes);
      return tyreOf(trx, viewer, id);
    });
    return refusingTaken(work, refuseOccupied);
  }
}
