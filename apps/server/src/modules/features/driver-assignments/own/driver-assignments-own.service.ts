import type { AnswerOf, contract, FieldsOf } from '@roadworthy/contract';
import type { Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { conflict, notFound, orNotFound } from '../../../../platform/errors.ts';
import { recordRow } from '../../../../platform/resource.ts';
import type { Services } from '../../../../platform/services.ts';
import { type DriverName, ownDriver } from '../../../core/fleet/index.ts';
import { returnVehicle } from '../../../core/vehicles/index.ts';
import { Intake, type Received } from '../../records/index.ts';
import {
  type AssignmentRow,
  type HandoverRow,
  handoversOf,
  insertHandoverPhotographs,
  ownAssignment,
  ownAssignments,
  signHandover,
} from '../driver-assignments.repository.ts';
import {
  describedHandover,
  type Handover,
  toAssignments,
  toHandovers,
} from '../driver-assignments-json.ts';
import { keepHandover } from '../driver-assignments-keeping.ts';
import { notifyOfRemark, notifyOfReturn } from '../driver-assignments-notice.ts';

type Calls = typeof contract.driverAssignments;

/** What drivers see of their own vehicles, their signature of a hand-over, and the return. */
export class OwnAssignmentsService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'bus' | 'config' | 'db' | 'files'>) {
    this.#intake = new Intake(services);
  }

  /** Of an account that is not linked to a driver, there is nothing. */
  read(viewer: Viewer): Promise<AnswerOf<Calls['own']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const driver = await ownDriver(trx, viewer);
      if (driver === null) return { driver, assignments: [] };
      const rows = await ownAssignments(trx, driver.id);
      return { driver, assignments: await toAssignments(trx, rows, this.services.files) };
    });
  }

  /**
   * Signs a hand-over, with a remark and photographs, of which the person who handed over is notified.
   *
   * @throws HttpError 404 if it is not the driver's own, 409 if it is signed already
   */
  async sign(
    viewer: Viewer,
    id: number,
    received: Received<FieldsOf<Calls['sign']>>,
    nowMs = Date.now(),
  ): Promise<Handover> {
    const { captions = [], remark = '', signed_by } = received.fields;
    await this.#intake.take(viewer, received, {
      name: `driver handover signature ${id}`,
      prepare: async (trx) => {
        const { row } = await this.#own(trx, viewer, id);
        return { customerId: row.customer_id, captions };
      },
      keep: async (trx, _prepared, { photos }) => {
        const { assignment, driver, row: before } = await this.#own(trx, viewer, id);
        const values = { driver_remark: remark, signed_by, signed_at: new Date(nowMs) };
        if (!(await signHandover(trx, id, values))) throw conflict('driver_assignments.signed');
        await insertHandoverPhotographs(trx, before, photos, true);
        const row = orNotFound((await handoversOf(trx, { id }))[0]);
        const { registration } = assignment;
        const [old, now] = [before, row].map((one) => ({ row: one, registration }));
        await recordRow(trx, viewer, describedHandover, old ?? null, now ?? null);
        if (remark !== '' || photos.length > 0) {
          const name = `${driver.first_name} ${driver.surname}`.trim();
          const said = { driver: name, vehicle: registration };
          await notifyOfRemark(trx, this.services, row, said);
        }
        return id;
      },
    });
    return this.#handover(viewer, id);
  }

  /**
   * Returns a vehicle that the driver has, with a signature. The person who handed it over is notified.
   *
   * @param id of the assignment
   * @throws HttpError 404 if it is not the driver's own, 409 if the driver no longer has the vehicle
   */
  async giveBack(
    viewer: Viewer,
    id: number,
    received: Received<FieldsOf<Calls['giveBack']>>,
    nowMs = Date.now(),
  ): Promise<Handover> {
    const { captions = [], signed_by, ...fields } = received.fields;
    const made = await this.#intake.take(viewer, received, {
      name: `driver return ${id}`,
      prepare: async (trx) => {
        const { assignment } = await this.#lasting(trx, viewer, id);
        return { customerId: assignment.customer_id, captions };
      },
      keep: async (trx, _prepared, pictures) => {
        const { assignment, driver } = await this.#lasting(trx, viewer, id);
        const { customer_id: customerId, vehicle_id: vehicleId } = assignment;
        await returnVehicle(trx, viewer, { customerId, vehicleId, driverId: driver.id });
        const signature = { by: signed_by, isByDriver: true };
        const sheet = { kind: 'return', fields, signature } as const;
        const row = await keepHandover(trx, viewer, assignment, sheet, pictures, nowMs);
        const [issue] = await handoversOf(trx, { assignments: [id] });
        if (issue?.kind === 'issue' && issue.author_id !== null) {
          const name = `${driver.first_name} ${driver.surname}`.trim();
          await notifyOfReturn(trx, this.services, assignment, {
            driver: name,
            userId: issue.author_id,
          });
        }
        return row.id;
      },
    });
    return this.#handover(viewer, made);
  }

  async #own(
    trx: Transaction,
    viewer: Viewer,
    id: number,
  ): Promise<{ driver: DriverName; assignment: AssignmentRow; row: HandoverRow }> {
    const driver = await ownDriver(trx, viewer);
    const [row] = await handoversOf(trx, { id });
    if (driver === null || row?.driver_id !== driver.id) throw notFound();
    if (row.signed_at !== null) throw conflict('driver_assignments.signed');
    const assignment = orNotFound(await ownAssignment(trx, driver.id, row.assignment_id));
    return { driver, row, assignment };
  }

  /** The driver and an assignment that lasts. */
  async #lasting(
    trx: Transaction,
    viewer: Viewer,
    id: number,
  ): Promise<{ driver: DriverName; assignment: AssignmentRow }> {
    const driver = await ownDriver(trx, viewer);
    if (driver === null) throw notFound();
    const assignment = orNotFound(await ownAssignment(trx, driver.id, id));
    if (assignment.ends_at !== null) throw conflict('driver_assignments.returned');
    return { driver, assignment };
  }

  async #handover(viewer: Viewer, id: number): Promise<Handover> {
    return this.services.db.asViewer(viewer, async (trx) => {
      const rows = await handoversOf(trx, { id });
      return orNotFound((await toHandovers(trx, rows, this.services.files))[0]);
    });
  }
}
