import type { AnswerOf, BodyOf, contract, FieldsOf } from '@roadworthy/contract';
import { type DefectState, defectStatus, stepsFor, toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { orNotFound } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import type { StoredPhotos } from '../records/index.ts';
import {
  amountOrNull,
  asFieldError,
  customersOf,
  Intake,
  momentOrNull,
  type Prepared,
  pastMoment,
  photographsOf,
  type Received,
  toPhotographs,
  toTrail,
  trailOf,
  visibleDefect,
} from '../records/index.ts';
import { toVorRecord, vorOfVehicle } from '../vor/index.ts';
import type { NewDefect } from './defects.repository.ts';
import { isKeptOffRoad } from './defects.repository.ts';
import { type Assigned, assignDefects } from './defects-assign.ts';
import { isOverdue } from './defects-overdue.ts';
import { reportDefect } from './defects-report.ts';
import { prepareStep, type StepFields, takeStep } from './defects-steps.ts';

type Calls = typeof contract.defects;
type Fields = FieldsOf<Calls['create']>;
export type Defect = AnswerOf<Calls['read']>;

/** A vehicle rarely has more than one or two off-road reasons. */
const OFF_ROAD_SHOWN = 20;

interface PreparedDefect extends NewDefect, Prepared {
  readonly customerId: number;
}

const done = (at: Date | null, by: string | null, note: string | null) =>
  at === null ? null : { at: toApiDateTime(at.getTime()), by: by ?? '', note };

/** Reports and reads defects, and moves them through their lifecycle. */
export class DefectsService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {
    this.#intake = new Intake(services);
  }

  /**
   * Reports a defect. The same request sent again returns the first one's defect.
   *
   * @throws HttpError 400 on the field if a rule is violated, 409 for a key of a different request
   */
  async create(viewer: Viewer, received: Received<Fields>): Promise<Defect> {
    const id = await this.#intake.take(viewer, received, {
      name: 'defect',
      prepare: (trx) => this.#prepare(trx, viewer, received.fields),
      keep: (trx, prepared, pictures) => this.#keep(trx, viewer, prepared, pictures),
    });
    return this.read(viewer, id);
  }

  /**
   * Takes the next step of a defect, with its evidence.
   *
   * @throws HttpError 404 if not visible, 403 without permission, 409 if it does not follow or the
   *   record has changed, 400 on the field for missing data
   */
  async move(viewer: Viewer, id: number, received: Received<StepFields>): Promise<Defect> {
    await this.#intake.take(viewer, received, {
      name: `defect ${id}`,
      prepare: (trx) => prepareStep(trx, viewer, id, received),
      keep: (trx, prepared, pictures) => takeStep(trx, viewer, prepared, pictures),
    });
    return this.read(viewer, id);
  }

  /**
   * Assigns defects to one repairer, in one transaction. Defects that do not wait for a repairer stay
   * as they are.
   *
   * @throws HttpError 404 if one is not visible, 403 without permission, 409 if another person changed
   *   one at the same time
   */
  async assignMany(viewer: Viewer, body: BodyOf<Calls['assignMany']>): Promise<Assigned> {
    const { db, bus } = this.services;
    const { customers, ...answer } = await db.asViewer(viewer, (trx) =>
      assignDefects(trx, viewer, body),
    );
    for (const customerId of customers) bus.publish('activities.changed', { customerId });
    return answer;
  }

  /** @throws HttpError 404 if the defect does not exist or is not visible */
  async read(viewer: Viewer, id: number): Promise<Defect> {
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) => {
      const found = orNotFound(await visibleDefect(trx, viewer, id));
      const { record, vehicle } = found;
      const state: DefectState = record.state;
      const entries = await vorOfVehicle(trx, viewer, record.vehicle_id, OFF_ROAD_SHOWN);
      return {
        id,
        reference_number: record.reference_number,
        vehicle: { id: record.vehicle_id, registration: vehicle.registration },
        state,
        version: record.version,
        status: defectStatus(state, await isKeptOffRoad(trx, id)),
        place: record.place,
        odometer: record.odometer_m === null ? null : Number(record.odometer_m),
        items: record.items.map(({ area, ...item }) => ({ ...item, area: area ?? 'other' })),
        reported: { at: toApiDateTime(record.reported_at.getTime()), by: record.reported_by },
        verified: done(record.assessed_at, record.assessed_by, record.assessment),
        assigned: done(record.assigned_at, record.assigned_by, record.repairer),
        repaired: done(record.repaired_at, record.repaired_by, record.repair),
        signed_off: done(record.signed_off_at, record.signed_off_by, null),
        repairer: record.repairer,
        expected_back: momentOrNull(record.expected_back_at),
        due_at: momentOrNull(record.due_at),
        is_overdue: isOverdue(record),
        labour_cost: amountOrNull(record.labour_cost),
        parts_cost: amountOrNull(record.parts_cost),
        cost: Number(record.cost),
        job_number: record.job_number,
        signature:
          record.signature_file_id === null ? null : files.signedAddress(record.signature_file_id),
        photographs: toPhotographs(await photographsOf(trx, 'defect_record_id', id), files),
        next_steps: stepsFor(viewer, state),
        off_road: entries
          .filter(({ returned_at: returnedAt }) => returnedAt === null)
          .map((entry) => toVorRecord(entry)),
        trail: toTrail(await trailOf(trx, 'defect', id)),
      };
    });
  }

  async #prepare(trx: Transaction, viewer: Viewer, fields: Fields): Promise<PreparedDefect> {
    const { vehicle: vehicleId, captions = [] } = fields;
    await asFieldError('vehicle', 'vehicle.missing', visibleVehicle(trx, viewer, vehicleId));
    const { vehicle: customerId } = await customersOf(trx, { vehicleId });
    return {
      customerId,
      vehicleId,
      place: fields.place ?? null,
      odometerM: fields.odometer ?? null,
      items: fields.items.map((item) => ({ ...item, remedy: null })),
      reportedAt:
        fields.reported_at === undefined
          ? new Date()
          : pastMoment('reported_at', fields.reported_at),
      reportedBy: fields.reported_by ?? (await actorOf(trx, viewer)).name,
      captions,
    };
  }

  async #keep(
    trx: Transaction,
    viewer: Viewer,
    { captions: _captions, ...defect }: PreparedDefect,
    { photos }: StoredPhotos,
  ): Promise<number> {
    const author = { ...(await actorOf(trx, viewer)), userId: viewer.userId };
    return reportDefect(trx, { viewer, author, photos }, defect);
  }
}
