import type { AnswerOf, contract } from '@roadworthy/contract';
import { toApiDateTime } from '@roadworthy/domain';
import { actorOf, recordChange } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import {
  type CodeRow,
  insertCode,
  livingCode,
  lockVehicle,
  revokeCode,
} from './qr-codes.repository.ts';
import { documentsAddress, helpAddress } from './qr-codes-addresses.ts';

type Answer = AnswerOf<typeof contract.qrCodes.readCode>;
interface Vehicle {
  readonly id: number;
  readonly registration: string;
}

/** What the log says of a code: when it was made, never the code itself. */
const logged = (row: CodeRow | undefined) => ({
  qr_code_made: row === undefined ? null : toApiDateTime(row.created_at.getTime()),
});

/** The codes on vehicles, for those who print, renew and revoke them (requirement J-P01). */
export class CodesService {
  constructor(private readonly services: Pick<Services, 'db' | 'config'>) {}

  /** @throws HttpError 404 for a vehicle out of sight */
  async read(viewer: Viewer, vehicleId: number): Promise<Answer> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const vehicle = await visibleVehicle(trx, viewer, vehicleId);
      return this.#answer(trx, vehicle);
    });
  }

  /**
   * Gives a vehicle a new code; the one before opens nothing from then on.
   *
   * @throws HttpError 404 for a vehicle out of sight
   */
  renew(viewer: Viewer, vehicleId: number): Promise<Answer> {
    return this.#change(viewer, vehicleId, async (trx, by) => {
      await revokeCode(trx, vehicleId, by);
      await insertCode(trx, vehicleId, by);
    });
  }

  /** Ends a vehicle's code. @throws HttpError 404 for a vehicle out of sight, or without a code */
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
      const before = await livingCode(trx, vehicleId);
      await change(trx, actor.name);
      await recordChange(trx, {
        customerId,
        actor,
        subject: { kind: 'vehicle', id: String(vehicleId), name: vehicle.registration },
        action: 'changed',
        before: logged(before),
        after: logged(await livingCode(trx, vehicleId)),
      });
      return this.#answer(trx, vehicle);
    });
  }

  async #answer(trx: Transaction, { id, registration }: Vehicle): Promise<Answer> {
    const row = await livingCode(trx, id);
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
