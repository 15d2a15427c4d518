import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import {
  activeCode,
  type CodeRow,
  insertCode,
  lockVehicle,
  revokeCode,
} from './qr-codes.repository.ts';
import { documentsAddress, helpAddress } from './qr-codes-addresses.ts';

type Answer = AnswerOf<typeof contract.qrCodes.readCode>;
interface Vehicle {
  readonly id: number;
  readonly registration: string;
}

/** Audit log values: the creation time, never the code itself, which opens documents. */
const logged = (row: CodeRow | undefined) => ({
  qr_code_made: row === undefined ? null : toApiDateTime(row.created_at.getTime()),
});

/** Reads, renews and revokes the codes of vehicles (requirement J-P01). */
export class CodesService {
  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {}

  /** @throws HttpError 404 if the vehicle is not visible */
  async read(viewer: Viewer, vehicleId: number): Promise<Answer> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      return this.#answer(trx, vehicle);
    });
  }

  /**
   * Replaces a vehicle's code; the old one becomes invalid.
   *
   * @throws HttpError 404 if the vehicle is not visible
   */
  renew(viewer: Viewer, vehicleId: number): Promise<Answer> {
    return this.#change(viewer, vehicleId, async (trx, by) => {
      await revokeCode(trx, vehicleId, by);
      await insertCode(trx, vehicleId, by);
    });
  }

  /** @throws HttpError 404 if the vehicle is not visible or has no code */
  revoke(viewer: Viewer, vehicleId: number): Promise<Answer> {
    return this.#change(viewer, vehicleId, async (trx, by) => {
      if (!(await revokeCode(trx, vehicleId, by))) throw notFound('qr_code.none');
    });
  }

  #change(
    viewer: Viewer,
    vehicleId: number,
    change: (trx: Transaction, by: string) => Promise<void>,
  ): Promise<Answer> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      const customerId = await lockVehicle(trx, vehicleId);
      const actor = await actorOf(trx, viewer);
      const before = await activeCode(trx, vehicleId);
      await change(trx, actor.name);
      await recordChange(trx, {
        customerId,
        actor,
        subject: { kind: 'vehicle', id: String(vehicleId), name: vehicle.registration },
        action: 'changed',
        before: logged(before),
        after: logged(await activeCode(trx, vehicleId)),
      });
      return this.#answer(trx, vehicle);
    });
  }

  async #answer(trx: Transaction, { id, registration }: Vehicle): Promise<Answer> {
    const row = await activeCode(trx, id);
    const { publicUrl } = this.services.config;
    return {
      vehicle: { id, registration },
      qr_code:
        row === undefined
          ? null
          : {
              qrid: row.code,
              documents_url: documentsAddress(publicUrl, row.code),
              help_url: helpAddress(publicUrl, row.code),
              created_at: toApiDateTime(row.created_at.getTime()),
              created_by: row.created_by,
            },
    };
  }
}
