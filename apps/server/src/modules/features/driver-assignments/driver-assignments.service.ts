import type { AnswerOf, contract, FieldsOf, QueryOf } from '@roadworthy/contract';
import type { HandoverKind } from '@roadworthy/domain';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import { pageOf } from '../../../platform/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { type ReportFile, tableFile, wholePage } from '../../../platform/tables/index.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import { customerOfVehicle, setDriver } from '../../core/vehicles/index.ts';
import {
  accountsOfDrivers,
  customerOfVisible,
  daysRange,
  planZone,
} from '../driver-planning/index.ts';
import { Intake, type Received, type StoredPhotos } from '../records/index.ts';
import { ASSIGNMENT_COLUMNS } from './driver-assignments.columns.ts';
import {
  type AssignmentRow,
  currentAssignment,
  visibleAssignment,
} from './driver-assignments.repository.ts';
import { toAssignmentRow, toAssignments } from './driver-assignments-json.ts';
import { keepHandover } from './driver-assignments-keeping.ts';
import { assignmentPage } from './driver-assignments-list.repository.ts';
import { notifyDriverOfHandover } from './driver-assignments-notice.ts';

type Calls = typeof contract.driverAssignments;
type Assignment = AnswerOf<Calls['read']>;
type SheetFields = FieldsOf<Calls['takeBack']>;

/** Who has which vehicle, and the hand-overs that the office records. */
export class DriverAssignmentsService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'bus' | 'config' | 'db' | 'files'>) {
    this.#intake = new Intake(services);
  }

  async list(viewer: Viewer, query: QueryOf<Calls['list']>): Promise<AnswerOf<Calls['list']>> {
    const { driver, from, state, to, vehicle } = query;
    const { count, isLimit, rows } = await this.services.db.asViewer(viewer, async (trx) => {
      const range = daysRange({ from, to }, await planZone(trx, viewer));
      return assignmentPage(trx, viewer, { driver, state, vehicle, ...range }, pageOf(query));
    });
    return { count, count_is_limit: isLimit, results: rows.map(toAssignmentRow) };
  }

  /** @throws HttpError 400 if there are more rows than a file may have */
  file(viewer: Viewer, query: QueryOf<Calls['exportList']>): Promise<ReportFile> {
    const { driver, format, from, state, to, vehicle } = query;
    return this.services.db.asViewer(viewer, async (trx) => {
      const range = daysRange({ from, to }, await planZone(trx, viewer));
      const page = wholePage(pageOf(query), format);
      const { rows } = await assignmentPage(
        trx,
        viewer,
        { driver, state, vehicle, ...range },
        page,
      );
      return tableFile(trx, viewer, format, {
        title: 'driverAssignments.title',
        stem: 'vehicles-of-drivers',
        rows,
        columns: () => ASSIGNMENT_COLUMNS,
      });
    });
  }

  /** @throws HttpError 404 if the driver or the vehicle is not visible */
  read(viewer: Viewer, id: number): Promise<Assignment> {
    return this.services.db.asViewer(viewer, (trx) => this.#answer(trx, viewer, id));
  }

  /**
   * Hands a vehicle over: makes the driver its driver, and records the hand-over, which the driver signs. The driver
   * who had the vehicle has it no longer.
   *
   * @throws HttpError 404 for a vehicle or driver who is not visible, 400 for a driver of another customer, 409 if this
   *   driver has the vehicle with a recorded hand-over
   */
  async handOver(
    viewer: Viewer,
    received: Received<FieldsOf<Calls['handOver']>>,
    nowMs = Date.now(),
  ): Promise<Assignment> {
    const { driver, vehicle } = received.fields;
    const id = await this.#intake.take(viewer, received, {
      name: 'driver handover',
      prepare: async (trx) => {
        await visibleVehicle(trx, viewer, vehicle);
        const customerId = orNotFound(await customerOfVisible(trx, viewer, driver));
        if ((await customerOfVehicle(trx, vehicle)) !== customerId) {
          throw wrongField('driver', 'driver_assignments.one_customer');
        }
        return { customerId, captions: received.fields.captions ?? [] };
      },
      keep: async (trx, _prepared, pictures) => {
        await setDriver(trx, viewer, vehicle, driver);
        const { id: assignmentId } = orNotFound(await currentAssignment(trx, vehicle));
        await this.#keep(
          trx,
          viewer,
          assignmentId,
          { kind: 'issue', fields: received.fields },
          pictures,
          nowMs,
        );
        return assignmentId;
      },
    });
    return this.read(viewer, id);
  }

  /**
   * Takes a vehicle back: it has no driver afterwards.
   *
   * @throws HttpError 404 if the assignment is not visible, 409 if it has ended
   */
  async takeBack(
    viewer: Viewer,
    id: number,
    received: Received<SheetFields>,
    nowMs = Date.now(),
  ): Promise<Assignment> {
    await this.#intake.take(viewer, received, {
      name: `driver handover return ${id}`,
      prepare: async (trx) => {
        const { customer_id: customerId } = await this.#lasting(trx, viewer, id);
        return { customerId, captions: received.fields.captions ?? [] };
      },
      keep: async (trx, _prepared, pictures) => {
        const { driver_id, vehicle_id } = await this.#lasting(trx, viewer, id);
        // Another person may have handed the vehicle on since.
        await setDriver(trx, viewer, vehicle_id, null, driver_id);
        await this.#keep(
          trx,
          viewer,
          id,
          { kind: 'return', fields: received.fields },
          pictures,
          nowMs,
        );
        return id;
      },
    });
    return this.read(viewer, id);
  }

  /** Records a hand-over of an assignment, and notifies the driver. */
  async #keep(
    trx: Transaction,
    viewer: Viewer,
    assignmentId: number,
    sheet: { readonly kind: HandoverKind; readonly fields: SheetFields },
    pictures: StoredPhotos,
    nowMs: number,
  ): Promise<void> {
    const assignment = await this.#visible(trx, viewer, assignmentId);
    const signature = { by: null, isByDriver: false };
    const row = await keepHandover(
      trx,
      viewer,
      assignment,
      { ...sheet, signature },
      pictures,
      nowMs,
    );
    const [account] = await accountsOfDrivers(trx, [assignment.driver_id]);
    await notifyDriverOfHandover(trx, this.services, assignment, account?.userId ?? null, row);
  }

  async #visible(trx: Transaction, viewer: Viewer, id: number): Promise<AssignmentRow> {
    return orNotFound(await visibleAssignment(trx, viewer, id));
  }

  async #lasting(trx: Transaction, viewer: Viewer, id: number): Promise<AssignmentRow> {
    const assignment = await this.#visible(trx, viewer, id);
    if (assignment.ends_at !== null) throw conflict('driver_assignments.ended');
    return assignment;
  }

  async #answer(trx: Transaction, viewer: Viewer, id: number): Promise<Assignment> {
    const row = await this.#visible(trx, viewer, id);
    return orNotFound((await toAssignments(trx, [row], this.services.files))[0]);
  }
}
