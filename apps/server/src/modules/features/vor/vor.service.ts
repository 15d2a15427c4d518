import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import {
  defectStatus,
  INSPECTION_CATEGORY,
  isRecordManager,
  VOR_REASONS,
  type VorReason,
} from '@roadworthy/domain';
import { type Actor, actorOf } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { FieldChange, Transaction } from '../../../platform/db/index.ts';
import { conflict, orNotFound, wrongField } from '../../../platform/errors.ts';
import type { Services } from '../../../platform/services.ts';
import { visibleVehicle } from '../../core/fleet/index.ts';
import {
  asFieldError,
  changedMeanwhile,
  customersOf,
  type DefectRecord,
  forManagers,
  momentOrNull,
  pastMoment,
  storeTrail,
  visibleDefect,
} from '../records/index.ts';
import { addRecordActivity } from '../vehicle-file/index.ts';
import {
  lapsedInspection,
  openVor,
  repairerName,
  updateVor,
  type VorRow,
  type VorValues,
  visibleVor,
  vorOfVehicle,
} from './vor.repository.ts';
import { toVorRecord } from './vor-json.ts';
import { returnFromVor, setVor } from './vor-rules.ts';

type Calls = typeof contract.vor;
type SetBody = BodyOf<Calls['set']>;
type ChangeBody = BodyOf<Calls['change']>;
type Author = Actor & { readonly userId: number };

const SHOWN = 50;

/**
 * The reason and note of a body: text that is not a code becomes the note of the reason `other`.
 */
function reasonOf({ reason, note }: { reason: string; note?: string | undefined }) {
  const code = VOR_REASONS.find((one) => one === reason);
  if (code !== undefined) return { reason: code, note };
  return { reason: 'other' as const, note: note === undefined ? reason : `${reason}\n${note}` };
}

/** @throws HttpError 400 for an unknown repairer or one of another customer */
async function nameOfRepairer(
  trx: Transaction,
  customerId: number,
  given: number | string,
): Promise<string> {
  const name = typeof given === 'string' ? given : await repairerName(trx, customerId, given);
  if (name === undefined) throw wrongField('repairer', 'vehicle.repairer_unknown');
  return name;
}

/** A change with its reason as a code and its repairer by name. */
type ResolvedChange = Omit<ChangeBody, 'reason' | 'repairer'> & {
  readonly reason: VorReason | undefined;
  readonly repairer: string | null | undefined;
};

async function resolveChange(
  trx: Transaction,
  customerId: number,
  body: ChangeBody,
): Promise<ResolvedChange> {
  const { reason, repairer } = body;
  return {
    ...body,
    ...(reason === undefined ? { reason } : reasonOf({ reason, note: body.note })),
    repairer: repairer == null ? repairer : await nameOfRepairer(trx, customerId, repairer),
  };
}

/** Values of an entry after a change. */
function valuesAfter(row: VorRow, body: ResolvedChange): VorValues {
  const { cost_per_day: cost, expected_back: back, repairer } = body;
  return {
    reason: body.reason ?? row.reason,
    note: body.note ?? row.note,
    repairer: repairer === undefined ? row.repairer : repairer,
    expectedBackAt:
      back === undefined ? row.expected_back_at : back === null ? null : new Date(back),
    costPerDay: cost === undefined ? row.cost_per_day : cost === null ? null : cost.toFixed(2),
  };
}

function changesOf(row: VorRow, values: VorValues): FieldChange[] {
  return [
    { field: 'reason', before: row.reason, after: values.reason },
    { field: 'note', before: row.note, after: values.note },
    { field: 'repairer', before: row.repairer, after: values.repairer },
    {
      field: 'expected_back',
      before: momentOrNull(row.expected_back_at),
      after: momentOrNull(values.expectedBackAt),
    },
    { field: 'cost_per_day', before: row.cost_per_day, after: values.costPerDay },
  ];
}

/** Off-road entries: set, changed and cleared by managers, and by the lifecycle of records. */
export class VorService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus'>) {}

  /** @throws HttpError 404 if the vehicle is not visible */
  async ofVehicle(viewer: Viewer, vehicleId: number): Promise<AnswerOf<Calls['ofVehicle']>> {
    return this.services.db.asViewer(viewer, async (trx) => {
      await visibleVehicle(trx, viewer, vehicleId);
      const rows = await vorOfVehicle(trx, viewer, vehicleId, SHOWN);
      return {
        is_off_road: rows.some(({ returned_at: returnedAt }) => returnedAt === null),
        results: rows.map((row) => toVorRecord(row)),
      };
    });
  }

  /**
   * Takes a vehicle off the road for one reason (RP-29).
   *
   * @throws HttpError 403 if the viewer is not a manager, 400 on the field if the vehicle or defect
   *   is not visible, 409 if the vehicle is already off the road for the same reason
   */
  async set(viewer: Viewer, body: SetBody): Promise<AnswerOf<Calls['set']>> {
    if (!isRecordManager(viewer)) throw forManagers();
    const { db, bus } = this.services;
    const row = await db.asViewer(viewer, async (trx) => {
      const unknown = 'vehicle.missing';
      await asFieldError('vehicle', unknown, visibleVehicle(trx, viewer, body.vehicle));
      const { vehicle: customerId } = await customersOf(trx, { vehicleId: body.vehicle });
      const defect = await this.#defect(trx, viewer, body);
      const author = { ...(await actorOf(trx, viewer)), userId: viewer.userId };
      const { reason, note } = reasonOf(body);
      const repairer =
        body.repairer === undefined ? null : await nameOfRepairer(trx, customerId, body.repairer);
      const id = await setVor(trx, {
        customerId,
        vehicleId: body.vehicle,
        reason,
        note: note ?? '',
        since: pastMoment('off_road_at', body.off_road_at),
        expectedBackAt: body.expected_back === undefined ? null : new Date(body.expected_back),
        repairer,
        costPerDay: body.cost_per_day ?? null,
        defectId: defect?.id ?? null,
        inspectionId: null,
        author,
      });
      if (id === null) throw conflict('vor.off_road_already');
      if (defect !== null) await this.#updateDefectStatus(trx, viewer, defect, author);
      return this.#entry(trx, viewer, id);
    });
    bus.publish('activities.changed', { customerId: row.customer_id });
    return toVorRecord(row);
  }

  /**
   * Changes an entry, or clears it (RP-30); the vehicle is back on the road when all are cleared.
   *
   * @throws HttpError 403 if the viewer is not a manager, 404 if the entry is not visible, 409 if
   *   it has changed, its defect is not signed off, or a safety inspection is due first
   */
  async change(viewer: Viewer, id: number, given: ChangeBody): Promise<AnswerOf<Calls['change']>> {
    if (!isRecordManager(viewer)) throw forManagers();
    const { row, isOffRoad } = await this.services.db.asViewer(viewer, async (trx) => {
      const known = await this.#entry(trx, viewer, id);
      const body = await resolveChange(trx, known.customer_id, given);
      const { version = known.version } = body;
      if (known.version !== version) throw changedMeanwhile();
      if (known.returned_at !== null) throw conflict('vor.cleared');
      const author = { ...(await actorOf(trx, viewer)), userId: viewer.userId };
      const values = valuesAfter(known, body);
      if (body.reason !== undefined && body.reason !== known.reason) this.#refuseReason(known);
      if (!(await updateVor(trx, id, version, values))) throw changedMeanwhile();
      const of = { customerId: known.customer_id, vehicleId: known.vehicle_id };
      const changes = changesOf(known, values);
      if (changes.some(({ before, after }) => before !== after)) {
        const entry = { ...of, kind: 'vor', recordId: id, author, action: 'changed' } as const;
        await storeTrail(trx, { ...entry, changes });
      }
      if (body.returned_at !== undefined) {
        await this.#clear(trx, known, body.returned_at, author);
      }
      const open = await openVor(trx, known.vehicle_id);
      return { row: await this.#entry(trx, viewer, id), isOffRoad: open.length > 0 };
    });
    return { ...toVorRecord(row), is_off_road: isOffRoad };
  }

  async #entry(trx: Transaction, viewer: Viewer, id: number): Promise<VorRow> {
    return orNotFound(await visibleVor(trx, viewer, id));
  }

  /** The lifecycle of a record sets its reason; a person cannot change it. */
  #refuseReason(row: VorRow): void {
    const isOfRecord = row.defect_record_id !== null || row.inspection_record_id !== null;
    if (isOfRecord || row.reason === 'inspection_overdue') {
      throw wrongField('reason', 'vor.reason_of_record');
    }
  }

  async #defect(trx: Transaction, viewer: Viewer, { defect, vehicle }: SetBody) {
    if (defect === undefined) return null;
    const found = await visibleDefect(trx, viewer, defect);
    if (found === undefined || found.record.vehicle_id !== vehicle) {
      throw wrongField('defect', 'vor.defect_missing');
    }
    if (found.record.state === 'signed_off') {
      throw wrongField('defect', 'vor.defect_signed_off');
    }
    return found.record;
  }

  /** Adds the defect's new status: its vehicle is off the road (G-82). */
  async #updateDefectStatus(
    trx: Transaction,
    viewer: Viewer,
    record: DefectRecord['record'],
    author: Author,
  ): Promise<void> {
    await addRecordActivity(trx, viewer, {
      vehicleId: record.vehicle_id,
      reference: 'DEFECT',
      recordId: record.id,
      referenceNumber: record.reference_number,
      description: record.items[0]?.finding ?? '',
      status: defectStatus(record.state, true),
      author,
      fulfilledAt: null,
      schedules: false,
    });
  }

  async #clear(trx: Transaction, row: VorRow, returnedAt: string, author: Author): Promise<void> {
    if (row.defect_record_id !== null) {
      throw conflict('vor.sign_off_first');
    }
    const at = pastMoment('returned_at', returnedAt);
    if (at < row.since) {
      throw wrongField('returned_at', 'vor.back_before_off');
    }
    if (row.reason === 'inspection_overdue') {
      const lapsed = await lapsedInspection(trx, row.vehicle_id, INSPECTION_CATEGORY);
      if (lapsed !== null) {
        throw conflict('vor.inspection_due');
      }
    }
    const vehicle = { id: row.vehicle_id, customerId: row.customer_id };
    await returnFromVor(trx, vehicle, at, author, ({ id }) => id === row.id);
  }
}
