import type { AnswerOf, BodyOf, contract, FieldsOf } from '@roadworthy/contract';
import {
  type AssetKind,
  type InspectionCode,
  inspectionCodesAfter,
  isRecordManager,
  limitsFor,
  mayTakeStep,
  type VehicleType,
} from '@roadworthy/domain';
import { actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { conflict, forbidden, orNotFound, wrongField } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import {
  figuresOfBrakes,
  inspectionBrakesOf,
  recordBrakeTest,
  testOfInspection,
} from '../brake-tests/index.ts';
import { toNote } from '../faults/index.ts';
import type { StoredPhotos } from '../records/index.ts';
import {
  addPhotographs,
  areNotesOf,
  asFieldError,
  changedMeanwhile,
  forManagers,
  Intake,
  keepAnswersToNotes,
  limitsRow,
  notesOfInspection,
  type Prepared,
  pastMoment,
  photographsOf,
  type Received,
  trailOf,
  vehicleFactsOf,
  visibleInspection,
} from '../records/index.ts';
import { calculateTyresOn } from '../tyres/index.ts';
import { vorOfVehicle } from '../vor/index.ts';
import { insertInspection, moveInspection, type NewInspection } from './inspections.repository.ts';
import { toInspection } from './inspections-answer.ts';
import { followInspection } from './inspections-steps.ts';

type Calls = typeof contract.inspections;
type Fields = FieldsOf<Calls['create']>;
type Inspection = AnswerOf<Calls['read']>;

const OFF_ROAD_SHOWN = 20;

interface PreparedInspection extends NewInspection, Prepared {
  readonly customerId: number;
  readonly type: VehicleType;
  readonly kind: AssetKind | null;
  /** The whole brake test; undefined if only the brake fields were sent, or none. */
  readonly brakeTest: Fields['brake_test'];
  readonly noteAnswers: NonNullable<Fields['fault_notes']>;
}

/** Status codes of the review and the end of an inspection, for managers only. */
const FOR_MANAGERS: ReadonlySet<InspectionCode> = new Set(['1', '11', '12']);

function mayGive(viewer: Viewer, from: string, to: InspectionCode): boolean {
  if (FOR_MANAGERS.has(to) || from === '11') return isRecordManager(viewer);
  return mayTakeStep(viewer, 'repair');
}

/** The next status codes that a person may set. */
function nextCodes(viewer: Viewer, from: string): InspectionCode[] {
  return inspectionCodesAfter(from).filter((to) => mayGive(viewer, from, to));
}

function brakesOf(fields: Fields): NewInspection['brakes'] {
  if (fields.brake_test !== undefined) return inspectionBrakesOf(fields.brake_test);
  const { brake_service: service = null, brake_secondary: secondary = null } = fields;
  const { brake_parking: parking = null, brake_method: method, brake_laden: laden = null } = fields;
  if (method !== undefined) return { method, isLaden: laden, service, secondary, parking };
  if (service !== null || secondary !== null || parking !== null) {
    throw wrongField('brake_method', 'inspection.brake_test_required');
  }
  return null;
}

/** Receives, reads and reviews safety inspections. */
export class InspectionsService {
  readonly #intake: Intake;

  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'bus'>) {
    this.#intake = new Intake(services);
  }

  /**
   * Stores an inspection with its measurements, photographs and signature. The same request sent
   * again returns the first one's inspection.
   *
   * @throws HttpError 400 on the field if a rule is violated, 403 for drivers and limited users,
   *   409 for a key of a different request
   */
  async create(viewer: Viewer, received: Received<Fields>): Promise<Inspection> {
    if (!mayTakeStep(viewer, 'repair')) throw forbidden('inspection.not_for_drivers');
    const id = await this.#intake.take(viewer, received, {
      name: 'inspection',
      prepare: (trx) => this.#prepare(trx, viewer, received.fields),
      keep: (trx, prepared, pictures) => this.#keep(trx, viewer, prepared, pictures),
    });
    return this.read(viewer, id);
  }

  /** @throws HttpError 404 if the inspection does not exist or is not visible */
  async read(viewer: Viewer, id: number): Promise<Inspection> {
    const { db, files } = this.services;
    return db.asViewer(viewer, async (trx) => {
      const found = orNotFound(await visibleInspection(trx, viewer, id));
      const { record } = found;
      return toInspection(found, files, {
        photographs: await photographsOf(trx, 'inspection_record_id', id),
        next: nextCodes(viewer, record.status),
        entries: await vorOfVehicle(trx, viewer, record.vehicle_id, OFF_ROAD_SHOWN),
        trail: await trailOf(trx, 'inspection', id),
        brakeTest: await testOfInspection(trx, id),
        faultNotes: (await notesOfInspection(trx, id)).map((row) => toNote(viewer.language, row)),
      });
    });
  }

  /**
   * Sets the next status of an inspection.
   *
   * @throws HttpError 404 if not visible, 403 without permission, 409 if it does not follow or the
   *   record has changed
   */
  async move(viewer: Viewer, id: number, body: BodyOf<Calls['move']>): Promise<Inspection> {
    const { db, bus } = this.services;
    const customerId = await db.asViewer(viewer, async (trx) => {
      const found = orNotFound(await visibleInspection(trx, viewer, id));
      const { record } = found;
      if (record.version !== body.version) throw changedMeanwhile();
      if (!inspectionCodesAfter(record.status).includes(body.status)) {
        throw conflict('inspection.status_does_not_follow');
      }
      if (!mayGive(viewer, record.status, body.status)) throw forManagers();
      if (!(await moveInspection(trx, id, body.version, body.status))) throw changedMeanwhile();
      await followInspection(trx, viewer, {
        id,
        referenceNumber: record.reference_number,
        customerId: record.customer_id,
        vehicleId: record.vehicle_id,
        inspectedAt: record.inspected_at,
        isRoadworthy: record.is_roadworthy,
        from: record.status,
        to: body.status,
        note: body.note ?? '',
        author: { ...(await actorOf(trx, viewer)), userId: viewer.userId },
      });
      return record.customer_id;
    });
    bus.publish('activities.changed', { customerId });
    return this.read(viewer, id);
  }

  async #prepare(trx: Transaction, viewer: Viewer, fields: Fields): Promise<PreparedInspection> {
    const unknown = 'vehicle.missing';
    await asFieldError('vehicle', unknown, visibleVehicle(trx, viewer, fields.vehicle));
    const vehicle = await vehicleFactsOf(trx, fields.vehicle);
    const kept = await limitsRow(trx, vehicle.customer_id);
    const noteAnswers = fields.fault_notes ?? [];
    const noteIds = noteAnswers.map(({ id }) => id);
    if (!(await areNotesOf(trx, fields.vehicle, noteIds))) {
      throw wrongField('fault_notes', 'inspection.note_unknown');
    }
    return {
      customerId: vehicle.customer_id,
      vehicleId: fields.vehicle,
      inspectedAt: pastMoment('inspected_at', fields.inspected_at),
      inspector: fields.inspector,
      place: fields.place ?? null,
      odometerM: fields.odometer ?? null,
      items: fields.items,
      tyres: fields.tyres ?? [],
      brakes: brakesOf(fields),
      brakeTest: fields.brake_test,
      noteAnswers,
      type: vehicle.type,
      kind: vehicle.kind,
      isRoadworthy: fields.is_roadworthy,
      declaration: fields.declaration,
      status: fields.status,
      limits: limitsFor(vehicle.type, kept),
      captions: fields.captions ?? [],
    };
  }

  async #keep(
    trx: Transaction,
    viewer: Viewer,
    { brakeTest, captions: _captions, kind, noteAnswers, type, ...inspection }: PreparedInspection,
    { photos, signature }: StoredPhotos,
  ): Promise<number> {
    const made = await insertInspection(trx, inspection, signature?.id ?? null);
    const { customerId, vehicleId } = inspection;
    if (inspection.tyres.length > 0) await calculateTyresOn(trx, [vehicleId], Date.now());
    const of = { customerId, owner: 'inspection_record_id', recordId: made.id } as const;
    await addPhotographs(trx, { ...of, shows: 'finding' }, photos);
    const { brakes } = inspection;
    const figures = brakeTest ?? (brakes === null ? undefined : figuresOfBrakes(brakes));
    if (figures !== undefined) {
      const tested = {
        customerId,
        vehicleId: inspection.vehicleId,
        type,
        kind,
        inspectionId: made.id,
        testedAt: inspection.inspectedAt,
        tester: inspection.inspector,
        place: inspection.place ?? '',
      };
      const isDeclaredLaden = brakeTest === undefined && brakes?.isLaden === true;
      await recordBrakeTest(trx, viewer, tested, figures, isDeclaredLaden);
    }
    await keepAnswersToNotes(trx, made.id, noteAnswers);
    await followInspection(trx, viewer, {
      ...made,
      customerId,
      vehicleId: inspection.vehicleId,
      inspectedAt: inspection.inspectedAt,
      isRoadworthy: inspection.isRoadworthy,
      from: null,
      to: inspection.status,
      note: '',
      author: { ...(await actorOf(trx, viewer)), userId: viewer.userId },
    });
    return made.id;
  }
}
